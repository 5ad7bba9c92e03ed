package org.sparkldp.tables.protocol;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The levels by which an attribute is asked in a round: groups of its cells, each one level or two
 * ends, and then its levels apart. A person between two ends says either, at random, so that the
 * expected end is the person's place.
 *
 * @param of the attribute
 * @param groups for each cell its group; of ordered cells they rise
 * @param hasEnds whether a group is two levels
 */
record Grid(AskedAttribute of, int[] groups, boolean hasEnds) {

  /** Each cell for itself, without ends. */
  static Grid finest(AskedAttribute of) {
    return new Grid(of, IntStream.range(0, of.cells()).toArray(), false);
  }

  /** Groups of cells, with ends where the attribute has them. */
  static Grid last(AskedAttribute of, int[] groups) {
    return new Grid(of, groups, of.hasEnds());
  }

  /** Groups, without levels apart and ends. */
  int count() {
    return Arrays.stream(groups).max().orElseThrow() + 1;
  }

  /** Levels of groups, without levels apart. */
  private int inner() {
    return hasEnds ? 2 * count() : count();
  }

  /** All levels. */
  int levels() {
    return inner() + of.apart();
  }

  /** The level that a person reports: one coin where there are ends, whatever the person is. */
  int level(int input, RandomSource source) {
    int width = hasEnds ? width(input) * AskedAttribute.STEPS : 1;
    return level(input, hasEnds ? source.coin((int) (upper(input) * width), width) : 0);
  }

  /** The level of a person whose end is known. */
  int level(int input, int end) {
    int cell = of.cell(input);
    return cell >= groups.length
        ? inner() + cell - groups.length
        : hasEnds ? 2 * groups[cell] + end : groups[cell];
  }

  /** The share of coins for the upper end: how far within the group a person is. */
  double upper(int input) {
    int cell = of.cell(input);
    if (!hasEnds || cell >= groups.length) {
      return 0;
    }
    int first = first(groups[cell]) * AskedAttribute.STEPS;
    return (double) (input - first) / (width(input) * AskedAttribute.STEPS);
  }

  /** Cells of a person's group; 1 where there is none. */
  private int width(int input) {
    int cell = of.cell(input);
    return cell < groups.length ? first(groups[cell] + 1) - first(groups[cell]) : 1;
  }

  /** The first cell of a group of ordered cells; their number after the last one. */
  private int first(int group) {
    int at = Arrays.binarySearch(groups, group);
    if (at < 0) {
      return groups.length;
    }
    while (at > 0 && groups[at - 1] == group) {
      at--;
    }
    return at;
  }

  /** An input of which the level is this one, or likelier this one than any other. */
  int input(int level) {
    if (level >= inner()) {
      int apart = level - inner();
      return of.hasEnds() ? of.cells() * AskedAttribute.STEPS + 1 + apart : of.cells() + apart;
    }
    int group = hasEnds ? level / 2 : level;
    if (!of.hasEnds()) {
      return IntStream.range(0, groups.length)
          .filter(v -> groups[v] == group)
          .findFirst()
          .getAsInt();
    }
    int upper = first(group + 1) * AskedAttribute.STEPS - (group + 1 < count() ? 1 : 0);
    return hasEnds && level % 2 == 1 ? upper : first(group) * AskedAttribute.STEPS;
  }

  /** Whether cells that it tells apart are one of the other's. */
  boolean isFinerThan(Grid other) {
    return count() > other.count();
  }

  /** The level of these groups for each level of a grid that is as fine, or finer. */
  int[] levelsOf(Grid finer) {
    int[] to = new int[finer.levels()];
    int[] firsts = new int[finer.count()];
    for (int cell = groups.length - 1; cell >= 0; cell--) {
      firsts[finer.groups[cell]] = cell;
    }
    for (int level = 0; level < to.length; level++) {
      int group = finer.hasEnds ? level / 2 : level;
      to[level] =
          level >= finer.inner()
              ? inner() + level - finer.inner()
              : hasEnds ? 2 * groups[firsts[group]] + level % 2 : groups[firsts[group]];
    }
    return to;
  }
}
