package org.sparkldp.protocols.regression;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/**
 * Reports of gradients under a round's own spec: the counters are those of the mechanism's
 * accumulator, so that only reports of gradients at the same parameters merge.
 */
final class GradientSums<R> extends Accumulator<R> {
  private final BallProtocol<R> mechanism;
  private Accumulator<R> held;

  GradientSums(ProtocolSpec spec, String context, BallProtocol<R> mechanism) {
    this(spec, context, mechanism, mechanism.newAccumulator());
  }

  private GradientSums(
      ProtocolSpec spec, String context, BallProtocol<R> mechanism, Accumulator<R> held) {
    super(spec, context, held.width());
    this.mechanism = mechanism;
    this.held = held;
  }

  @Override
  public void add(R report) {
    add(report, 1);
  }

  @Override
  public boolean accepts(R report) {
    return held.accepts(report);
  }

  @Override
  public void add(R report, long times) {
    held.add(report, times);
    countReports(times);
  }

  @Override
  protected void flush() {
    if (held.n() > 0) {
      long[] counters = counters();
      for (int i = 0; i < counters.length; i++) {
        counters[i] = Math.addExact(counters[i], held.count(i));
      }
      held = mechanism.newAccumulator();
    }
  }

  /** The mean gradient, by the reports. */
  static double[] mean(Accumulator<?> reports, BallProtocol<?> mechanism) {
    byte[] own =
        new AccumulatorBytes(
                Protocols.declaration(mechanism.spec().name()).id(),
                mechanism.spec().toString(),
                "",
                reports.n(),
                reports.counts())
            .encode();
    return Protocols.estimate(mechanism, Protocols.readAccumulator(own, mechanism), 0.5)
        .estimates();
  }
}
