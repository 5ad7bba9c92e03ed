package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.query.SampleSize;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.vector.Hypercube;

/**
 * Ways to ask q statistical queries: each person one of them (by groups of equal size, or as a
 * public hash of ids makes them), each person all of them at epsilon/q, or all of them at once by
 * the hypercube. Sizes are by Hoeffding's inequality, or, under names that end in -clt, as if
 * answers were exactly normal.
 */
public final class QueryDesign {
  /** Tolerance at which tolerances of given people are found: people go with 1/tolerance². */
  private static final double FINE = 1e-4;

  private QueryDesign() {}

  /** A way, and the tolerance that its people give. */
  private record QueryScheme(RankedProtocols.Ranked row, double tolerance) {}

  /** All ways; the domain is the number of queries, the error is their tolerance. */
  public static TablePrinter ranked(RankedProtocols.DesignRequest asked, double beta) {
    return RankedProtocols.columns("query", asked, QueryScheme::row)
        .with("tolerance", QueryScheme::tolerance)
        .with("beta", way -> beta)
        .of(
            asked.error().isPresent()
                ? ofTolerance(asked, asked.error().get(), beta)
                : ofUsers(asked, asked.users().get(), beta));
  }

  /** All ways to a tolerance; those that need the fewest people first. */
  private static List<QueryScheme> ofTolerance(
      RankedProtocols.DesignRequest asked, double tolerance, double beta) {
    int queries = asked.domain();
    SampleSize size = new SampleSize(asked.epsilon(), queries, tolerance, beta);
    StatisticalQueries groups = StatisticalQueries.DECLARATION.of(asked.epsilon(), queries);
    MeanProtocol<?> part = DuchiMean.DECLARATION.of(asked.epsilon() / queries, -1, 1);
    double ofGroups = groups.c() * Math.sqrt(queries);
    double ofPart = Math.sqrt(part.worstVariance());
    List<RankedProtocols.Ranked> rows = new ArrayList<>();
    rows.add(row("groups", size.groups(), ofGroups, groups, 1));
    rows.add(row("groups-by-hash", size.hashedGroups(), ofGroups, groups, 1));
    rows.add(row("groups-clt", size.groupsByCentralLimit(), ofGroups, groups, 1));
    rows.add(row("split-epsilon", size.split(), ofPart, part, queries));
    rows.add(row("split-epsilon-clt", size.splitByCentralLimit(), ofPart, part, queries));
    if (queries <= Hypercube.MAX_D) {
      Hypercube cube = size.hypercubeMechanism();
      rows.add(row("hypercube", size.hypercube(), cube.b(), cube, 1));
    }
    return rows.stream()
        .sorted(Comparator.comparingLong(RankedProtocols.Ranked::users))
        .map(row -> new QueryScheme(row, tolerance))
        .toList();
  }

  /**
   * Of people who send so many reports each; the standard error is an answer's in the worst case.
   */
  private static RankedProtocols.Ranked row(
      String mechanism, long users, double errorOfOne, Protocol<?, ?> sent, int reports) {
    int bytes = reports * sent.reportType().bytes();
    return new RankedProtocols.Ranked(
        mechanism, sent.spec(), bytes, errorOfOne / Math.sqrt(users), users);
  }

  /** What so many people give in all ways; the best tolerances first. */
  private static List<QueryScheme> ofUsers(
      RankedProtocols.DesignRequest asked, long users, double beta) {
    List<QueryScheme> ways = new ArrayList<>();
    for (QueryScheme way : ofTolerance(asked, FINE, beta)) {
      RankedProtocols.Ranked fine = way.row();
      double factor = Math.sqrt((double) fine.users() / users);
      double error = fine.standardError() * factor;
      ways.add(
          new QueryScheme(
              new RankedProtocols.Ranked(
                  fine.mechanism(), fine.spec(), fine.reportBytes(), error, users),
              // An answer in [-1, 1] can be off by 2 at most.
              Math.min(FINE * factor, Math.nextDown(2.0))));
    }
    return ways;
  }
}
