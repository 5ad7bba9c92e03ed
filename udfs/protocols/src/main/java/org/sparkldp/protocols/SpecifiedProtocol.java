package org.sparkldp.protocols;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol that is its spec: what all kinds of protocols here share.
 *
 * @param <V> a value
 * @param <R> a report
 */
public abstract class SpecifiedProtocol<V, R> implements Protocol<V, R> {
  private final ProtocolSpec spec;
  private final Guarantee guarantee;

  protected SpecifiedProtocol(ProtocolSpec spec, Guarantee guarantee) {
    this.spec = spec;
    this.guarantee = guarantee;
  }

  @Override
  public final ProtocolSpec spec() {
    return spec;
  }

  @Override
  public final Guarantee guarantee() {
    return guarantee;
  }

  /** Refuses an accumulator of another protocol. */
  public final void requireOwn(Accumulator<?> reports) {
    Require.that(reports.spec().equals(spec))
        .orRefuse(
            "reports must be estimated by their own protocol. This one: %s ; the reports': %s.",
            spec, reports.spec());
  }

  /** Two protocols are the same exactly when their canonical specs are. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof SpecifiedProtocol<?, ?> that && spec.equals(that.spec);
  }

  @Override
  public final int hashCode() {
    return spec.hashCode();
  }

  @Override
  public final String toString() {
    return spec.toString();
  }
}
