package org.sparkldp.published.rappor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The decoder of RAPPOR reports for a list of candidate texts: unbiased least squares on the
 * debiased bit counts. Everything that depends on the list alone, which is public, is computed once
 * here.
 *
 * <p><b>Estimator.</b> A report is a cohort c, uniform among C, and m bits S; debiased, S'_j = (S_j
 * − p)/(q − p) has mean A_cj(u), which is 1 where text u sets bit j in cohort c and else 0. Each
 * text sets h bits, so Σ_j S'_j has mean h whatever the text; what distinguishes texts is the
 * residual R_j = S'_j − (1/m) Σ_i S'_i. The estimate adds up, over the reports,
 *
 * <pre>
 *   φ_v(c, S) = C ( Σ_u (G⁻¹)_vu Σ_{j: A_cj(u) = 1} R_j  +  a_v ),      a_v = (ω/C) Σ_u (G⁻¹)_vu
 *   G = O − (C h²/m) J + ω J,    O_uv = Σ_c |bits of u and v in cohort c|,    J = all ones,
 * </pre>
 *
 * and E[φ_v | u] = δ_uv holds for every ω ≥ 0, because the second line is the mean of the bracket's
 * inner sums times C. It is generalised least squares; ω weighs what the number of reports says
 * against what the residuals say.
 *
 * <ul>
 *   <li><b>Closed domain</b> (each person holds a candidate): ω = C (d − r), which makes it the
 *       best linear estimator for uniformly spread people under ideal hashing. There E[S'_j²] = d =
 *       s0 + (h/m)(1 + s1), E[S'_i S'_j] = r = h(h−1)/(m(m−1)), with the coins' variances s0 =
 *       p(1−p)/(q−p)², s0 + s1 = q(1−q)/(q−p)².
 *   <li><b>Open domain</b> (people may hold anything): ω = 0. A text outside the list then adds φ_v
 *       of mean 0 over the hash function, and n minus the sum of the estimates estimates how many
 *       people hold one. Unbiased in that sense only: the hash function is fixed, so a
 *       <em>frequent</em> text that is missing from the list disturbs the same few candidates in
 *       the same direction every time. List it.
 * </ul>
 *
 * <p><b>Variance.</b> Reports are independent, so with counts c_u the variance of estimate v is
 *
 * <pre>
 *   V_v = Σ_u c_u (E[φ_v² | u] − δ_uv),
 *   E[φ_v² | u] = C Σ_c [ (a_v + Σ_{j in u} M_vcj)² + s0 Σ_j M_vcj² + s1 Σ_{j in u} M_vcj² ],
 * </pre>
 *
 * M_vcj being the weight of S'_j: exact, for the coins and for the cohorts. It is linear in the
 * counts, so at the estimates it is unbiased. The interval is the score interval of {@link
 * PureEstimator}, with the slope at which V_v changes when others' people become v's.
 *
 * <p>Decodable means that the candidates' bit patterns over all cohorts are linearly independent.
 * {@link #requireDecodable} decides it by exact elimination modulo 2: independent modulo 2 implies
 * independent, and settings that are independent in the reals only are too close to undecodable to
 * be worth keeping.
 *
 * <p>Cost: about k³ + 2 k² C h multiply-adds once, 16 k² bytes kept and 40 k² while it is made (k =
 * 1024 with 256 cohorts: about 0.6 s and 16 MB; k = 4096 with 1024: 40 s and 270 MB), then k² an
 * estimate. Immutable and safe for threads.
 */
public final class RapporDecoder {
  /** Estimates whose variances are computed side by side: 32 KiB of weights at 64 bits. */
  private static final int LANES = 64;

  /** What a matrix's size times that of its inverse may be, at most. */
  private static final double SINGULAR = 1e12;

  private final Rappor protocol;
  private final List<String> candidates;
  private final boolean closed;
  private final BloomPatterns patterns;
  private final int k;
  private final int[][] places; // by cohort: the bits of text u at u * hashes and on
  private final double[][] inverse;
  private final double[] base; // a_v
  private final double[][] perPerson; // V_v of one person who holds u
  private final double[] most; // what one report adds to an estimate at most, over C
  private final double[] least; // and at least
  private final double[] perUnlisted; // V_v of one person with a text outside the list, on average

  RapporDecoder(Rappor protocol, List<String> candidates, boolean closed) {
    this.protocol = protocol;
    this.candidates = List.copyOf(candidates);
    this.closed = closed;
    this.patterns = protocol.patterns();
    this.k = candidates.size();
    this.places = places(patterns, protocol.cohorts(), this.candidates);
    requireDecodable(protocol.spec(), patterns, places, k, closed);
    this.base = new double[k];
    this.inverse = inverse();
    this.perPerson = new double[k][k];
    this.perUnlisted = new double[k];
    this.most = new double[k];
    this.least = new double[k];
    fillVariances();
  }

  /** The candidates, in the order of the estimate's rows. */
  public List<String> candidates() {
    return candidates;
  }

  /**
   * Estimates for each candidate, in people.
   *
   * @param reports of the same protocol; n = 0 is refused
   * @param confidence probability that an interval covers the truth, in (0, 1)
   */
  public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
    protocol.requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    double[] x = solve(reports.counts(), n);
    double unlisted = n;
    for (double xu : x) {
      unlisted -= xu;
    }
    List<Estimate.Row> rows = new ArrayList<>(k);
    for (int v = 0; v < k; v++) {
      double variance = closed ? 0 : unlisted * perUnlisted[v];
      double others = 0;
      for (int u = 0; u < k; u++) {
        variance += x[u] * perPerson[v][u];
        others += u == v ? 0 : perPerson[v][u] / (k - 1);
      }
      rows.add(PureEstimator.row(candidates.get(v), x[v], variance, perPerson[v][v] - others, z));
    }
    return new Estimate(n, confidence, rows);
  }

  /** The exact variance of each estimate when counts[u] people hold candidate u and no others. */
  public double[] variances(long[] counts) {
    double[] variances = new double[k];
    for (int v = 0; v < k; v++) {
      for (int u = 0; u < k; u++) {
        variances[v] += counts[u] * perPerson[v][u];
      }
    }
    return variances;
  }

  /** Estimates in people, of n reports. */
  private double[] solve(long[] counters, long n) {
    int bits = patterns.bits();
    double[] right = new double[k];
    double[] debiased = new double[bits];
    for (int c = 0; c < places.length; c++) {
      int at = c * (bits + 1);
      double mean = 0;
      for (int j = 0; j < bits; j++) {
        debiased[j] =
            (counters[at + 1 + j] - counters[at] * protocol.coins().zeroRate())
                / protocol.coins().contrast();
        mean += debiased[j] / bits;
      }
      int[] place = places[c];
      for (int i = 0; i < place.length; i++) {
        right[i / patterns.hashes()] += debiased[place[i]] - mean;
      }
    }
    double[] x = new double[k];
    for (int v = 0; v < k; v++) {
      double sum = n * base[v];
      for (int u = 0; u < k; u++) {
        sum += inverse[v][u] * right[u];
      }
      x[v] = places.length * sum;
    }
    return x;
  }

  /**
   * G⁻¹, and a_v into {@link #base}. Where epsilon is small ω is huge and G itself would be
   * ill-conditioned, so G is inverted with weight C in ω's place and then updated, by Sherman and
   * Morrison's formula: with g = G_C⁻¹ 1, s = Σ g and D = 1 + (ω − C) s,
   *
   * <pre>  G⁻¹ = G_C⁻¹ − g gᵀ (ω − C)/D,     G⁻¹ 1 = g/D.  </pre>
   */
  private double[][] inverse() {
    int cohorts = places.length;
    int h = patterns.hashes();
    int m = patterns.bits();
    double[][] g = overlaps();
    double shift = (closed ? cohorts : 0) - (double) cohorts * h * h / m;
    for (double[] row : g) {
      for (int u = 0; u < k; u++) {
        row[u] += shift;
      }
    }
    if (!invert(g)) {
      throw undecodable(protocol.spec(), k);
    }
    if (!closed) {
      return g;
    }
    double[] sums = rowSums(g);
    double s = 0;
    for (double sum : sums) {
      s += sum;
    }
    double t = (double) h / m;
    double d = protocol.coins().zeroVariance() + t * (1 + protocol.coins().extraVariance());
    double r = t * (h - 1) / (m - 1);
    double omega = cohorts * (d - r);
    double scale = 1 + (omega - cohorts) * s;
    for (int v = 0; v < k; v++) {
      base[v] = sums[v] * (omega / cohorts) / scale;
      double step = sums[v] * (omega - cohorts) / scale;
      for (int u = 0; u < k; u++) {
        g[v][u] -= step * sums[u];
      }
    }
    return g;
  }

  private double[][] overlaps() {
    double[][] overlaps = new double[k][k];
    int h = patterns.hashes();
    int[] first = new int[patterns.bits()];
    int[] next = new int[k * h];
    for (int[] place : places) {
      // Texts by bit, as chains: a pair that shares a bit is met once for it.
      Arrays.fill(first, -1);
      for (int i = 0; i < place.length; i++) {
        for (int other = first[place[i]]; other >= 0; other = next[other]) {
          overlaps[i / h][other / h]++;
          overlaps[other / h][i / h]++;
        }
        overlaps[i / h][i / h]++;
        next[i] = first[place[i]];
        first[place[i]] = i;
      }
    }
    return overlaps;
  }

  /** {@link #LANES} estimates v at a time, because then equal places are read for all of them. */
  private void fillVariances() {
    double[] sums = rowSums(inverse);
    double[] rows = new double[k * LANES];
    double[] own = new double[k * LANES];
    double[] weights = new double[patterns.bits() * LANES];
    double[] squares = new double[LANES];
    for (int from = 0; from < k; from += LANES) {
      int lanes = Math.min(LANES, k - from);
      for (int u = 0; u < k; u++) {
        System.arraycopy(inverse[u], from, rows, u * LANES, lanes); // G⁻¹ is symmetric
      }
      Arrays.fill(own, 0);
      Arrays.fill(squares, 0);
      for (int[] place : places) {
        weigh(place, rows, sums, from, lanes, weights);
        for (int j = 0; j < patterns.bits(); j++) {
          for (int lane = 0, at = j * LANES; lane < lanes; lane++, at++) {
            squares[lane] += weights[at] * weights[at];
          }
        }
        reach(weights, from, lanes);
        addSignals(place, weights, from, lanes, own);
      }
      settle(from, lanes, own, squares);
    }
  }

  /**
   * The largest and smallest φ_v over C of a cohort's reports: each bit as its weight's sign is.
   */
  private void reach(double[] weights, int from, int lanes) {
    double one = (1 - protocol.coins().zeroRate()) / protocol.coins().contrast();
    double zero = -protocol.coins().zeroRate() / protocol.coins().contrast();
    for (int lane = 0; lane < lanes; lane++) {
      double largest = base[from + lane];
      double smallest = base[from + lane];
      for (int at = lane; at < patterns.bits() * LANES; at += LANES) {
        largest += Math.max(weights[at] * one, weights[at] * zero);
        smallest += Math.min(weights[at] * one, weights[at] * zero);
      }
      most[from + lane] = Math.max(most[from + lane], largest);
      least[from + lane] = Math.min(least[from + lane], smallest);
    }
  }

  /** The least and the largest φ_v of a report of any cohort and bits. */
  Reach[] reach() {
    Reach[] reach = new Reach[k];
    Arrays.setAll(reach, v -> new Reach(least[v], most[v]).times(places.length));
    return reach;
  }

  /** M_vcj of one cohort for the lanes' v. */
  private void weigh(
      int[] place, double[] rows, double[] sums, int from, int lanes, double[] weights) {
    int h = patterns.hashes();
    double share = (double) h / patterns.bits();
    for (int j = 0; j < patterns.bits(); j++) {
      for (int lane = 0, at = j * LANES; lane < lanes; lane++, at++) {
        weights[at] = -sums[from + lane] * share;
      }
    }
    for (int i = 0; i < place.length; i++) {
      int to = place[i] * LANES;
      int row = i / h * LANES;
      for (int lane = 0; lane < lanes; lane++) {
        weights[to + lane] += rows[row + lane];
      }
    }
  }

  /** (a_v + Σ_{j in u} M_vcj)² + s1 Σ_{j in u} M_vcj² of one cohort, to each u. */
  private void addSignals(int[] place, double[] weights, int from, int lanes, double[] own) {
    int h = patterns.hashes();
    double s1 = protocol.coins().extraVariance();
    if (h == 1) { // then it depends on the bit alone
      for (int j = 0; j < patterns.bits(); j++) {
        for (int lane = 0, at = j * LANES; lane < lanes; lane++, at++) {
          double signal = base[from + lane] + weights[at];
          weights[at] = signal * signal + s1 * (weights[at] * weights[at]);
        }
      }
      for (int u = 0; u < k; u++) {
        int bit = place[u] * LANES;
        int to = u * LANES;
        for (int lane = 0; lane < lanes; lane++) {
          own[to + lane] += weights[bit + lane];
        }
      }
      return;
    }
    double[] signal = new double[lanes];
    double[] noise = new double[lanes];
    for (int u = 0; u < k; u++) {
      System.arraycopy(base, from, signal, 0, lanes);
      Arrays.fill(noise, 0);
      for (int i = u * h; i < (u + 1) * h; i++) {
        int bit = place[i] * LANES;
        for (int lane = 0; lane < lanes; lane++) {
          double weight = weights[bit + lane];
          signal[lane] += weight;
          noise[lane] += weight * weight;
        }
      }
      int to = u * LANES;
      for (int lane = 0; lane < lanes; lane++) {
        own[to + lane] += signal[lane] * signal[lane] + s1 * noise[lane];
      }
    }
  }

  private void settle(int from, int lanes, double[] own, double[] squares) {
    int cohorts = places.length;
    int h = patterns.hashes();
    int m = patterns.bits();
    double s0 = protocol.coins().zeroVariance();
    double s1 = protocol.coins().extraVariance();
    // Mean of (Σ over h random bits of weights that sum to 0)², as a share of their square sum.
    double random = (double) h / m * (1 - (h - 1) / (m - 1.0));
    for (int lane = 0; lane < lanes; lane++) {
      int v = from + lane;
      for (int u = 0; u < k; u++) {
        perPerson[v][u] = cohorts * (own[u * LANES + lane] + s0 * squares[lane]);
      }
      perPerson[v][v] -= 1;
      perUnlisted[v] = cohorts * squares[lane] * (s0 + s1 * h / m + random);
    }
  }

  static int[][] places(BloomPatterns patterns, int cohorts, List<String> texts) {
    int h = patterns.hashes();
    int[][] places = new int[cohorts][texts.size() * h];
    for (int u = 0; u < texts.size(); u++) {
      BloomPatterns.Digest digest = BloomPatterns.digest(texts.get(u));
      for (int c = 0; c < cohorts; c++) {
        patterns.places(digest, c, places[c], u * h);
      }
    }
    return places;
  }

  /**
   * Refuses texts whose patterns are dependent modulo 2. In an open domain the pattern of all ones,
   * which is what unlisted texts look like together, must be independent of them too.
   */
  static void requireDecodable(
      ProtocolSpec spec, BloomPatterns patterns, int[][] places, int k, boolean closed) {
    // A few more columns than rows almost always suffice, and are many times cheaper than all.
    int enough = (k + 64) / (patterns.bits() - 1) + 1;
    if (!(enough < places.length && independent(patterns, places, enough, k, closed))
        && !independent(patterns, places, places.length, k, closed)) {
      throw undecodable(spec, k);
    }
  }

  private static IllegalArgumentException undecodable(ProtocolSpec spec, int k) {
    return Require.refusal(
        "the bit patterns of all candidates must be linearly independent, or reports do not"
            + " determine their counts. Provided: %s candidates under %s; raise bits or cohorts,"
            + " and list no text twice.",
        k, spec);
  }

  private static boolean independent(
      BloomPatterns patterns, int[][] places, int cohorts, int k, boolean closed) {
    int h = patterns.hashes();
    int m = patterns.bits();
    int columns = cohorts * m;
    long[][] basis = new long[columns][]; // by its lowest one
    for (int u = 0; u < (closed ? k : k + 1); u++) {
      long[] row = new long[(columns + 63) >>> 6];
      if (u == k) {
        for (int column = 0; column < columns; column++) {
          row[column >>> 6] |= 1L << column;
        }
      } else {
        for (int c = 0; c < cohorts; c++) {
          for (int i = u * h; i < (u + 1) * h; i++) {
            int column = c * m + places[c][i];
            row[column >>> 6] |= 1L << column;
          }
        }
      }
      int word = 0;
      while (word < row.length) {
        if (row[word] == 0) {
          word++;
          continue;
        }
        int lowest = (word << 6) + Long.numberOfTrailingZeros(row[word]);
        if (basis[lowest] == null) {
          basis[lowest] = row;
          break;
        }
        for (int w = word; w < row.length; w++) {
          row[w] ^= basis[lowest][w];
        }
      }
      if (word == row.length) {
        return false;
      }
    }
    return true;
  }

  /** Inverts a symmetric positive definite matrix; false if to working precision it is none. */
  private static boolean invert(double[][] a) {
    DMatrixRMaj matrix = new DMatrixRMaj(a);
    double largest = CommonOps_DDRM.elementMaxAbs(matrix);
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(a.length);
    if (!solver.setA(matrix)) {
      return false;
    }
    DMatrixRMaj inverse = new DMatrixRMaj(a.length, a.length);
    solver.invert(inverse);
    for (int i = 0; i < a.length; i++) {
      if (!(inverse.get(i, i) * largest < SINGULAR)) { // no pivot is below 1/inverse(i, i)
        return false;
      }
      System.arraycopy(inverse.data, i * a.length, a[i], 0, a.length);
    }
    return true;
  }

  private static double[] rowSums(double[][] a) {
    double[] sums = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      for (double entry : a[i]) {
        sums[i] += entry;
      }
    }
    return sums;
  }
}
