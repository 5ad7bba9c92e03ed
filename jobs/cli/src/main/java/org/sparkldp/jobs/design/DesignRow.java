package org.sparkldp.jobs.design;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.accounting.amplification.Amplification;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The expected result of a protocol for n people.
 *
 * @param spec canonical text
 * @param variancePerPerson of the estimate, times n: with n people the standard error is
 *     sqrt(variancePerPerson / n)
 * @param reportBytes size of a report
 * @param shiftPerPercent the most that one percent of fake reports could have shifted an estimate,
 *     in the unit of standard errors; infinite where nobody knows it
 */
public record DesignRow(
    ProtocolSpec spec, double variancePerPerson, int reportBytes, double shiftPerPercent) {
  /** The row of a protocol. */
  public static DesignRow of(Protocol<?, ?> protocol, double variancePerPerson) {
    return new DesignRow(
        protocol.spec(),
        variancePerPerson,
        protocol.reportType().bytes(),
        // Counts of one person are fractions of people; means are in the unit of values anyhow.
        protocol
            .facet(Resilient.class)
            .flatMap(known -> known.shiftPerPercent(1))
            .map(shifts -> Arrays.stream(shifts).max().orElseThrow())
            .orElse(Double.POSITIVE_INFINITY));
  }

  /** Standard error with n people. */
  public double standardError(double n) {
    return Math.sqrt(variancePerPerson / n);
  }

  /** People needed for that standard error. */
  public long usersNeeded(double error) {
    return (long) Math.ceil(variancePerPerson / (error * error));
  }

  /** Variances so near each other are equal: of protocols with the same law. */
  private static final double EQUAL = 1 + 1e-6;

  /**
   * The row to choose: the smallest report of those whose error is as good as the least (up to 4
   * bytes, reports are equally small), of these the least error, and of equal ones the first.
   *
   * @param asGood how far above the least an error is as good, a fraction of it
   */
  public static DesignRow best(List<DesignRow> rows, double asGood) {
    double limit = leastVariance(rows) * (1 + asGood) * (1 + asGood);
    List<DesignRow> good = rows.stream().filter(row -> row.variancePerPerson <= limit).toList();
    int bytes = good.stream().mapToInt(DesignRow::atLeastACell).min().orElseThrow();
    List<DesignRow> small = good.stream().filter(row -> row.atLeastACell() == bytes).toList();
    double least = leastVariance(small) * EQUAL;
    return small.stream().filter(row -> row.variancePerPerson <= least).findFirst().orElseThrow();
  }

  private int atLeastACell() {
    return Math.max(Integer.BYTES, reportBytes);
  }

  private static double leastVariance(List<DesignRow> rows) {
    return rows.stream().mapToDouble(DesignRow::variancePerPerson).min().orElseThrow();
  }

  /**
   * Further columns of a ranking.
   *
   * @param accumulatorsOnly the delta at which is shown what accumulators alone give away; empty if
   *     it is not asked
   * @param byShift whether the rank is by what fake reports can do, which is shown then
   */
  public record Extra(Optional<Double> accumulatorsOnly, boolean byShift) {
    /** Nothing else. */
    public static final Extra NONE = new Extra(Optional.empty(), false);
  }

  /**
   * The rows as a design, the {@link #best} first and the others by their errors; or by what fake
   * reports can do, where that is asked for.
   */
  public static TablePrinter ranked(
      String task,
      List<DesignRow> rows,
      double asGood,
      RankedProtocols.DesignRequest asked,
      Extra extra) {
    TableLayout<DesignRow> columns = RankedProtocols.columns(task, asked, row -> row.asked(asked));
    if (extra.accumulatorsOnly().isPresent()) {
      double delta = extra.accumulatorsOnly().get();
      Map<DesignRow, Amplification> seen =
          rows.stream().collect(Collectors.toMap(row -> row, row -> row.seen(asked, delta)));
      columns =
          columns
              .with("epsilon_if_only_accumulators_are_seen", row -> seen.get(row).epsilon())
              .with("delta_if_only_accumulators_are_seen", row -> seen.get(row).delta());
    }
    if (extra.byShift()) {
      columns =
          columns.with(
              "shift_per_percent",
              row -> Double.isFinite(row.shiftPerPercent) ? row.shiftPerPercent : null);
    }
    DesignRow best = best(rows, asGood);
    Comparator<DesignRow> order =
        extra.byShift()
            ? Comparator.comparingDouble(DesignRow::roundedShift)
            : Comparator.comparing(row -> !row.equals(best));
    return columns.of(
        rows.stream().sorted(order.thenComparingDouble(DesignRow::variancePerPerson)).toList());
  }

  private RankedProtocols.Ranked asked(RankedProtocols.DesignRequest asked) {
    long users = asked.users(this::usersNeeded);
    double error = asked.error().orElseGet(() -> standardError(users));
    return new RankedProtocols.Ranked(spec.name(), spec, reportBytes, error, users);
  }

  /** What accumulators of so many people alone give away. */
  private Amplification seen(RankedProtocols.DesignRequest asked, double delta) {
    return Amplification.atMost(Protocols.of(spec), asked.users(this::usersNeeded), delta);
  }

  /** Shifts that differ by the integers in use alone are equal, and then errors decide. */
  private double roundedShift() {
    return (float) shiftPerPercent;
  }
}
