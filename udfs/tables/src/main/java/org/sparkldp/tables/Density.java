package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.postprocess.Best;

/**
 * How people are spread within cells of a number, of which only the cells' shares are known: the
 * logarithm of the density is a line from each cell's middle to the next one's, as far as each cell
 * keeps its share. Positive everywhere, so that each part of a cell has a share of its people;
 * tails fall as those of an exponential law, and people who are evenly spread over some cells are
 * so within them.
 */
public final class Density {
  /**
   * The least density of a cell, as a part of the mean one: logarithms of noise about 0 say
   * nothing.
   */
  private static final double LEAST = 1e-3;

  /** After these steps a cell's share is off by a thousandth at most, which scaling mends. */
  private static final int STEPS = 20;

  private static final double STEP = 0.7;

  private static final int HALVINGS = 50;

  private final double[] edges;
  private final double[] shares;
  private final double[] logs; // of the density, at the edges and middles in turn
  private final double[] scales; // of cells, about 1

  private Density(double[] edges, double[] shares) {
    this.edges = edges;
    this.shares = shares;
    logs = new double[2 * shares.length + 1];
    scales = new double[shares.length];
  }

  /**
   * The density of cells.
   *
   * @param edges ascending, one more than cells
   * @param shares in any unit; those below 0 count as 0
   */
  public static Density of(double[] edges, double[] shares) {
    int cells = shares.length;
    Require.that(cells >= 1 && edges.length == cells + 1)
        .orRefuse(
            "a density needs a share between each two edges. Provided: %s shares and %s edges.",
            cells, edges.length);
    double sum = Arrays.stream(shares).map(share -> Math.max(0, share)).sum();
    double[] kept = new double[cells];
    double all = edges[cells] - edges[0];
    for (int c = 0; c < cells; c++) {
      double even = (edges[c + 1] - edges[c]) / all;
      Require.that(even > 0).orRefuse("edges must ascend. Provided: %s.", Arrays.toString(edges));
      kept[c] = sum > 0 ? Math.max(LEAST * even, shares[c] / sum) : even;
    }
    Density density = new Density(edges.clone(), kept);
    double[] middles = new double[cells];
    Arrays.setAll(middles, c -> StrictMath.log(kept[c] / (edges[c + 1] - edges[c])));
    for (int step = 0; step < STEPS; step++) {
      density.lay(middles);
      for (int c = 0; c < cells; c++) {
        middles[c] += STEP * StrictMath.log(kept[c] / density.under(c, edges[c], edges[c + 1]));
      }
    }
    density.lay(middles);
    Arrays.setAll(density.scales, c -> kept[c] / density.under(c, edges[c], edges[c + 1]));
    return density;
  }

  private void lay(double[] middles) {
    int last = middles.length - 1;
    for (int c = 0; c <= last; c++) {
      logs[2 * c + 1] = middles[c];
      if (c > 0) {
        double part = (edges[c] - edges[c - 1]) / (edges[c + 1] - edges[c - 1]);
        logs[2 * c] = middles[c - 1] + part * (middles[c] - middles[c - 1]);
      }
    }
    logs[0] = last == 0 ? middles[0] : 2 * middles[0] - logs[2];
    logs[2 * last + 2] = last == 0 ? middles[0] : 2 * middles[last] - logs[2 * last];
  }

  /** The share between two numbers of a cell, before the cell is scaled. */
  private double under(int c, double from, double to) {
    double middle = edges[c] + (edges[c + 1] - edges[c]) / 2;
    return piece(c, from, Math.min(to, middle)) + piece(c, Math.max(from, middle), to);
  }

  /** The same where both are on one side of its middle. */
  private double piece(int c, double from, double to) {
    if (!(to > from)) {
      return 0;
    }
    double low = log(c, from);
    double rise = log(c, to) - low;
    double mean = Math.abs(rise) < 1e-9 ? 1 + rise / 2 : StrictMath.expm1(rise) / rise;
    return (to - from) * StrictMath.exp(low) * mean;
  }

  private double log(int c, double x) {
    double place = 2 * (x - edges[c]) / (edges[c + 1] - edges[c]);
    int at = place < 1 ? 0 : 1;
    double part = Math.max(0, Math.min(1, place - at));
    return logs[2 * c + at] + part * (logs[2 * c + at + 1] - logs[2 * c + at]);
  }

  private int cellOf(double x) {
    int at = Arrays.binarySearch(edges, x);
    return Math.max(0, Math.min(shares.length - 1, at >= 0 ? at : -at - 2));
  }

  /** The share between two numbers; above 0 where the second is the larger one. */
  public double between(double from, double to) {
    double sum = 0;
    for (int c = cellOf(from); c < shares.length && edges[c] < to; c++) {
      double low = Math.max(from, edges[c]);
      double high = Math.min(to, edges[c + 1]);
      boolean isWhole = low == edges[c] && high == edges[c + 1];
      sum += isWhole ? shares[c] : scales[c] * under(c, low, high);
    }
    return sum;
  }

  /** The number below which this part of the share between two numbers lies. */
  public double quantile(double from, double to, double part) {
    double wanted = part * between(from, to);
    double low = from;
    double high = to;
    for (int step = 0; step < HALVINGS; step++) {
      double middle = low + (high - low) / 2;
      if (between(from, middle) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /**
   * The shares of finer cells. Where people were asked these, it is their best guess; they are so
   * few that it leaves this density only where they say so beyond their noise.
   *
   * @param finer edges, all of this density among them
   * @param asked a table of one attribute, of these cells and perhaps levels apart
   */
  public double[] over(double[] finer, Optional<AskedTable> asked) {
    double[] about = new double[finer.length - 1];
    Arrays.setAll(about, c -> between(finer[c], finer[c + 1]));
    return asked.map(table -> guess(table, about)).orElse(about);
  }

  private static double[] guess(AskedTable asked, double[] about) {
    double[] shares = asked.shares();
    double inside = 1;
    for (int level = about.length; level < shares.length; level++) {
      inside -= Math.max(0, shares[level]);
    }
    double n = Math.max(1, Math.rint(asked.people() * inside));
    double all = Arrays.stream(about).sum();
    double[] likely = Arrays.stream(about).map(share -> n * share / all).toArray();
    double[] weights =
        asked.weights(
            Arrays.copyOf(Arrays.stream(likely).map(x -> x / n).toArray(), shares.length));
    List<Estimate.Row> rows = new ArrayList<>();
    for (int c = 0; c < about.length; c++) {
      double count = asked.people() * shares[c];
      double error = asked.people() / Math.sqrt(weights[c]);
      rows.add(new Estimate.Row("" + c, count, error, count - 2 * error, count + 2 * error));
    }
    return Best.of(new Estimate((long) n, 0.95, rows), likely);
  }
}
