package org.sparkldp.jobs.ingest;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * The terms that envelopes must meet, as they travel to executors: the plan's protocol and
 * fingerprint, the periods and the groups that are known.
 */
final class Terms implements Serializable {
  private final ProtocolReference protocol;
  private final String fingerprint;
  private final ArrayList<String> columns;
  private final TreeSet<String> periods;
  private final LinkedHashMap<String, TreeSet<String>> groups = new LinkedHashMap<>();

  /**
   * @param periods those that are known; ignored where the plan has none
   * @param groups values of public columns that are known; a column that is not there may have any
   *     short text
   */
  Terms(Plan plan, List<String> periods, Map<String, List<String>> groups) {
    this.protocol = new ProtocolReference(plan.protocol());
    this.fingerprint = plan.fingerprint();
    this.columns = new ArrayList<>(plan.publicColumns());
    this.periods = plan.hasPeriods() ? new TreeSet<>(periods) : null;
    Require.that(!plan.hasPeriods() || !periods.isEmpty())
        .orRefuse(
            "reports from outside must be of periods that were named: whoever sends them could make"
                + " up others. Provided: none for %s; name them with --days.",
            plan.period());
    Require.that(plan.numbers().isEmpty())
        .orRefuse(
            "numbers are those of a table: whoever sends a report could make up one of any size."
                + " Provided: numbers = %s; leave them out for reports from outside.",
            plan.numbers());
    for (String column : plan.publicColumns()) {
      if (!column.equals(plan.period())) {
        List<String> known = groups.get(column);
        this.groups.put(column, known == null ? null : new TreeSet<>(known));
      }
    }
    groups.keySet().stream()
        .filter(column -> !this.groups.containsKey(column))
        .findFirst()
        .ifPresent(
            column -> {
              throw Require.refusal(
                  "groups can be named of the plan's public columns without its period, %s."
                      + " Provided value: %s.",
                  this.groups.keySet(), column);
            });
  }

  /** A check for one thread. */
  EnvelopeCheck check() {
    return new EnvelopeCheck(protocol.resolve(), fingerprint, periods, groups);
  }

  Protocol<?, ?> protocol() {
    return protocol.resolve();
  }

  /** The public columns, as the plan has them. */
  List<String> columns() {
    return columns;
  }

  /** Where the check has a public column's value; -1 of the period. */
  int place(String column) {
    return new ArrayList<>(groups.keySet()).indexOf(column);
  }

  /** The known periods; null where the plan has none. */
  Set<String> periods() {
    return periods;
  }

  ReportType.ReportCarrier kind() {
    return protocol().reportType().kind();
  }

  /** The type of reports. */
  DataType reportType() {
    return switch (kind()) {
      case CELL -> DataTypes.IntegerType;
      case WORD -> DataTypes.LongType;
      case BITS -> DataTypes.BinaryType;
    };
  }
}
