package org.sparkldp.jobs.plan;

import java.io.Serializable;
import java.math.BigDecimal;
import java.text.Normalizer;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The spelling of names and numbers by people and programs: what looks alike, and which texts are
 * one number.
 */
public final class Spelling implements Serializable {
  private static final long serialVersionUID = 1;

  /** What {@link #whole} gives for a text that is no whole number. */
  public static final long NONE = Long.MIN_VALUE;

  /** What nobody sees at an end: blanks, and marks without a width but those that end a flag. */
  private static final String UNSEEN = "[\\s\\p{Z}\\p{Cf}&&[^\\x{E0020}-\\x{E007F}]]";

  private static final Pattern ENDS = Pattern.compile("^" + UNSEEN + "+|" + UNSEEN + "+$");

  /** Characters that nobody types: no-break and zero-width spaces, byte order marks. */
  private static final Pattern STRANGE_END =
      Pattern.compile("^(?!\\s)" + UNSEEN + "|(?!\\s)" + UNSEEN + "$");

  /** The integer part has no leading zeros: 01234 is a postal code. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:0|[1-9][0-9]{0,400})(?:[.][0-9]*)?(?:[eE][+-]?[0-9]{1,3})?");

  private static final Pattern ANY_NUMBER =
      Pattern.compile("[+-]?[0-9]{1,400}(?:[.][0-9]*)?(?:[eE][+-]?[0-9]{1,3})?");

  /** Without blanks and marks at its ends, those that nobody sees among them. */
  public static String stripped(String text) {
    return ENDS.matcher(text).replaceAll("");
  }

  /** What texts that look alike have in common. */
  static String seen(String text) {
    return stripped(Normalizer.normalize(text, Normalizer.Form.NFC)).replaceAll("\\p{Z}", " ");
  }

  /** Whether it begins or ends with what nobody sees and nobody types. */
  static boolean hasStrangeEnd(String text) {
    return STRANGE_END.matcher(text).find();
  }

  /** A number in its shortest spelling, 21 for 21.0 and 2.1E1; empty for another text. */
  static Optional<String> number(String text) {
    return NUMBER.matcher(text).matches()
        ? Optional.of(new BigDecimal(text).stripTrailingZeros().toPlainString())
        : Optional.empty();
  }

  /** The whole number that a text spells, 21 for 21.0; {@link #NONE} where it spells none. */
  public long whole(UTF8String text) {
    String number = text.toString().strip();
    try {
      return ANY_NUMBER.matcher(number).matches() ? new BigDecimal(number).longValueExact() : NONE;
    } catch (ArithmeticException e) { // of a fraction, or too large
      return NONE;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Spelling;
  }

  @Override
  public int hashCode() {
    return 1;
  }

  /** As plans show it. */
  @Override
  public String toString() {
    return "number";
  }
}
