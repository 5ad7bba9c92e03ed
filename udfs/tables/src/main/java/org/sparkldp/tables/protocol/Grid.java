package org.sparkldp.tables.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.tables.Domain;

/**
 * The levels by which an attribute is asked in a round: groups of its cells, each one level or two
 * ends, and then its levels apart. A person between two ends says either, at random, so that the
 * expected end is the person's place.
 */
final class Grid {
  private final AskedAttribute of;
  private final int[] groups; // of each cell
  private final boolean hasEnds;
  private final int[] firsts; // cells of groups, and after them the number of cells
  private final int inner; // levels without those apart

  /**
   * @param of the attribute
   * @param groups for each cell its group; of ordered cells they rise
   * @param hasEnds whether a group is two levels
   */
  Grid(AskedAttribute of, int[] groups, boolean hasEnds) {
    this.of = of;
    this.groups = groups.clone();
    this.hasEnds = hasEnds;
    int count = Arrays.stream(groups).max().orElseThrow() + 1;
    this.firsts = new int[count + 1];
    firsts[count] = groups.length;
    for (int cell = groups.length - 1; cell >= 0; cell--) {
      firsts[groups[cell]] = cell;
    }
    this.inner = hasEnds ? 2 * count : count;
  }

  /** Each cell for itself, without ends. */
  static Grid finest(AskedAttribute of) {
    return new Grid(of, IntStream.range(0, of.cells()).toArray(), false);
  }

  /** The same groups, with ends where the attribute has them. */
  Grid withEnds() {
    return new Grid(of, groups, of.hasEnds());
  }

  /** The same groups, each one level. */
  Grid withoutEnds() {
    return new Grid(of, groups, false);
  }

  /** The levels of attributes together. */
  static Domain domain(List<Grid> grids) {
    return Domain.of(grids.stream().mapToInt(Grid::levels).toArray());
  }

  /** For each cell its group. */
  int[] groups() {
    return groups.clone();
  }

  /** Groups, without levels apart and ends. */
  private int count() {
    return firsts.length - 1;
  }

  /** All levels. */
  int levels() {
    return inner + of.apart();
  }

  /** The level that a person reports: one coin where there are ends, whatever the person is. */
  int level(int input, RandomSource source) {
    return level(input, hasEnds ? source.coin(within(input), width(input)) : 0);
  }

  /** The level of a person whose end is known. */
  int level(int input, int end) {
    int cell = of.cell(input);
    return cell >= groups.length
        ? inner + cell - groups.length
        : hasEnds ? 2 * groups[cell] + end : groups[cell];
  }

  /** What a client needs to find the level of a coordinate. */
  Compiled.Recipe recipe() {
    return Compiled.Recipe.of("grid")
        .with("groups", Arrays.stream(groups).asLongStream().toArray())
        .with("width", of.hasEnds() ? AskedAttribute.STEPS : 1)
        .with("ends", hasEnds ? 1 : 0)
        .with("apart", of.apart());
  }

  /** The share of coins for the upper end: how far within the group a person is. */
  double upper(int input) {
    return (double) within(input) / width(input);
  }

  /** Steps from a person's lower end; 0 where there is none. */
  private int within(int input) {
    int cell = of.cell(input);
    return hasEnds && cell < groups.length
        ? input - firsts[groups[cell]] * AskedAttribute.STEPS
        : 0;
  }

  /** Steps between a person's ends; those of a cell where there are none. */
  private int width(int input) {
    int cell = of.cell(input);
    int cells = cell < groups.length ? firsts[groups[cell] + 1] - firsts[groups[cell]] : 1;
    return cells * AskedAttribute.STEPS;
  }

  /** An input of which the level is this one, or likelier this one than any other. */
  int input(int level) {
    if (level >= inner) {
      int apart = level - inner;
      return of.hasEnds() ? of.cells() * AskedAttribute.STEPS + 1 + apart : of.cells() + apart;
    }
    int group = hasEnds ? level / 2 : level;
    if (!of.hasEnds()) {
      return firsts[group];
    }
    int upper = firsts[group + 1] * AskedAttribute.STEPS - (group + 1 < count() ? 1 : 0);
    return hasEnds && level % 2 == 1 ? upper : firsts[group] * AskedAttribute.STEPS;
  }

  /** Whether cells that it tells apart are one of the other's. */
  boolean isFinerThan(Grid other) {
    return count() > other.count();
  }

  /** The level of these groups for each level of a grid that is as fine, or finer. */
  int[] levelsOf(Grid finer) {
    int[] to = new int[finer.levels()];
    for (int level = 0; level < to.length; level++) {
      int group = finer.hasEnds ? level / 2 : level;
      to[level] =
          level >= finer.inner
              ? inner + level - finer.inner
              : hasEnds ? 2 * groups[finer.firsts[group]] + level % 2 : groups[finer.firsts[group]];
    }
    return to;
  }
}
