package org.sparkldp.jobs.plan;

import java.io.Serializable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;

/**
 * A public column whose numbers a plan adds up by the private item, such as {@code ms}; numbers
 * with a fraction are rounded to a step, a power of ten, as in {@code revenue in 0.01}. Immutable.
 *
 * @param column in the spelling of {@code public}
 * @param digits of the step after the point, below 0 before it; {@link #OF_TYPE} where the column's
 *     type decides
 */
public record PublicNumber(String column, int digits) implements Serializable {
  /** Of whole numbers and DECIMALs. */
  public static final int OF_TYPE = Integer.MIN_VALUE;

  private static final Pattern STEPPED = Pattern.compile("(.*) in (?:1(0{0,17})|0\\.(0{0,16}1))");

  /** Below it a DOUBLE and a BIGINT are the same whole number. */
  private static final double LARGEST = 0x1p53;

  /** As a plan has it. */
  static PublicNumber of(String text) {
    Matcher stepped = STEPPED.matcher(text);
    return stepped.matches()
        ? new PublicNumber(
            stepped.group(1),
            stepped.group(2) == null ? stepped.group(3).length() : -stepped.group(2).length())
        : new PublicNumber(text, OF_TYPE);
  }

  /** A number in steps. */
  public long steps(double number) {
    double steps = Math.rint(number * Math.pow(10, digits));
    Require.that(Math.abs(steps) <= LARGEST)
        .orRefuse(
            "a public number must be at most 2^53 steps from 0. Provided: a larger one in column"
                + " %s; name a larger step, or leave it out in a view.",
            column);
    return (long) steps;
  }
}
