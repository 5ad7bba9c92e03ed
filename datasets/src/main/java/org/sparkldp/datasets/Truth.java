package org.sparkldp.datasets;

import java.io.Serializable;
import java.util.List;

/**
 * The law of a column, known without looking at the data: the distribution its cells are drawn
 * from, row by row independently.
 *
 * <p>A column of small integers is both {@link Categorical} and {@link Numeric}.
 */
public sealed interface Truth extends Serializable {

  /** An identifier: no value occurs twice in a table. */
  record Unique() implements Truth {}

  /** A column with finitely many values. */
  non-sealed interface Categorical extends Truth {
    /** Every value the column can take, once; boxed as {@link Column#value} gives them. */
    List<?> values();

    /** The probability of each value, in the order of {@link #values}; sum 1 (within 1e-9). */
    double[] probabilities();
  }

  /** A column of numbers, in the column's unit. */
  non-sealed interface Numeric extends Truth {
    double mean();

    /** In the square of the column's unit. */
    double variance();

    /** The probability of a value at most x. */
    double cdf(double x);

    /**
     * The smallest x with {@code cdf(x) >= p}, up to rounding.
     *
     * @param p in (0, 1)
     */
    double quantile(double p);
  }
}
