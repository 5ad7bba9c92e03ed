package org.sparkldp.protocols;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose values are items of a domain.
 *
 * <p>Input: an item index in [0, k).
 *
 * @param <R> a report
 */
public abstract class ItemProtocol<R> extends SpecifiedProtocol<Integer, R>
    implements ItemReports<R>, Audited<R>, Predicted<Integer> {
  private final int k;

  protected ItemProtocol(ProtocolSpec spec, Guarantee guarantee, int k) {
    super(spec, guarantee);
    this.k = k;
  }

  @Override
  public final ValueType valueType() {
    return ValueType.ITEM;
  }

  @Override
  public final int k() {
    return k;
  }

  /**
   * The place of the first independent bit of a report; −1 if reports have none. An audit may
   * enumerate independent bits one by one. They are independent given the item and the outcomes of
   * {@link RandomSource#uniform}, and each is drawn at its own place. Bits before them show those
   * outcomes (a cohort, for instance), which do not depend on the item.
   */
  public int firstIndependentBit() {
    return -1;
  }

  /** The true answers, row by row, if counts[v] people hold item v. */
  public abstract double[] answers(long[] counts);

  /**
   * The exact variance of each estimate, in its unit squared, when counts[v] people hold item v
   * (fixed people, fresh coins).
   */
  public abstract double[] variances(long[] counts);

  /**
   * Fake people who attack target items; empty where nobody has written down how.
   *
   * @param targets different items
   */
  public Optional<Poisoning<R>> poisoning(Poisoning.PoisoningKind kind, int[] targets) {
    return Optional.empty();
  }

  @Override
  public final Expected expected(List<Integer> values, long people) {
    long[] counts = new long[k];
    values.forEach(item -> counts[item] += people);
    return new Expected(answers(counts), variances(counts));
  }

  /**
   * How much more one report speaks for one item than for another, in any unit; audits look for the
   * reports where it is largest.
   */
  public abstract double contrast(R report, int item, int other);

  /** One cohort, whose inputs are the items. */
  @Override
  public List<Cohort<R>> eachCohort() {
    return List.of(
        new Cohort<>(
            k,
            (input, source) -> report((int) input, source),
            (report, input, other) -> contrast(report, (int) input, (int) other),
            firstIndependentBit()));
  }

  @Override
  public final Randomizer<Integer, R> randomizer() {
    return new Randomizer<>() {
      @Override
      public R randomize(Integer item, RandomSource source) {
        return report(item, source);
      }

      @Override
      public long encode(Integer item) {
        return item;
      }
    };
  }

  /** Refuses an item outside [0, k), never naming it. */
  public final void requireItem(int item) {
    if (item < 0 || item >= k) {
      throw Require.refusal(
          "a value must be an item index in [0, k) of %s. One was not (it is not shown); map values"
              + " to the domain first.",
          spec());
    }
  }
}
