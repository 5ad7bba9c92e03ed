package org.sparkldp.analysis.denoise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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
                new IllegalArgumentException(
                    parameter
                        + " must be "
                        + Arrays.stream(type.getEnumConstants())
                            .map(Choices::written)
                            .collect(Collectors.joining(" or "))
                        + ". Provided value: "
                        + text
                        + "."));
  }

  /** True or false as specs write it. */
  static boolean truth(String parameter, String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException(
          parameter + " must be true or false. Provided value: " + text + ".");
    }
    return text.equals("true");
  }

  /** Three significant digits. */
  static String digits(double value) {
    return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
