package org.sparkldp.protocols;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose values are vectors of real numbers.
 *
 * <p>Input: {@link #d} finite numbers. A report depends on a vector of integers, their point on a
 * fixed grid; nothing behind {@link #input} sees a floating-point number, so no artefact of one can
 * reach a report. By default people have no public cohort; where they do, a public word decides it,
 * as it does of {@link NumberProtocol}.
 *
 * @param <R> a report
 */
public abstract class VectorProtocol<R> extends SpecifiedProtocol<double[], R>
    implements Audited<R> {
  private static final PublicHash HASH = new PublicHash("spark-ldp vectors");

  protected VectorProtocol(ProtocolSpec spec, Guarantee guarantee) {
    super(spec, guarantee);
  }

  @Override
  public final ValueType valueType() {
    return ValueType.VECTOR;
  }

  /** Numbers in a value. */
  public abstract int d();

  /** Whether {@link #input} takes a value. */
  public abstract boolean accepts(double[] value);

  /**
   * The part of a value on which reports depend.
   *
   * @param value one that is {@link #accepts accepted}; another is refused without being shown
   */
  public abstract int[] input(double[] value);

  /**
   * The part of a person's value on which the report depends where the person's public cohort, such
   * as the table that is asked, is known. By default nobody has one.
   *
   * @param publicWord uniform, independent of the value; asked once at most
   */
  public int[] input(double[] value, LongSupplier publicWord) {
    return input(value);
  }

  /** An input as the word that enters keyed randomness; two share one with a chance of 2^-64. */
  public static long word(int[] input) {
    return HASH.word(input);
  }

  /**
   * One report.
   *
   * @param input what {@link #input} gave
   */
  public abstract R report(int[] input, RandomSource source);

  /**
   * How much more a report speaks for one input than for another, in any unit; audits look for the
   * reports where it is largest.
   */
  public abstract double contrast(R report, int[] input, int[] other);

  /** How many inputs audits compare, at least 2. */
  public abstract int corners();

  /**
   * An input that audits compare. Those numbered 0 and 1 lie as far apart as any.
   *
   * @param number in [0, corners)
   */
  public abstract int[] corner(int number);

  /** By default one cohort, whose inputs are the corners. */
  @Override
  public List<Cohort<R>> eachCohort() {
    int[][] first = {corner(0), corner(1)}; // what attacks ask for again
    IntFunction<int[]> corner = number -> number < 2 ? first[number] : corner(number);
    return List.of(
        new Cohort<>(
            corners(),
            (input, source) -> report(corner.apply((int) input), source),
            (report, input, other) ->
                contrast(report, corner.apply((int) input), corner.apply((int) other)),
            -1));
  }

  @Override
  public final Randomizer<double[], R> randomizer() {
    return new Randomizer<>() {
      @Override
      public R randomize(double[] value, RandomSource source) {
        return report(input(value), source);
      }

      @Override
      public long encode(double[] value) {
        return word(input(value));
      }
    };
  }

  /** Refuses a value of another length. */
  protected final void requireLength(double[] value) {
    if (value.length != d()) {
      throw Require.refusal(
          "a vector must have d = %s coordinates. One had %s.", d(), value.length);
    }
  }

  /** The refusal of a value with a coordinate that is no number, or infinite. */
  protected static IllegalArgumentException notFinite() {
    return Require.refusal(
        "a vector's coordinates must be finite numbers. One was not (it is not shown); leave the"
            + " vector out or map it first.");
  }
}
