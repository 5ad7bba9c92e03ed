package org.sparkldp.jobs.design;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.DoubleToLongFunction;
import java.util.stream.Stream;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** What every ranking of protocols says, without any data: a row a protocol, the best first. */
public final class Design {
  private Design() {}

  /** Rows of {@link #columnsWith}, the best first. */
  public static TablePrinter table(List<String> columns, List<List<Object>> rows) {
    TablePrinter printer = new TablePrinter(columns);
    rows.forEach(printer::add);
    return printer;
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
      Asked asked,
      ProtocolSpec spec,
      int reportBytes,
      double standardError,
      long users,
      Object... own) {
    return Stream.concat(
            Stream.of(
                task,
                spec.name(),
                asked.domain(),
                asked.epsilon(),
                standardError,
                users,
                reportBytes,
                spec.toString()),
            Stream.of(own))
        .toList();
  }

  /**
   * What is asked of every task.
   *
   * @param domain items, coordinates, bytes, cells or queries
   * @param epsilon nats a report
   * @param size who there are, or what error they shall have
   */
  public record Asked(int domain, double epsilon, Size size) {

    /** The people that there are, or as many as an error takes. */
    public long users(DoubleToLongFunction needed) {
      return size.users().orElseGet(() -> needed.applyAsLong(size.error().getAsDouble()));
    }
  }

  /**
   * How many people there are, or the error that they shall have, which is one of shares.
   *
   * @param users empty where the error is given
   * @param error empty where the people are given
   */
  public record Size(OptionalLong users, OptionalDouble error) {
    public Size {
      Require.that(users.isPresent() != error.isPresent())
          .orRefuse("a size is people or an error. Provided: %s, %s.", users, error);
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
  }
}
