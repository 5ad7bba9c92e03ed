package org.sparkldp.datasets;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * One number a generator family can be asked with: its default and its range.
 *
 * @param name lower case letters and digits, a letter first
 * @param meaning one phrase with the unit
 * @param integral whether only whole numbers are allowed; they then fit an int
 * @param byDefault the value when none is given, in [lower, upper]
 * @param lower smallest allowed value
 * @param upper greatest allowed value
 */
public record GeneratorParameter(
    String name, String meaning, boolean integral, double byDefault, double lower, double upper) {

  public GeneratorParameter {
    if (!(lower <= byDefault && byDefault <= upper)) {
      throw GeneratorRefusal.of(
          "The default of %s must be in [%s, %s]. Provided value: %s. Widen the range or move the"
              + " default.",
          name, lower, upper, byDefault);
    }
  }

  /** A whole number in [lower, upper]. */
  public static GeneratorParameter integer(
      String name, String meaning, int byDefault, int lower, int upper) {
    return new GeneratorParameter(name, meaning, true, byDefault, lower, upper);
  }

  /** A finite number in [lower, upper]. */
  public static GeneratorParameter real(
      String name, String meaning, double byDefault, double lower, double upper) {
    return new GeneratorParameter(name, meaning, false, byDefault, lower, upper);
  }

  /** The range as a sentence needs it: {@code an integer in [2, 1048576]}. */
  public String range() {
    return (integral ? "an integer in [" : "a number in [")
        + text(lower)
        + ", "
        + text(upper)
        + "]";
  }

  /** The value a user wrote, inside the range or refused. */
  double parse(String text) {
    double value;
    try {
      value = integral ? Integer.parseInt(text) : new BigDecimal(text).doubleValue();
    } catch (NumberFormatException e) {
      throw refusal(text, e);
    }
    if (!(value >= lower && value <= upper)) {
      throw refusal(text, null);
    }
    return value + 0.0; // -0 becomes 0: one value, one text.
  }

  private IllegalArgumentException refusal(String text, NumberFormatException cause) {
    return GeneratorRefusal.of(
        cause,
        "%s (%s) must be %s. Provided value: %s. Leave it out for the default %s.",
        name,
        meaning,
        range(),
        text,
        text(byDefault));
  }

  /**
   * The canonical text of a value: an integer as it is, another number as the shortest decimal that
   * reads back as the same double, with a point.
   *
   * <p>Not {@link Double#toString(double)}, whose digits depend on the JVM's version (JDK-4511638).
   */
  String text(double value) {
    if (integral) {
      return Integer.toString((int) value);
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal shortest = exact;
    for (int digits = 1; digits <= 17; digits++) {
      shortest = exact.round(new MathContext(digits));
      if (shortest.doubleValue() == value) {
        break;
      }
    }
    shortest = shortest.stripTrailingZeros();
    return (shortest.scale() < 1 ? shortest.setScale(1) : shortest).toPlainString();
  }
}
