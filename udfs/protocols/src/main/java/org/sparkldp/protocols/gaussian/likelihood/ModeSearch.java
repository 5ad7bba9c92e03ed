package org.sparkldp.protocols.gaussian.likelihood;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Looks for the maxima of a likelihood over all means of a range and all sigmas between bounds,
 * coarsely; {@link Modes} polishes what is found.
 *
 * <p>The range is cut in blocks, and a block's score is the likelihood at its centre. For each
 * sigma of a grid (ratio √2), the largest first, blocks are half a sigma wide or less; those whose
 * score is hopeless are not halved for the next smaller sigma, because questions that are coarse
 * enough to matter for a wide spread speak in the same way of a narrow one. Where blocks of half
 * the largest sigma would be too many, they begin wider by a power of two; a wide block stands for
 * all means in it, so its score takes them for part of the spread: sigma² + (half a block)² in
 * place of sigma². Of repeated cells only those count whose period is a few blocks: finer ones
 * would speak of the block's centre alone, and with many answers they would speak against the block
 * that holds the mean and loudly for chance ones.
 *
 * <p>Scores come from tables, one a question, so a block costs some nanoseconds a question.
 */
public final class ModeSearch {
  /** Widest blocks in the end, by sigma. */
  private static final double BLOCK = 0.25;

  /** Blocks at most at the start. */
  private static final int START = 1 << 15;

  /** Ranges up to this many sigmas are looked through block by block. */
  public static final double REACH = START * BLOCK;

  /** Blocks at the start where coarse cells cover the range. */
  private static final int COARSE_START = 1 << 10;

  /** Blocks at most that go on to the next step. */
  private static final int BEAM = 1 << 14;

  /** Blocks of a period, at least, where cells are asked about blocks wider than in the end. */
  private static final double PERIOD_BLOCKS = 4;

  /** A block is dropped that is this many nats below the best, */
  private static final double DROP = 40;

  /** and this part of what the best is above the worst. */
  private static final double DROP_PART = 0.3;

  /** A table over one period has 2 to this many entries at least. */
  private static final int PERIOD_BITS = 6;

  /** Entries of a table over one sigma. */
  private static final int SIGMA_ENTRIES = 16;

  private final Likelihood likelihood;
  private final double lower;
  private final List<Blocks> grids = new ArrayList<>();
  private double best = Double.NEGATIVE_INFINITY; // score of a block so far

  /**
   * @param lower least mean
   * @param upper largest mean
   */
  public ModeSearch(
      Likelihood likelihood, double lower, double upper, double sigmaMin, double sigmaMax) {
    this.likelihood = likelihood;
    this.lower = lower;
    double width = BLOCK * sigmaMax;
    int start = (upper - lower) / width > START && isCovered(upper - lower) ? COARSE_START : START;
    int level = 0;
    while ((upper - lower) / width > Math.scalb((double) start, level)) {
      level++;
    }
    width = Math.scalb(width, level);
    long[] index = new long[(int) Math.ceil((upper - lower) / width)];
    Arrays.setAll(index, i -> i);
    for (; level > 0; level--) {
      best = Double.NEGATIVE_INFINITY; // wide blocks promise more than narrow ones hold
      index = halves(best(score(index, width, sigmaMax, Math.hypot(sigmaMax, width / 2))));
      width /= 2;
    }
    best = Double.NEGATIVE_INFINITY;
    int steps = (int) Math.ceil(2 * Math.log(sigmaMax / sigmaMin) / Math.log(2) - 1e-9);
    for (int i = 0; i <= steps; i++) {
      double sigma =
          i == 0 ? sigmaMax : sigmaMax * Math.pow(sigmaMin / sigmaMax, (double) i / steps);
      if (width > BLOCK * sigma * (1 + 1e-9)) {
        index = halves(index);
        width /= 2;
      }
      Blocks blocks = score(index, width, sigma, sigma);
      grids.add(blocks);
      index = best(blocks);
      if (index.length == 0) {
        break; // sigma is larger
      }
    }
  }

  private boolean isCovered(double range) {
    return likelihood.terms().stream()
        .anyMatch(t -> t.channel() instanceof PeriodicCells cells && cells.period() > range / 2);
  }

  /** The narrowest blocks that are left, for each sigma of the grid. */
  public List<Blocks> grids() {
    return grids;
  }

  /** A maximum over blocks; its height is that of the parabola through it and its neighbours. */
  public record Peak(double mean, double sigma, double height) {}

  /** The highest maxima, best first, at least half a sigma apart. */
  public List<Peak> peaks(int most) {
    List<Peak> all = new ArrayList<>();
    grids.forEach(grid -> grid.addPeaks(all));
    all.sort(Comparator.comparingDouble(Peak::height).reversed());
    List<Peak> apart = new ArrayList<>();
    for (Peak peak : all) {
      if (apart.size() < most
          && apart.stream().noneMatch(p -> Math.abs(p.mean - peak.mean) < p.sigma / 2)) {
        apart.add(peak);
      }
    }
    return apart;
  }

  private Blocks score(long[] index, double width, double sigma, double spread) {
    double[] scores = new double[index.length];
    for (Likelihood.Term term : likelihood.terms()) {
      if (term.channel() instanceof PeriodicCells cells) {
        addPeriodic(term, cells, index, width, sigma, spread, scores);
      } else {
        addCuts(term, (Cuts) term.channel(), index, width, sigma, scores);
      }
    }
    return new Blocks(lower, width, sigma, index, scores);
  }

  /** The blocks that may hold the maximum, or that for a smaller sigma. */
  private long[] best(Blocks blocks) {
    double[] sorted = blocks.scores.clone();
    Arrays.sort(sorted);
    best = Math.max(best, sorted[sorted.length - 1]);
    double least =
        Math.max(
            sorted[Math.max(0, sorted.length - BEAM)],
            best - DROP - DROP_PART * (best - sorted[0]));
    long[] kept = new long[sorted.length];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      if (blocks.scores[i] >= least) {
        kept[count++] = blocks.index[i];
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private static long[] halves(long[] index) {
    long[] halves = new long[2 * index.length];
    Arrays.setAll(halves, i -> 2 * index[i / 2] + i % 2);
    return halves;
  }

  private static double scoreAt(Likelihood.Term term, double mean, double sigma, double[] law) {
    term.law(mean, sigma, law);
    return term.score(law);
  }

  private void addPeriodic(
      Likelihood.Term term,
      PeriodicCells cells,
      long[] index,
      double width,
      double sigma,
      double spread,
      double[] scores) {
    double[] law = new double[3 * cells.answers()];
    double period = cells.period();
    if (spread > sigma && period < PERIOD_BLOCKS * width) {
      return; // the same for all blocks
    }
    if (period < spread) { // the same for all blocks, up to e^-19
      double score = scoreAt(term, lower, spread, law);
      for (int i = 0; i < index.length; i++) {
        scores[i] += score;
      }
      return;
    }
    int bits = PERIOD_BITS;
    while (1 << bits < 2 * period / width && bits < 30) {
      bits++;
    }
    if (bits > PERIOD_BITS && 1 << bits > index.length) {
      for (int i = 0; i < index.length; i++) {
        scores[i] += scoreAt(term, lower + (index[i] + 0.5) * width, spread, law);
      }
      return;
    }
    double[] table = new double[(1 << bits) + 1];
    for (int e = 0; e < 1 << bits; e++) {
      table[e] = scoreAt(term, cells.offset() + Math.scalb(period * e, -bits), spread, law);
    }
    table[1 << bits] = table[0];
    // Turns are counted in 2^-64, so that whole ones overflow.
    long origin = turns((lower + 0.5 * width - cells.offset()) / period);
    long step = turns(width / period);
    for (int i = 0; i < index.length; i++) {
      long place = origin + index[i] * step;
      int entry = (int) (place >>> (64 - bits));
      double part = (place << bits >>> 11) * 0x1p-53;
      scores[i] += table[entry] + part * (table[entry + 1] - table[entry]);
    }
  }

  private static long turns(double turns) {
    return (long) ((turns - Math.floor(turns)) * 0x1p63) << 1;
  }

  /**
   * Cuts have too many answers for a mean spread over a wide block to do them justice, so such a
   * block has the score of its likeliest mean: the one nearest to the likeliest of all, for these
   * scores rise to it and fall from it.
   */
  private void addCuts(
      Likelihood.Term term, Cuts cuts, long[] index, double width, double sigma, double[] scores) {
    double[] law = new double[3 * cuts.answers()];
    double reach = Channel.REACH * Math.hypot(sigma, term.noise());
    double from = cuts.cut(0) - reach;
    double to = cuts.cut(cuts.answers() - 2) + reach;
    double step = sigma / SIGMA_ENTRIES;
    double[] table = new double[(int) Math.ceil((to - from) / step) + 2];
    int likeliest = 0;
    for (int e = 0; e < table.length; e++) {
      table[e] = scoreAt(term, from + e * step, sigma, law);
      likeliest = table[e] > table[likeliest] ? e : likeliest;
    }
    double half = width > 2 * BLOCK * sigma ? width / 2 : 0;
    for (int i = 0; i < index.length; i++) {
      double centre = lower + (index[i] + 0.5) * width;
      double off = from + likeliest * step - centre;
      double place = (centre + Math.max(-half, Math.min(off, half)) - from) / step;
      int entry = (int) Math.max(0, Math.min(place, table.length - 2.0));
      double part = Math.max(0, Math.min(place - entry, 1));
      scores[i] += table[entry] + part * (table[entry + 1] - table[entry]);
    }
  }

  /**
   * Scored blocks of one width.
   *
   * @param index ascending; block i reaches from lower + i width to lower + (i + 1) width
   */
  public record Blocks(double lower, double width, double sigma, long[] index, double[] scores) {

    public double centre(int i) {
      return lower + (index[i] + 0.5) * width;
    }

    public void addPeaks(List<Peak> peaks) {
      for (int i = 0; i < index.length; i++) {
        double left = i > 0 && index[i - 1] == index[i] - 1 ? scores[i - 1] : scores[i];
        boolean last = i + 1 == index.length || index[i + 1] != index[i] + 1;
        double right = last ? scores[i] : scores[i + 1];
        if (scores[i] >= left && scores[i] >= right) {
          double slope = (right - left) / 2;
          double bend = 2 * scores[i] - left - right;
          double height = bend > 0 ? scores[i] + slope * slope / (2 * bend) : scores[i];
          peaks.add(new Peak(centre(i), sigma, height));
        }
      }
    }
  }
}
