package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/**
 * A request for a strategy.
 *
 * @param epsilon in nats
 * @param workload the queries that it must answer
 * @param mechanism {@value #OPTIMIZED}, or another mechanism by name
 */
public record StrategyRequest(double epsilon, Workload workload, String mechanism) {
  /** The default: the best that is known. */
  public static final String OPTIMIZED = "optimized";

  public StrategyRequest {
    Epsilon.require(epsilon);
  }

  /** Canonical text. */
  public ProtocolSpec spec() {
    ProtocolSpec spec =
        ProtocolSpec.named("factorization")
            .with("epsilon", epsilon)
            .with("workload", workload.name())
            .with("domain", workload.domain());
    String attributes = attributesText(workload);
    return (attributes.isEmpty() ? spec : spec.with("attributes", attributes))
        .with("mechanism", mechanism);
  }

  /** Such as 4x3x2; empty if a plain domain means the same. */
  private static String attributesText(Workload workload) {
    Workload plain;
    try {
      plain = Workloads.parse(workload.name(), Workloads.matrices(workload), workload.domain());
    } catch (IllegalArgumentException e) {
      plain = null; // such as marginals, of a domain that is no power of two
    }
    return workload.equals(plain)
        ? ""
        : Arrays.stream(workload.attributes())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining("x"));
  }

  /**
   * Reads what {@link #spec} prints in {@code attributes}, or takes the domain as one attribute.
   */
  public static int[] attributes(String text, int domain) {
    if (text.isEmpty()) {
      return new int[] {domain};
    }
    int[] attributes;
    try {
      attributes = Arrays.stream(text.split("x", -1)).mapToInt(Integer::parseInt).toArray();
    } catch (NumberFormatException e) {
      throw Require.refusal(e, "attributes must be sizes such as 4x3x2. Provided value: %s.", text);
    }
    Require.that(Arrays.stream(attributes).asLongStream().reduce(1, (a, b) -> a * b) == domain)
        .orRefuse(
            "the product of attributes must be the domain, %s. Provided value: %s.", domain, text);
    return attributes;
  }
}
