package org.sparkldp.release.denoise;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Words of specs and settings. */
final class Choices {
  private Choices() {}

  /** A constant as specs write it. */
  static String written(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /** Three significant digits. */
  static String digits(double value) {
    return new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros().toPlainString();
  }
}
