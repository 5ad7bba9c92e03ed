package org.sparkldp.jobs.design;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.sparkldp.analysis.Progress;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.workload.Workload;

/**
 * Ways to ask a question, ranked without any data.
 *
 * @param columns names
 * @param rows one a way, the best first
 */
public record Design(List<String> columns, List<List<Object>> rows) {
  public Design {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** The spec of the first row. */
  public ProtocolSpec best() {
    return ProtocolSpec.parse((String) rows.get(0).get(columns.indexOf("spec")));
  }

  /** The columns of every ranking of protocols, then those of its own. */
  public static List<String> columnsWith(String... own) {
    return Stream.concat(
            Stream.of(
                "task",
                "mechanism",
                "domain",
                "epsilon",
                "standard_error",
                "users_needed",
                "report_bytes",
                "spec"),
            Stream.of(own))
        .toList();
  }

  /** A row of these columns. */
  public static List<Object> row(
      String task,
      Request request,
      ProtocolSpec spec,
      int reportBytes,
      double standardError,
      long users,
      Object... own) {
    return Stream.concat(
            Stream.of(
                task,
                spec.name(),
                request.requiredDomain(),
                request.epsilon(),
                standardError,
                users,
                reportBytes,
                spec.toString()),
            Stream.of(own))
        .toList();
  }

  /** An option that a task needs and did not get. */
  public static final class MissingOption extends RuntimeException {
    MissingOption(String option) {
      super(option);
    }
  }

  /** The options of the command, each of which may be missing. */
  public interface Request {
    /** Nats a report. */
    double epsilon();

    /** Items, or coordinates. */
    OptionalInt domain();

    /** People that there are. */
    OptionalLong users();

    /** The required error. */
    OptionalDouble error();

    /** Statistical queries. */
    OptionalInt queries();

    /** Failure probability of all queries together. */
    OptionalDouble beta();

    /** The delta at which is shown what accumulators alone give away; empty if it is not asked. */
    default OptionalDouble accumulatorsOnly() {
      return OptionalDouble.empty();
    }

    /** Whether the rank is by what fake reports can do. */
    default boolean ranksByShift() {
      return false;
    }

    /** Days on which the same people answer. */
    default OptionalInt days() {
      return OptionalInt.empty();
    }

    /** On how many of these days a person's value is another than the day before. */
    default OptionalInt changes() {
      return OptionalInt.empty();
    }

    /** What bounds vectors. */
    BallProtocol.Norm norm();

    /** Whether a workload is named. */
    boolean hasWorkload();

    /** The workload over a domain. */
    Workload workload(int domain);

    /** Mechanisms for workloads. */
    List<String> mechanisms();

    /** Who hears of slow work. */
    Progress.Listener progress();

    /** The items, or coordinates; refused if they are missing. */
    default int requiredDomain() {
      return domain().orElseThrow(() -> new MissingOption("--domain"));
    }

    /** The days; refused if they are missing. */
    default int requiredDays() {
      return days().orElseThrow(() -> new MissingOption("--days"));
    }

    /** The people; refused if nobody says how many. */
    default long requiredUsers() {
      return users().orElseThrow(() -> new MissingOption("--users"));
    }

    /** The number of queries; refused if it is missing. */
    default int requiredQueries() {
      return queries().orElseThrow(() -> new MissingOption("--queries"));
    }

    /** Refuses unless there is a number of users or an error, which is one of shares. */
    default void requireSize() {
      if (users().isEmpty() && error().isEmpty()) {
        throw new MissingOption("--users or --error");
      }
      Require.that(error().isEmpty() || (error().getAsDouble() > 0 && error().getAsDouble() < 1))
          .orRefuse(
              "an error must lie strictly between 0 and 1. Provided value: %s.", error().orElse(0));
      if (users().isPresent() && users().getAsLong() < 1) {
        throw Require.refusal("users must be at least 1. Provided value: %s.", users().getAsLong());
      }
    }

    /** The same for a task that takes nothing besides. */
    default void requireSizeAlone() {
      refuseAllButSize();
      requireSize();
    }

    /** Refuses what belongs to other tasks. */
    default void refuseAllButSize() {
      refuseQueries();
      refuseWorkload();
      refuseShift();
      refuseAccumulatorsOnly();
    }

    /** Refuses a workload where the task has none. */
    default void refuseWorkload() {
      if (hasWorkload()) {
        throw Require.refusal("--workload belongs to --task workload.");
      }
    }

    /** Refuses the question what accumulators give away, where nobody can say. */
    default void refuseAccumulatorsOnly() {
      if (accumulatorsOnly().isPresent()) {
        throw Require.refusal("--accumulators-only belongs to --task histogram and --task mean.");
      }
    }

    /** Refuses a rank by what fake reports can do, where nobody knows that. */
    default void refuseShift() {
      if (ranksByShift()) {
        throw Require.refusal("--rank shift belongs to --task histogram and --task mean.");
      }
    }

    /** Refuses what belongs to queries. */
    default void refuseQueries() {
      if (queries().isPresent() || beta().isPresent()) {
        throw Require.refusal("--queries and --beta belong to --task query.");
      }
    }
  }
}
