package org.sparkldp.analysis.denoise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sparkldp.protocols.check.Require;

/** Words of specs and settings. */
final class Choices {
  private Choices() {}

  /** A constant as specs write it. */
  static String written(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /** The constant that a spec's text names. */
  static <E extends Enum<E>> E choose(Class<E> type, String parameter, String text) {
    return Arrays.stream(type.getEnumConstants())
        .filter(choice -> written(choice).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "%s must be %s. Provided value: %s.",
                    parameter,
                    Arrays.stream(type.getEnumConstants())
                        .map(Choices::written)
                        .collect(Collectors.joining(" or ")),
                    text));
  }

  /** True or false as specs write it. */
  static boolean truth(String parameter, String text) {
    Require.that(text.equals("true") || text.equals("false"))
        .orRefuse("%s must be true or false. Provided value: %s.", parameter, text);
    return text.equals("true");
  }

  /** Three significant digits. */
  static String digits(double value) {
    return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
