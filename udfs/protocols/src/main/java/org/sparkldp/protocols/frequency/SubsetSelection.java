package org.sparkldp.protocols.frequency;

import java.util.Optional;
import java.util.OptionalInt;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Subset selection: a report is a set of {@code size} items, which holds the own one with
 * probability p and is otherwise uniform. The most accurate of the oracles at every k and epsilon;
 * its report and its making cost most.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 65,536. Report: k packed bits with {@code size} ones, ⌈k/8⌉
 * bytes. Guarantee: epsilon-LDP, a set is e^epsilon times as likely under its members as under the
 * other items. Support: the members; p = s e^eps/(s e^eps + k − s) for size s, and q = (s − p)/(k −
 * 1). Estimator and standard error: {@link PureEstimator}; at s = k/(e^eps + 1), where p = 1/2, the
 * variance at small counts is 4 n (s − 1/2)(k − s − 1/2)/(k − 2s)², just below the 4 n e^eps/(e^eps
 * − 1)² of oue. Cost: a word for the own item and one for each other member (Floyd's algorithm); 8
 * k bytes to accumulate. Errors: epsilon, k or size out of range; an item outside [0, k) is refused
 * without being named.
 *
 * <p><b>Size.</b> The sum of the variances over all items is the same for every distribution of
 * people, n [k q(1−q)/(p−q)² + (1−p−q)/(p−q)], and least at s = k/(e^eps + 1); the default is the
 * better of the two integers around it, at least 1. Beyond k/2 both variance and work only grow, so
 * that larger sizes are refused.
 *
 * <p><b>Integers in use.</b> Those of {@link RandomSubset}.
 *
 * <p>Source: Ye &amp; Barg, "Optimal Schemes for Discrete Distribution Estimation under Locally
 * Differential Privacy", IEEE Trans. Information Theory 64(8), 2018; Wang, Huang, Wang, Nie, Xu,
 * Yang, Li &amp; Qiao, "Mutual Information Optimally Local Private Discrete Distribution
 * Estimation", 2016 (k-subset mechanism).
 */
public final class SubsetSelection extends BitOracle implements Compiled {
  private static final Wire WIRE =
      new Wire(
          "BINARY: k bits, exactly `size` of them 1",
          "Bernoulli(2^64 - o) for the own item, o out of 2^64 leaving it out; "
              + "then Floyd's algorithm: for j = k - 1 - others to k - 2, u = Uniform(j "
              + "+ 1), and j is taken if u is already, else u; a taken place equal to "
              + "the item stands for item k - 1",
          "ones by bit");

  private final int size;
  private final long leaveOut;

  private SubsetSelection(Parameters given, int k, int size, long leaveOut) {
    super(
        given.with("size", size).spec(),
        Guarantee.pure(given.epsilon(), RandomSubset.exactEpsilon(k, size, leaveOut)),
        k,
        RandomSubset.support(k, size, Thresholds.probability(leaveOut)),
        OptionalInt.of(size));
    this.size = size;
    this.leaveOut = leaveOut;
  }

  private static SubsetSelection of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    int size = given.optionalInteger("size").orElseGet(() -> bestSize(epsilon, k));
    Require.that(size >= 1 && size <= k / 2)
        .orRefuse(
            "size (items in a report) must be between 1 and k/2 = %s. Provided value: %s. Leave it"
                + " out for the best.",
            k / 2, size);
    return new SubsetSelection(given, k, size, RandomSubset.leaveOut(epsilon, k, size));
  }

  /** The number of items in a report at which the errors are least. */
  public static int bestSize(double epsilon, int k) {
    int smaller = Math.max(1, (int) (k / (StrictMath.exp(epsilon) + 1)));
    int larger = Math.min(smaller + 1, k / 2);
    return meanVariance(epsilon, k, larger) < meanVariance(epsilon, k, smaller) ? larger : smaller;
  }

  /** The mean of the items' variances, per person. */
  private static double meanVariance(double epsilon, int k, int size) {
    return RandomSubset.support(k, size, RandomSubset.exclusion(epsilon, k, size))
        .variance(1.0 / k, 1);
  }

  /** Items in a report. */
  public int size() {
    return size;
  }

  @Override
  public void randomize(int item, RandomSource source, long[] words) {
    requireItem(item);
    RandomSubset.draw(item, k(), size, leaveOut, source, words);
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(
        Recipe.of("subset").with("k", k()).with("size", size).words("leave_out", leaveOut));
  }

  /** {@code subset(epsilon,k,size)}. */
  public static final Declaration<SubsetSelection> DECLARATION =
      Declaration.named(
              "subset",
              9,
              "subset selection: a set of items, more likely one that holds the own item")
          .takes(
              Parameter.EPSILON,
              UnaryEncoding.K,
              Parameter.integer("size", "items in a report, 1 to k/2")
                  .optional("the best near k/(e^epsilon + 1)"))
          .sends(WIRE)
          .variants("", "size=2")
          .makes(SubsetSelection::of);
}
