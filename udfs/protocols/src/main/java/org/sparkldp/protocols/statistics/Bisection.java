package org.sparkldp.protocols.statistics;

import java.util.function.DoubleBinaryOperator;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;

/**
 * The place where a condition begins to hold, by bisection: an interval in which that happens. The
 * condition must not hold up to some number, and hold from there on. It is never asked at the ends
 * that a caller gives.
 *
 * @param low where it does not hold yet, or the lower end that was given
 * @param high where it holds, or the upper end that was given
 */
public record Bisection(double low, double high) {

  /** The interval, halved so many times, or until no double lies between its ends. */
  public static Bisection halve(double low, double high, int times, DoublePredicate holds) {
    return search(low, high, times, holds, (a, b) -> (a + b) / 2);
  }

  /** The interval, halved until no double lies between its ends. */
  public static Bisection halve(double low, double high, DoublePredicate holds) {
    return halve(low, high, Integer.MAX_VALUE, holds);
  }

  /** As {@link #halve}, at geometric means; ends above 0. */
  public static Bisection halveFactor(double low, double high, int times, DoublePredicate holds) {
    return search(low, high, times, holds, (a, b) -> StrictMath.sqrt(a * b));
  }

  private static Bisection search(
      double from, double to, int times, DoublePredicate holds, DoubleBinaryOperator between) {
    double low = from;
    double high = to;
    for (int i = 0; i < times; i++) {
      double middle = between.applyAsDouble(low, high);
      if (middle <= low || middle >= high) {
        break;
      }
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return new Bisection(low, high);
  }

  /** The first of {@code start}, twice that, four times that … at which a condition holds. */
  public static double doubled(double start, DoublePredicate holds) {
    double at = start;
    while (!holds.test(at)) {
      at *= 2;
    }
    return at;
  }

  /** The least number in ({@code before}, {@code last}) at which it holds; last, if at none. */
  public static long first(long before, long last, LongPredicate holds) {
    long low = before;
    long high = last;
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  public double middle() {
    return (low + high) / 2;
  }
}
