package org.sparkldp.protocols.frequency;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.Wire;

/**
 * One question each: of a random item, whether it is the person's own, answered by randomized
 * response. A person need not know the domain, only the item that they are asked about.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 65,536. Report: cell 2 j + 1 for yes to item j and 2 j for no;
 * 4 bytes. Guarantee: epsilon-LDP. Support: item j if the answer is yes; p = e^eps/(k (e^eps + 1)),
 * q = 1/(k (e^eps + 1)). Estimator and standard error: {@link PureEstimator}. Cost: two words; 16 k
 * bytes to accumulate. Errors: k or epsilon out of range; an item outside [0, k) is refused without
 * being named.
 */
public final class OneItemResponse extends CellOracle {
  private final KaryResponse answer;
  private final PureEstimator estimator;

  private OneItemResponse(double epsilon, int k, KaryResponse answer) {
    super(
        ProtocolSpec.named("one-item").with("epsilon", epsilon).with("k", k),
        Guarantee.pure(epsilon, answer.exactEpsilon()),
        k,
        2 * k);
    this.answer = answer;
    this.estimator = new PureEstimator(answer.p() / k, answer.q() / k);
  }

  public static OneItemResponse of(double epsilon, int k) {
    Epsilon.require(epsilon);
    requireK(k, KaryResponse.MAX_K, "For a larger domain use hadamard or olh.");
    return new OneItemResponse(epsilon, k, KaryResponse.of(epsilon, 2));
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    int asked = source.uniform(k());
    return 2 * asked + answer.randomize(asked == item ? 1 : 0, source);
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    long[] yes = new long[k()];
    for (int item = 0; item < yes.length; item++) {
      yes[item] = reports.count(2 * item + 1);
    }
    return estimator.estimate(reports.n(), yes, confidence);
  }

  @Override
  public double[] variances(long[] counts) {
    return estimator.variances(counts);
  }

  @Override
  public double contrast(Integer report, int item, int other) {
    int sign = report % 2 == 1 ? 1 : -1;
    return (report / 2 == item ? sign : 0) - (report / 2 == other ? sign : 0);
  }

  /** Provides {@code one-item(epsilon,k)}. */
  public static final class Provider extends ProtocolProvider {
    public Provider() {
      super(
          "one-item",
          44,
          "one question each: whether a random item is the person's own",
          List.of(Parameter.EPSILON, Parameter.K),
          given -> of(given.real("epsilon"), given.integer("k")));
    }

    @Override
    public Optional<Wire> wire() {
      return Optional.of(
          new Wire(
              "INT: 2 j + 1 for yes to item j, 2 j for no",
              "Uniform(k) for j; KeepOrOther(1 if j is the item, else 0, 2, weight)",
              "reports by cell"));
    }
  }
}
