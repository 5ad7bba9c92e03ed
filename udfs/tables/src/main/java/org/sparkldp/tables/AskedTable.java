package org.sparkldp.tables;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.postprocess.Simplex;
import org.sparkldp.protocols.random.RandomSource;

/**
 * What is known of one asked table: the unbiased shares of its cells, how many people answered, and
 * the law of the errors. Immutable.
 *
 * @param attributes ascending numbers of the domain's attributes
 * @param groups for each of them and each of its levels, the table's level; the identity where the
 *     table was asked as fine as the domain is
 * @param shares unbiased estimates, the last attribute running fastest; some may be below 0
 * @param members how many of the oracle's cells each cell is made of; 1 unless cells were joined
 *     after they were asked
 * @param people who answered this table
 */
public record AskedTable(
    int[] attributes, int[][] groups, double[] shares, int[] members, PureLaw law, double people) {

  public AskedTable {
    attributes = attributes.clone();
    groups = Arrays.stream(groups).map(int[]::clone).toArray(int[][]::new);
    shares = shares.clone();
    members = members.clone();
    double cells = 1;
    for (int[] group : groups) {
      cells *= Domain.groupsOf(group);
      Require.that(Arrays.stream(group).distinct().count() == Domain.groupsOf(group))
          .orRefuse("groups of levels must be numbered from 0 without a gap.");
    }
    Require.that(attributes.length > 0 && groups.length == attributes.length)
        .orRefuse(
            "an asked table needs the groups of each of its attributes. Provided: %s for %s.",
            groups.length, attributes.length);
    Require.that(shares.length == cells && members.length == cells)
        .orRefuse(
            "an asked table must have a share for each of its %s cells. Provided: %s.",
            (long) cells, shares.length);
    Require.that(Arrays.stream(members).asLongStream().sum() <= law.cells())
        .orRefuse(
            "an asked table must have at most the %s cells of its oracle. Provided: %s.",
            law.cells(), Arrays.stream(members).asLongStream().sum());
    Require.that(
            people > 0
                && people < Double.POSITIVE_INFINITY
                && Arrays.stream(shares).allMatch(Double::isFinite))
        .orRefuse("an asked table needs people and finite shares. Provided: %s people.", people);
  }

  @Override
  public int[] attributes() {
    return attributes.clone();
  }

  @Override
  public int[][] groups() {
    return Arrays.stream(groups).map(int[]::clone).toArray(int[][]::new);
  }

  @Override
  public double[] shares() {
    return shares.clone();
  }

  @Override
  public int[] members() {
    return members.clone();
  }

  /** Its cells. */
  int size() {
    return shares.length;
  }

  /** A table over all levels of its attributes. */
  public static AskedTable of(
      Domain domain, int[] attributes, double[] shares, PureLaw law, double people) {
    domain.requireSet(attributes);
    return new AskedTable(
        attributes, whole(domain, attributes), shares, ones(shares.length), law, people);
  }

  static int[][] whole(Domain domain, int[] attributes) {
    return Arrays.stream(attributes)
        .mapToObj(a -> Domain.identity(domain.size(a)))
        .toArray(int[][]::new);
  }

  static int[] ones(int length) {
    int[] ones = new int[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Refuses a table of another domain. */
  public void requireOf(Domain domain) {
    domain.requireSet(attributes);
    for (int i = 0; i < attributes.length; i++) {
      Require.that(groups[i].length == domain.size(attributes[i]))
          .orRefuse(
              "an asked table must group each of the %s levels of %s. Provided: %s.",
              domain.size(attributes[i]), domain.names().get(attributes[i]), groups[i].length);
    }
  }

  /** For each cell of {@code from}, which has all attributes of this table, the table's cell. */
  int[] cellsOf(Domain domain, int[] from) {
    return domain.cellsOf(from, attributes, groups);
  }

  /**
   * 1 over the variance of each share, at a supposed truth: coins and who was asked. No share is
   * known better than to one person: a table joined to one cell has neither coins nor choice left.
   */
  double[] weights(double[] supposed) {
    double[] weights = new double[shares.length];
    for (int v = 0; v < weights.length; v++) {
      double share = Math.max(0, supposed[v]);
      double noise = law.noise(members[v], members[v], share, share);
      weights[v] = people / Math.max(1 / people, noise + share * Math.max(0, 1 - share));
    }
    return weights;
  }

  /** The sums over all attributes but one, as if only it had been asked. */
  AskedTable alone(int attribute) {
    int at = Arrays.binarySearch(attributes, attribute);
    int size = Domain.groupsOf(groups[at]);
    int below = 1;
    for (int i = at + 1; i < groups.length; i++) {
      below *= Domain.groupsOf(groups[i]);
    }
    double[] sums = new double[size];
    int[] joined = new int[size];
    for (int v = 0; v < shares.length; v++) {
      sums[v / below % size] += shares[v];
      joined[v / below % size] += members[v];
    }
    return new AskedTable(
        new int[] {attribute}, new int[][] {groups[at]}, sums, joined, law, people);
  }

  /** The mean of weights over the oracle's cells. */
  double mean(double[] weights) {
    double sum = 0;
    double count = 0;
    for (int v = 0; v < weights.length; v++) {
      sum += members[v] * weights[v];
      count += members[v];
    }
    return sum / count;
  }

  /** Everybody alike. */
  double[] uniform() {
    double cells = Arrays.stream(members).asLongStream().sum();
    return Arrays.stream(members).mapToDouble(each -> each / cells).toArray();
  }

  /**
   * Supposed shares moved by what this table says beyond its noise: at least 0, with the sum of the
   * supposed.
   */
  double[] denoised(double[] supposed) {
    double[] moved = pattern(supposed);
    double sum = 0;
    for (int v = 0; v < moved.length; v++) {
      moved[v] += supposed[v];
      sum += supposed[v];
    }
    return Simplex.nearest(moved, sum);
  }

  /** How this table differs from supposed shares, without its noise. */
  double[] pattern(double[] supposed) {
    double variance = 0;
    for (double weight : weights(supposed)) {
      variance += 1 / weight / supposed.length;
    }
    double[] difference = new double[supposed.length];
    Arrays.setAll(difference, v -> shares[v] - supposed[v]);
    return Shrinkage.shrunk(
        difference, Arrays.stream(groups).mapToInt(Domain::groupsOf).toArray(), variance);
  }

  /** The same table with other people's answers: drawn from a supposed truth. */
  AskedTable redrawn(double[] truth, double sampled, RandomSource source) {
    return with(law.draw(truth, members, people, sampled, source));
  }

  /** The same table with other shares. */
  AskedTable with(double[] others) {
    return new AskedTable(attributes, groups, others, members, law, people);
  }
}
