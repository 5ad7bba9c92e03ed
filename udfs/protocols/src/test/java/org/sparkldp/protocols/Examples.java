package org.sparkldp.protocols;

import java.util.Set;
import java.util.stream.Stream;
import org.sparkldp.protocols.frequency.FrequencyOracle;

/**
 * Specs for tests of all protocols, from what the providers declare: a new one is tested at once.
 */
public final class Examples {
  private Examples() {}

  /**
   * The examples of the providers of a package.
   *
   * @param without names of protocols that are left out
   */
  public static Stream<String> of(String home, Set<String> without) {
    return Protocols.providers().stream()
        .filter(provider -> provider.getClass().getName().startsWith(home + "."))
        .filter(provider -> !without.contains(provider.name()))
        .flatMap(provider -> provider.examples().stream());
  }

  /** Frequency oracles with reports of 4 bytes at most, whose whole law takes a moment. */
  public static Stream<String> ofSmallOracles() {
    return of("org.sparkldp.protocols", Set.of("factorization"))
        .filter(
            spec ->
                Protocols.of(spec) instanceof FrequencyOracle<?> oracle
                    && oracle.reportType().bytes() <= Integer.BYTES);
  }
}
