package org.sparkldp.protocols;

import java.math.BigInteger;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose values are real numbers.
 *
 * <p>Input: a finite number, and the person's cohort. Cohorts are public: a person's is a function
 * of a word that has nothing to do with the value (a {@link
 * org.sparkldp.protocols.random.PublicHash public hash} of the id, or a coin), and of the person's
 * stratum where each of several strata of people (countries, say) has its own estimate. The report
 * depends on one of finitely many <em>inputs</em> of the cohort, such as a cell of the line or a
 * point of a fixed grid; nothing behind {@link #input} sees a floating-point number, so no artefact
 * of one can reach a report.
 *
 * @param <R> a report; it shows its cohort wherever the estimate needs it
 */
public abstract class NumberProtocol<R> extends SpecifiedProtocol<Double, R> implements Audited<R> {
  /** The least value of a range. */
  public static final Parameter LOWER =
      Parameter.real("lower", "smallest value that is accepted").example("0.0");

  /** The largest value of a range. */
  public static final Parameter UPPER =
      Parameter.real("upper", "largest value that is accepted, above lower").example("1.0");

  protected NumberProtocol(ProtocolSpec spec, Guarantee guarantee) {
    super(spec, guarantee);
  }

  @Override
  public final ValueType valueType() {
    return ValueType.NUMBER;
  }

  /** Strata of people that have estimates of their own; at least 1. */
  public int strata() {
    return 1;
  }

  /** Cohorts, those of all strata together; at least 1. */
  public int cohorts() {
    return 1;
  }

  /**
   * The cohort of a person: by default each is as likely as another.
   *
   * @param stratum in [0, strata)
   * @param word uniform, independent of the value
   * @return in [0, cohorts)
   */
  public int cohort(int stratum, long word) {
    return (int) Math.multiplyHigh(word >>> 1, 2L * cohorts());
  }

  /** Inputs of a cohort; at least 2. */
  public abstract long inputs(int cohort);

  /** Whether {@link #input} takes a value. */
  public boolean accepts(double value) {
    return Double.isFinite(value);
  }

  /**
   * The part of a value on which the cohort's report depends. If values have an order, inputs keep
   * it.
   *
   * @param value one that is {@link #accepts accepted}; another is refused without being shown
   * @return in [0, inputs(cohort))
   */
  public abstract long input(double value, int cohort);

  /**
   * One report.
   *
   * @param input in [0, inputs(cohort))
   */
  public abstract R report(long input, int cohort, RandomSource source);

  /**
   * How much more a report of the cohort speaks for one input than for another, in any unit; audits
   * look for the reports where it is largest.
   */
  public abstract double contrast(R report, long input, long other, int cohort);

  @Override
  public final List<Cohort<R>> eachCohort() {
    return new AbstractList<>() {
      @Override
      public int size() {
        return cohorts();
      }

      @Override
      public Cohort<R> get(int cohort) {
        long inputs = inputs(Objects.checkIndex(cohort, size()));
        return new Cohort<>(
            inputs,
            (input, source) -> report(place(input, inputs), cohort, source),
            (report, input, other) ->
                contrast(report, place(input, inputs), place(other, inputs), cohort),
            -1);
      }
    };
  }

  /** Draws the cohort (of stratum 0) by the first coin; where ids are known they should decide. */
  @Override
  public final Randomizer<Double, R> randomizer() {
    return new Randomizer<>() {
      @Override
      public R randomize(Double value, RandomSource source) {
        int cohort = cohort(0, source.nextLong());
        return report(input(value, cohort), cohort, source);
      }

      @Override
      public long encode(Double value) {
        return Double.doubleToLongBits(value + 0.0); // -0.0 is 0.0
      }
    };
  }

  /** Refuses NaN and infinities, never showing which. */
  protected static void requireFinite(double value) {
    if (!Double.isFinite(value)) {
      throw Require.refusal(
          "a value must be a finite number. One was not (it is not shown); leave it out or map it"
              + " first.");
    }
  }

  /** Refuses ends that make no range. */
  public static void requireRange(double lower, double upper) {
    Require.that(lower < upper && upper - lower < Double.POSITIVE_INFINITY)
        .orRefuse(
            "lower must be below upper, both finite. Provided values: %s and %s.", lower, upper);
  }

  /** Refuses a value that a protocol with a range does not accept, without showing it. */
  protected final void requireAccepted(double value) {
    requireFinite(value);
    if (!accepts(value)) {
      throw Require.refusal(
          "a value must lie between lower and upper of %s. One did not (it is not shown); widen the"
              + " range, or set outside=clip.",
          spec());
    }
  }

  /**
   * Where a cohort's input of that number is. They are numbered anew: the ends first, then strides
   * of the golden section, so that the first few lie everywhere and each is met once.
   */
  private static long place(long input, long inputs) {
    if (input < 2) {
      return input == 0 ? 0 : inputs - 1;
    }
    BigInteger between = BigInteger.valueOf(inputs - 2);
    BigInteger stride = BigInteger.valueOf((long) (0.618 * (inputs - 2)) + 1);
    while (!stride.gcd(between).equals(BigInteger.ONE)) {
      stride = stride.add(BigInteger.ONE);
    }
    return 1 + stride.multiply(BigInteger.valueOf(input - 2)).mod(between).longValueExact();
  }
}
