package org.sparkldp.tables.protocol;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;

/**
 * An attribute as a spec writes it: how many cells it has, of what kind they are, and whether a
 * person's place within the cell is reported as one of its ends. Levels of no cell, such as the
 * missing ones, come after all cells.
 *
 * @param cells at least 1; with the levels apart at least 2
 * @param kind of the cells
 * @param hasEnds whether each cell is two levels, its lower and its upper end
 * @param apart levels of no cell
 */
record AskedAttribute(int cells, AttributeKind kind, boolean hasEnds, int apart) {
  /** Steps within a cell, of which a place is one; a value is off by half a step at most. */
  static final int STEPS = 1 << 16;

  /** Steps of all cells still fit an int. */
  private static final int MOST = 1 << 14;

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})([conON])([0-9]?)");

  /** What cells are. */
  enum AttributeKind {
    /** In no order: the largest stay, the others are joined. */
    CATEGORIES('c'),
    /** In order, each as fine as it is asked. */
    ORDERED('o'),
    /** Of a number, in order, which are joined to fewer before the last round. */
    NUMBER('n');

    private final char letter;

    AttributeKind(char letter) {
      this.letter = letter;
    }

    private static AttributeKind of(char letter) {
      return letter == 'c' ? CATEGORIES : letter == 'o' ? ORDERED : NUMBER;
    }
  }

  AskedAttribute {
    Require.that(cells >= 1 && cells <= MOST && cells + apart >= 2)
        .orRefuse(
            "an attribute must have at least two levels and at most %s cells. Provided: %s cells"
                + " and %s levels more.",
            MOST, cells, apart);
    Require.that(kind != AttributeKind.CATEGORIES || (apart == 0 && !hasEnds))
        .orRefuse(
            "categories are not added up, and have no levels apart. Provided: such; count the"
                + " levels among the others.");
  }

  /** Reads {@code 16c}, {@code 9o} or {@code 64N1}. */
  static AskedAttribute of(String text) {
    Matcher matcher = TEXT.matcher(text);
    Require.that(matcher.matches())
        .orRefuse(
            "an attribute must be its number of cells, then c for categories, o for cells in order"
                + " or n for a number, O or N where it is added up, then the number of levels"
                + " apart, as in 16c, 9o or 64N1. Provided value: %s.",
            text);
    char letter = matcher.group(2).charAt(0);
    return new AskedAttribute(
        Integer.parseInt(matcher.group(1)),
        AttributeKind.of(Character.toLowerCase(letter)),
        Character.isUpperCase(letter),
        matcher.group(3).isEmpty() ? 0 : Integer.parseInt(matcher.group(3)));
  }

  /** Levels of the last round, if a number has so many cells there at most. */
  int levels(int most) {
    int last = kind == AttributeKind.NUMBER ? Math.min(cells, most) : cells;
    return last * (hasEnds ? 2 : 1) + apart;
  }

  boolean isOrdered() {
    return kind != AttributeKind.CATEGORIES;
  }

  /**
   * Whether a coordinate of a value is one of this attribute's: a cell, or with ends a place from 0
   * to the number of cells; {@code cells + 1} and up are the levels apart of an attribute with
   * ends.
   */
  boolean accepts(double value) {
    if (hasEnds && value >= 0 && value <= cells) {
      return true;
    }
    double apartFrom = hasEnds ? cells + 1 : cells;
    double least = hasEnds ? apartFrom : 0;
    return value == Math.rint(value) && value >= least && value < apartFrom + apart;
  }

  /** The input of an accepted coordinate. */
  int input(double value) {
    return !hasEnds
        ? (int) value
        : value > cells ? cells * STEPS + (int) (value - cells) : (int) Math.round(value * STEPS);
  }

  /** The cell of an input, or the place of its level apart after all cells. */
  int cell(int input) {
    return !hasEnds
        ? input
        : input > cells * STEPS
            ? cells - 1 + input - cells * STEPS
            : Math.min(cells - 1, input / STEPS);
  }

  @Override
  public String toString() {
    return cells
        + ""
        + (hasEnds ? Character.toUpperCase(kind.letter) : kind.letter)
        + (apart == 0 ? "" : apart);
  }
}
