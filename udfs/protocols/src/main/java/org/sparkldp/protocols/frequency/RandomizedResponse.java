package org.sparkldp.protocols.frequency;

import java.util.Optional;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Randomized response: the true item with probability p, else another, each with probability q.
 * With two items this is Warner's method ({@code rr(epsilon)}); with k of them, k-ary or
 * generalized randomized response ({@code grr(epsilon,k)}). Best for small domains, k &lt; 3
 * e^epsilon + 2.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 65,536. Report: cell in [0, k), the item reported; 4 bytes.
 * Guarantee: epsilon-LDP, p/q ≤ e^epsilon. Support: the item reported; p = e^eps/(e^eps + k − 1), q
 * = 1/(e^eps + k − 1). Estimator and standard error: {@link PureEstimator}; at small counts the
 * variance is n (e^eps + k − 2)/(e^eps − 1)². Cost: one word of randomness, no branch on the item's
 * size; 8 k bytes to accumulate. Errors: k or epsilon out of range; an item outside [0, k) is
 * refused without being named.
 *
 * <p>Integers in use: {@link KaryResponse}.
 *
 * <p>Source: Warner, JASA 1965; Kairouz, Bonawitz &amp; Ramage, ICML 2016; Wang, Blocki, Li &amp;
 * Jha, USENIX Security 2017, section 4.1 (direct encoding).
 */
public final class RandomizedResponse extends PureOracle<Integer>
    implements CellProtocol, Compiled {
  /** Items of the domain. */
  static final Parameter K =
      Parameter.K.to(KaryResponse.MAX_K, "For a larger domain use hadamard or olh.");

  private static final Wire WIRE =
      new Wire(
          "INT: the item reported, in [0, k)", "KeepOrOther(item, k, weight)", "reports by cell");

  private final KaryResponse step;

  private RandomizedResponse(Parameters given, KaryResponse step) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), step.exactEpsilon()),
        step.k(),
        new PureEstimator(step.p(), step.q()));
    this.step = step;
  }

  private static RandomizedResponse of(Parameters given, int k) {
    return new RandomizedResponse(given, KaryResponse.of(given.epsilon(), k));
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    return step.randomize(item, source);
  }

  @Override
  public int cells() {
    return k();
  }

  @Override
  public boolean supports(Integer report, int item) {
    return report == item;
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(Recipe.of("choice").with("k", k()).words("weight", step.otherWeight()));
  }

  /** {@code rr(epsilon)}. */
  public static final Declaration<RandomizedResponse> RR =
      Declaration.named(
              "rr",
              1,
              "binary randomized response (Warner): the truth with probability p, else the opposite")
          .takes(Parameter.EPSILON)
          .sends(WIRE)
          .makes(given -> of(given, 2));

  /** {@code grr(epsilon,k)}. */
  public static final Declaration<RandomizedResponse> GRR =
      Declaration.named(
              "grr", 2, "k-ary randomized response: the true item with probability p, else another")
          .takes(Parameter.EPSILON, K)
          .sends(WIRE)
          .makes(given -> of(given, given.integer("k")));
}
