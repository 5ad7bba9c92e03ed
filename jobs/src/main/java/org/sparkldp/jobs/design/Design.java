package org.sparkldp.jobs.design;

import java.util.Optional;
import java.util.function.DoubleToLongFunction;
import java.util.function.Function;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** What every ranking of protocols says, without any data: a row a protocol, the best first. */
public final class Design {
  private Design() {}

  /**
   * What every ranking says of a protocol.
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

  /** The columns of every ranking of protocols; it adds its own. */
  public static <T> TableLayout<T> columns(String task, Asked asked, Function<T, Ranked> of) {
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
   * What is asked of every task, of people or of an error.
   *
   * @param domain items, coordinates, bytes, cells or queries
   * @param epsilon nats a report
   * @param users people that there are; empty where the error is given
   * @param error that they shall have, which is one of shares; empty where the people are given
   */
  public record Asked(int domain, double epsilon, Optional<Long> users, Optional<Double> error) {
    public Asked {
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
