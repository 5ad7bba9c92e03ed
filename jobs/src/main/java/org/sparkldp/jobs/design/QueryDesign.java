package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.query.SampleSize;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.vector.Hypercube;

/**
 * One way to ask q statistical queries: each person one of them (by groups of equal size, or as a
 * public hash of ids makes them), each person all of them at epsilon/q, or all of them at once by
 * the hypercube. Sizes are by Hoeffding's inequality, or, under names that end in -clt, as if
 * answers were exactly normal.
 *
 * @param mechanism the way
 * @param size the required size
 * @param users how many people give it
 * @param standardError of an answer with so many people, in the worst case
 * @param reportBytes bytes that a person sends
 * @param spec of what a person sends once, or once for each query
 */
public record QueryDesign(
    String mechanism,
    SampleSize size,
    long users,
    double standardError,
    int reportBytes,
    ProtocolSpec spec) {

  /** What {@link #cells} are. */
  private static final List<String> COLUMNS = Design.columnsWith("tolerance", "beta");

  /** Tolerance at which tolerances of given people are found: people go with 1/tolerance². */
  private static final double FINE = 1e-4;

  /** All ways; the domain is the number of queries, the error is their tolerance. */
  public static TablePrinter ranked(Design.Asked asked, double beta) {
    int queries = asked.domain();
    Design.Size size = asked.size();
    List<QueryDesign> rows =
        size.error().isPresent()
            ? ofTolerance(
                new SampleSize(asked.epsilon(), queries, size.error().getAsDouble(), beta))
            : ofUsers(asked.epsilon(), queries, beta, size.users().getAsLong());
    return Design.table(COLUMNS, rows.stream().map(QueryDesign::cells).toList());
  }

  /** All ways to a tolerance; those that need the fewest people first. */
  private static List<QueryDesign> ofTolerance(SampleSize size) {
    int queries = size.queries();
    StatisticalQueries groups = StatisticalQueries.DECLARATION.of(size.epsilon(), queries);
    MeanProtocol<?> part = DuchiMean.DECLARATION.of(size.epsilon() / queries, -1, 1);
    double ofGroups = groups.c() * Math.sqrt(queries);
    double ofPart = Math.sqrt(part.worstVariance());
    int bytes = groups.reportType().bytes();
    int bytesOfParts = queries * part.reportType().bytes();
    List<QueryDesign> rows = new ArrayList<>();
    rows.add(of("groups", size, size.groups(), ofGroups, bytes, groups.spec()));
    rows.add(of("groups-by-hash", size, size.hashedGroups(), ofGroups, bytes, groups.spec()));
    rows.add(of("groups-clt", size, size.groupsByCentralLimit(), ofGroups, bytes, groups.spec()));
    rows.add(of("split-epsilon", size, size.split(), ofPart, bytesOfParts, part.spec()));
    rows.add(
        of(
            "split-epsilon-clt",
            size,
            size.splitByCentralLimit(),
            ofPart,
            bytesOfParts,
            part.spec()));
    if (queries <= Hypercube.MAX_D) {
      Hypercube cube = size.hypercubeMechanism();
      rows.add(
          of(
              "hypercube",
              size,
              size.hypercube(),
              cube.b(),
              cube.reportType().bytes(),
              cube.spec()));
    }
    rows.sort(Comparator.comparingLong(QueryDesign::users));
    return rows;
  }

  private static QueryDesign of(
      String mechanism, SampleSize size, long users, double ofOne, int bytes, ProtocolSpec spec) {
    return new QueryDesign(mechanism, size, users, ofOne / Math.sqrt(users), bytes, spec);
  }

  /** What so many people give in all ways; the best tolerances first. */
  private static List<QueryDesign> ofUsers(double epsilon, int queries, double beta, long users) {
    List<QueryDesign> rows = new ArrayList<>();
    for (QueryDesign fine : ofTolerance(new SampleSize(epsilon, queries, FINE, beta))) {
      double factor = Math.sqrt((double) fine.users / users);
      // An answer in [-1, 1] can be off by 2 at most.
      double tolerance = Math.min(FINE * factor, Math.nextDown(2.0));
      rows.add(
          new QueryDesign(
              fine.mechanism,
              new SampleSize(epsilon, queries, tolerance, beta),
              users,
              fine.standardError * factor,
              fine.reportBytes,
              fine.spec));
    }
    return rows;
  }

  /** The row of a table. */
  private List<Object> cells() {
    return List.of(
        "query",
        mechanism,
        size.queries(),
        size.epsilon(),
        standardError,
        users,
        reportBytes,
        spec.toString(),
        size.tau(),
        size.beta());
  }
}
