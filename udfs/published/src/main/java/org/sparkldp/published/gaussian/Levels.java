package org.sparkldp.published.gaussian;

import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;

/**
 * The levels of round one: at level j the line is cut into cells of width 2^j, and a person of the
 * level's group reports the cell modulo 4 (Joseph, Kulkarni, Mao &amp; Wu, section 2, RR1). Cells
 * are counted from the lower end of the range.
 *
 * <p>The lowest level is ⌊log2 sigma⌋ (of the least sigma), at which no cell holds most values; the
 * highest is the first whose one cell holds the whole range of means, and the largest sigma.
 *
 * @param lower where cells are counted from
 * @param min the lowest level
 * @param max the highest, at least min
 */
record Levels(double lower, int min, int max) {
  /** Answers: the cell modulo this. */
  static final int ANSWERS = 4;

  static Levels of(GaussianQuestion question) {
    int min = Math.getExponent(question.sigmaMin());
    double widest = Math.max(question.upper() - question.lower(), question.sigmaMax());
    return new Levels(question.lower(), min, ceilLog2(widest));
  }

  /** ⌈log2 x⌉ for positive x. */
  static int ceilLog2(double x) {
    int floor = Math.getExponent(x);
    return Math.scalb(1.0, floor) < x ? floor + 1 : floor;
  }

  /** How many levels there are, L. */
  int count() {
    return max - min + 1;
  }

  /** Cell width of the level {@code index} places above the lowest. */
  double width(int index) {
    return Math.scalb(1.0, min + index);
  }

  /** The question that is put to the group of a level. */
  PeriodicCells cells(int index) {
    return new PeriodicCells(ANSWERS, width(index), lower);
  }
}
