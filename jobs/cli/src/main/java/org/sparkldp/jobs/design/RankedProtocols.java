package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleToLongFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Ranking of protocols, without any data: a row a protocol, the best first. */
public final class RankedProtocols {
  private RankedProtocols() {}

  /**
   * A protocol's row in a ranking.
   *
   * @param mechanism its name there
   * @param users people who answer
   */
  public record Ranked(
      String mechanism, ProtocolSpec spec, int reportBytes, double standardError, long users) {
    /** Of a protocol under its own name. */
    public static Ranked of(Protocol<?, ?> protocol, double standardError, long users) {
      int bytes = protocol.reportType().bytes();
      return new Ranked(protocol.spec().name(), protocol.spec(), bytes, standardError, users);
    }
  }

  /** The columns that say how good the first row of a ranking is, each with its words. */
  private static final List<Map.Entry<String, String>> WORTH =
      List.of(
          Map.entry("users_needed", "with %s people"),
          Map.entry("sample_complexity_worst", "%s people needed in the worst case"),
          Map.entry("tolerance", "all answers within %s"),
          Map.entry("found_from", "words found from %s holders on"),
          Map.entry("standard_error", "a standard error of %s"),
          Map.entry("error_with_model", "a pair's total variation of about %s"),
          Map.entry("users_for_5_percent", "of .05 with about %s people"),
          Map.entry("error_of_a_day", "a standard error of %s on a day"),
          Map.entry("error_of_their_mean", "of %s for the mean of the days"),
          Map.entry("epsilon_of_any_history", "epsilon %s over any history of values"),
          Map.entry("report_bytes", "a report of %s bytes"));

  /** What to take and why, of a ranking's first row, in one sentence. */
  public static String sentence(TablePrinter ranked) {
    String what =
        Stream.of("spec", "mechanism")
            .flatMap(column -> ranked.cell(0, column).stream())
            .findFirst()
            .orElse("nothing");
    List<String> worth = new ArrayList<>();
    for (Map.Entry<String, String> each : WORTH) {
      ranked
          .cell(0, each.getKey())
          .map(RankedProtocols::grouped)
          .map(each.getValue()::formatted)
          .ifPresent(worth::add);
    }
    String way = ranked.cell(0, "way").map(name -> ", " + name).orElse("");
    return "take " + what + way + ": " + String.join(", ", worth);
  }

  /** A whole number as in 10,000; others as they are. */
  private static String grouped(String number) {
    return number.matches("[0-9]{1,18}")
        ? String.format(Locale.ROOT, "%,d", Long.parseLong(number))
        : number;
  }

  /** The columns of every ranking of protocols; it adds its own. */
  public static <T> TableLayout<T> columns(
      String task, DesignRequest asked, Function<T, Ranked> of) {
    return new TableLayout<T>()
        .with("task", row -> task)
        .with("mechanism", row -> of.apply(row).mechanism())
        .with("domain", row -> asked.domain())
        .with("epsilon", row -> asked.epsilon())
        .with("standard_error", row -> of.apply(row).standardError())
        .with("users_needed", row -> of.apply(row).users())
        .with("report_bytes", row -> of.apply(row).reportBytes())
        .with("spec", row -> of.apply(row).spec().toString());
  }

  /**
   * A request for a ranking: for a number of people, or for an error.
   *
   * @param domain items, coordinates, bytes, cells or queries
   * @param epsilon nats a report
   * @param users people that there are; empty where the error is given
   * @param error that they shall have, which is one of shares; empty where the people are given
   */
  public record DesignRequest(
      int domain, double epsilon, Optional<Long> users, Optional<Double> error) {
    public DesignRequest {
      error.ifPresent(
          given ->
              Require.that(given > 0 && given < 1)
                  .orRefuse(
                      "an error must lie strictly between 0 and 1. Provided value: %s.", given));
      users.ifPresent(
          given ->
              Require.that(given >= 1)
                  .orRefuse("users must be at least 1. Provided value: %s.", given));
    }

    /** The people that there are, or as many as the error takes. */
    public long users(DoubleToLongFunction needed) {
      return users.orElseGet(() -> needed.applyAsLong(error.orElseThrow()));
    }
  }
}
