package org.sparkldp.jobs.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.protocols.check.Require;

/**
 * The expected error of an answer, before anybody is asked. It knows the question and the number of
 * people, nothing of their values.
 *
 * @param answer names the answer, such as "each count"
 * @param beside what the error is shown beside, such as "an item that 1 in 5 people hold"
 * @param unit of the error, such as "people"; empty for the column's own
 * @param relativeError standard error beside it, with one person; with n people it is this over
 *     sqrt(n)
 * @param size of what it is beside; of counts, as a fraction of people
 * @param countsPeople whether answers are counts of people, and so grow with them
 */
public record Forecast(
    String answer,
    String beside,
    String unit,
    double relativeError,
    double size,
    boolean countsPeople) {
  /** Half of the width of a 95 % interval, in standard errors. */
  private static final double WIDTH = 1.959964;

  /** The error that people ask for first. */
  private static final double WANTED = 0.05;

  /** At this error, an answer says that there is something, and little more. */
  private static final double LEAST = 0.5;

  /** People on whom a variance is computed before it is scaled; large, so that none is lost. */
  public static final long PEOPLE = 1_000_000_000_000L;

  private static final MathContext DIGITS = new MathContext(2, RoundingMode.HALF_UP);

  public Forecast {
    Require.that(isKnown(relativeError, size))
        .orRefuse(
            "a forecast must have an error and a size. Provided: %s, %s.", relativeError, size);
  }

  private static boolean isKnown(double relativeError, double size) {
    return relativeError >= 0
        && size > 0
        && Double.isFinite(relativeError)
        && Double.isFinite(size);
  }

  /** Of counts; none where a formula gives no number, for which nobody's run is refused. */
  public static Optional<Forecast> ofCounts(
      String answer, String beside, double relativeError, double size) {
    return isKnown(relativeError, size)
        ? Optional.of(new Forecast(answer, beside, "people", relativeError, size, true))
        : Optional.empty();
  }

  /** Of numbers, in their own unit; none where there is no error, or where it is no number. */
  public static Optional<Forecast> ofNumbers(
      String answer, String beside, OptionalDouble relativeError, double size) {
    return relativeError.isPresent() && isKnown(relativeError.getAsDouble(), size)
        ? Optional.of(new Forecast(answer, beside, "", relativeError.getAsDouble(), size, false))
        : Optional.empty();
  }

  /** Half of the width of the answer's 95 % interval among n people, in the answer's unit. */
  public double error(long people) {
    return relative(people) * size * (countsPeople ? people : 1);
  }

  /** The same beside the answer. */
  public double relative(long people) {
    return WIDTH * relativeError / Math.sqrt(people);
  }

  /** The people needed for such an error beside the answer. */
  public double users(double error) {
    double ratio = WIDTH * relativeError / error;
    return ratio * ratio;
  }

  /** Whether so few people say nothing: the error is as large as what it is beside. */
  public boolean isTooFew(long people) {
    return relative(people) >= 1;
  }

  /** What to expect of so many people, in one sentence. */
  public String sentence(long people) {
    return String.format(
        Locale.ROOT,
        "%,d people: expect an error of about %s%s either way (95 %% interval) in %s, which is %s"
            + " %% of %s; for 5 %% of that, about %s people are needed",
        people,
        text(error(people)),
        unit.isEmpty() ? "" : " " + unit,
        answer,
        text(100 * relative(people)),
        beside,
        text(users(WANTED)));
  }

  /** What to do where there are too few, in one sentence. */
  public String warning() {
    return String.format(
        Locale.ROOT,
        "warning: these are too few people to say anything of %s, because the error is larger than"
            + " that; ask about %s people or more, coarser or fewer items, or with a larger"
            + " epsilon",
        beside,
        text(users(LEAST)));
  }

  /** The error of so many people and the fraction of the answer, as a table shows them. */
  public String cell(long people) {
    return text(error(people)) + (unit.isEmpty() ? "" : " " + unit);
  }

  /** Two digits, as nobody would believe more of them. */
  public static String text(double number) {
    BigDecimal rounded = new BigDecimal(number).round(DIGITS);
    return rounded.abs().compareTo(BigDecimal.TEN) < 0
        ? rounded.stripTrailingZeros().toPlainString()
        : String.format(Locale.ROOT, "%,d", rounded.toBigInteger());
  }
}
