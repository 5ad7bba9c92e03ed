package org.sparkldp.protocols.workload;

import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.wire.BoundedReader;

/**
 * A mixture of {@link Orbit orbits}: sampled from their structure, without an m × n matrix.
 *
 * <p>Input: item in [0, n), n ≤ 2^20. Report: a row's number in [0, m), m ≤ 2^23: the orbit's first
 * row and t in H. Guarantee: the largest of the orbits' exact epsilons; which orbit it is says
 * nothing. Cost: five draws a report; to reconstruct, O((m + n) log n).
 *
 * <p><b>Sampling.</b> The orbit is drawn by its mass; then whether the report is a high row, in all
 * but o of 2^64 cases, o as in {@link RandomSubset} for |S| of |H|; then s, uniform in S or in its
 * complement; the report is t = a(u) − s. Each high row has thus probability v p/|S| and each low
 * one v (1 − p)/(|H| − |S|), with v the mass and p = 1 − o/2^64.
 *
 * <p><b>Algebra.</b> Row sums are v n/|H|. Let δ = p/|S| − (1 − p)/(|H| − |S|), Ŝ the transform of
 * S over H, and z(η) = δ Ŝ(η), but z(0) = 1. A character η of H, by way of the features, is a
 * character χ of the domain: χ_i = n_i Σ_j η_j c_ji / q_j. Because the rows are translates,
 * everything is diagonal over characters (hats are transforms over the domain or H):
 *
 * <pre>
 *   eigenvalue of X     λ(χ) = Σ v |z(η)|²              over all orbits' η that become χ,
 *   b = Qᵀ D⁻¹ y        b̂(χ) = Σ ŷ(η) z(η),             x̂t = b̂ / λ,
 *   a query's row of V  V̂(η) = |H|/n · ĝ(χ) z(η)*,      ĝ = ŵ / λ.
 * </pre>
 */
final class OrbitStrategy extends Strategy implements CellStrategy {
  static final String KIND = "orbits";

  private static final int ITEM_LIMIT = 1 << 20;
  private static final int ROW_LIMIT = 1 << 23;

  /** m n up to which the matrix is written out to reconstruct. */
  private static final int ENTRY_LIMIT = 1 << 24;

  /** Eigenvalues of X below this are taken for 0; the largest is 1. */
  private static final double RANK = 1e-11;

  private final int[] attributes;
  private final List<Member> orbits;
  private final long[] masses; // over 2^48
  private final IntegerAlias chooser;
  private final int[] offsets; // first row of each orbit, and m

  /** One orbit, ready to sample. */
  private static final class Member {
    final int[][] features;
    final int[] moduli;
    final int[] masks; // binary features as masks of the item's bits; null for others
    final BitSet base;
    final int[] high;
    final int[] low;
    final long leaveOut;

    Member(int[] attributes, int[][] features, int[] moduli, BitSet base, long leaveOut) {
      this.features = features;
      this.moduli = moduli;
      this.base = base;
      this.leaveOut = leaveOut;
      int rows = Arrays.stream(moduli).reduce(1, Math::multiplyExact);
      this.high = base.stream().toArray();
      this.low = new int[rows - high.length];
      for (int i = 0, s = base.nextClearBit(0); i < low.length; s = base.nextClearBit(s + 1)) {
        low[i++] = s;
      }
      this.masks = masks(attributes, features, moduli);
    }

    private static int[] masks(int[] attributes, int[][] features, int[] moduli) {
      int r = attributes.length;
      if (Arrays.stream(attributes).anyMatch(n -> n != 2)
          || Arrays.stream(moduli).anyMatch(q -> q != 2)) {
        return null;
      }
      int[] masks = new int[features.length];
      for (int j = 0; j < masks.length; j++) {
        for (int i = 0; i < r; i++) {
          masks[j] |= (features[j][i] & 1) << (r - 1 - i);
        }
      }
      return masks;
    }

    int rows() {
      return high.length + low.length;
    }

    /** a(u). */
    int image(int item, int[] attributes) {
      int image = 0;
      if (masks != null) {
        for (int mask : masks) {
          image = (image << 1) | (Integer.bitCount(item & mask) & 1);
        }
        return image;
      }
      for (int j = 0; j < moduli.length; j++) {
        long sum = 0;
        int rest = item;
        for (int i = attributes.length - 1; i >= 0; i--) {
          sum += (long) features[j][i] * (rest % attributes[i]);
          rest /= attributes[i];
        }
        image = image * moduli[j] + (int) Math.floorMod(sum, (long) moduli[j]);
      }
      return image;
    }

    /** a − b in H. */
    int minus(int a, int b) {
      if (masks != null) {
        return a ^ b;
      }
      int difference = 0;
      int scale = 1;
      int restA = a;
      int restB = b;
      for (int j = moduli.length - 1; j >= 0; j--) {
        int q = moduli[j];
        difference += scale * Math.floorMod(restA % q - restB % q, q);
        scale *= q;
        restA /= q;
        restB /= q;
      }
      return difference;
    }

    /** Whether all rows are alike: then a report says nothing, and leaveOut is 0. */
    boolean isTrivial() {
      return high.length == 0 || low.length == 0;
    }

    /** Probability of a high row, given the orbit. */
    double highProbability() {
      return isTrivial() ? 1.0 / rows() : Thresholds.probability(-leaveOut) / high.length;
    }

    /** Probability of a low row, given the orbit. */
    double lowProbability() {
      return isTrivial() ? 1.0 / rows() : Thresholds.probability(leaveOut) / low.length;
    }
  }

  private OrbitStrategy(double epsilon, int[] attributes, List<Member> orbits, long[] masses) {
    super(epsilon, exactEpsilon(orbits), domain(attributes));
    this.attributes = attributes;
    this.orbits = orbits;
    this.masses = masses;
    this.chooser = new IntegerAlias(masses);
    this.offsets = new int[orbits.size() + 1];
    for (int c = 0; c < orbits.size(); c++) {
      offsets[c + 1] = Math.addExact(offsets[c], orbits.get(c).rows());
    }
    requireRows(cells());
  }

  private static void requireRows(long rows) {
    Require.that(rows <= ROW_LIMIT)
        .orRefuse("a strategy of orbits must have at most 2^23 rows. Provided value: %s.", rows);
  }

  static OrbitStrategy of(Design.Orbits design, double epsilon) {
    int[] attributes = design.attributes().clone();
    long[] all = IntegerAlias.weights(design.orbits().stream().mapToDouble(Orbit::mass).toArray());
    List<Member> members = new ArrayList<>();
    Map<BitSet, BitSet> bases = new LinkedHashMap<>();
    Map<List<Integer>, Long> leaveOuts = new LinkedHashMap<>();
    for (int c = 0; c < all.length; c++) {
      if (all[c] > 0) {
        Orbit orbit = design.orbits().get(c);
        requireForms(attributes, orbit.features(), orbit.moduli(), orbit.base());
        int rows = orbit.rows();
        int high = orbit.high();
        long leaveOut =
            leaveOuts.computeIfAbsent(
                List.of(rows, high),
                key -> high == 0 || high == rows ? 0 : RandomSubset.leaveOut(epsilon, rows, high));
        BitSet base = bases.computeIfAbsent(orbit.base(), key -> (BitSet) key.clone());
        members.add(new Member(attributes, orbit.features(), orbit.moduli(), base, leaveOut));
      }
    }
    return new OrbitStrategy(
        epsilon, attributes, members, Arrays.stream(all).filter(mass -> mass > 0).toArray());
  }

  private static int domain(int[] attributes) {
    long product = 1;
    for (int size : attributes) {
      if (size < 1 || (product *= size) > ITEM_LIMIT) {
        throw Require.refusal(
            "a strategy of orbits must have at most 2^20 items. Provided attributes: %s.",
            Arrays.toString(attributes));
      }
    }
    return (int) product;
  }

  /** Refuses forms that are not defined or not onto H, and base sets beyond it. */
  private static void requireForms(int[] attributes, int[][] features, int[] moduli, BitSet base) {
    long rows = 1;
    boolean defined = features.length == moduli.length && features.length > 0;
    for (int j = 0; defined && j < moduli.length; j++) {
      defined = moduli[j] >= 2 && features[j].length == attributes.length;
      for (int i = 0; defined && i < attributes.length; i++) {
        defined = (long) features[j][i] * attributes[i] % moduli[j] == 0;
      }
      rows *= moduli[j];
      defined &= rows <= ROW_LIMIT;
    }
    if (!defined || base.length() > rows) {
      throw Require.refusal(
          "an orbit must have features that are defined on its attributes, and a base set within"
              + " their group. Provided: features %s modulo %s over attributes %s.",
          Arrays.deepToString(features), Arrays.toString(moduli), Arrays.toString(attributes));
    }
    // Onto: no character of H but the trivial one may be trivial on the domain.
    for (int eta = 1; eta < rows; eta++) {
      if (character(attributes, features, moduli, eta) == 0) {
        throw Require.refusal(
            "an orbit's features must be independent. Provided: features %s modulo %s.",
            Arrays.deepToString(features), Arrays.toString(moduli));
      }
    }
  }

  private static double exactEpsilon(List<Member> orbits) {
    double worst = 0;
    Map<List<Object>, Double> known = new LinkedHashMap<>();
    for (Member orbit : orbits) {
      if (orbit.isTrivial()) {
        continue;
      }
      worst =
          Math.max(
              worst,
              known.computeIfAbsent(
                  List.of(orbit.rows(), orbit.high.length, orbit.leaveOut),
                  key ->
                      RandomSubset.exactEpsilon(orbit.rows(), orbit.high.length, orbit.leaveOut)));
    }
    return worst;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int cells() {
    return offsets[orbits.size()];
  }

  @Override
  public int width() {
    return cells();
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    int choice = masses.length == 1 ? 0 : chooser.sample(source);
    Member orbit = orbits.get(choice);
    boolean isHigh = orbit.isTrivial() ? orbit.low.length == 0 : source.bernoulli(-orbit.leaveOut);
    int[] from = isHigh ? orbit.high : orbit.low;
    int s = from[source.uniform(from.length)];
    return offsets[choice] + orbit.minus(orbit.image(item, attributes), s);
  }

  @Override
  public double logLikelihood(int cell, int item) {
    int place = Arrays.binarySearch(offsets, cell);
    return Math.log(probability(place >= 0 ? place : -place - 2, cell, item));
  }

  private double probability(int choice, int cell, int item) {
    Member orbit = orbits.get(choice);
    int t = cell - offsets[choice];
    boolean high = orbit.base.get(orbit.minus(orbit.image(item, attributes), t));
    return mass(choice) * (high ? orbit.highProbability() : orbit.lowProbability());
  }

  private double mass(int choice) {
    return Math.scalb((double) masses[choice], -IntegerAlias.BITS);
  }

  @Override
  public double[] expectedCounters(double[] x) {
    double[] expected = new double[cells()];
    for (int c = 0; c < orbits.size(); c++) {
      Member orbit = orbits.get(c);
      double[] onImage = new double[orbit.rows()];
      for (int u = 0; u < x.length; u++) {
        onImage[orbit.image(u, attributes)] += x[u];
      }
      double highMass = mass(c) * orbit.highProbability();
      double lowMass = mass(c) * orbit.lowProbability();
      for (int h = 0; h < onImage.length; h++) {
        if (onImage[h] != 0) {
          for (int s : orbit.high) {
            expected[offsets[c] + orbit.minus(h, s)] += highMass * onImage[h];
          }
          for (int s : orbit.low) {
            expected[offsets[c] + orbit.minus(h, s)] += lowMass * onImage[h];
          }
        }
      }
    }
    return expected;
  }

  @Override
  public Reconstruction reconstruct(double[] counters) {
    int n = domain();
    if (n <= DENSE_LIMIT && (long) cells() * n <= ENTRY_LIMIT) {
      double[] q = new double[cells() * n];
      for (int c = 0; c < orbits.size(); c++) {
        for (int o = offsets[c]; o < offsets[c + 1]; o++) {
          for (int u = 0; u < n; u++) {
            q[o * n + u] = probability(c, o, u);
          }
        }
      }
      double[] even = new double[n];
      Arrays.fill(even, 1);
      return DenseReconstruction.ofRows(cells(), n, q, even, counters);
    }
    return spectral(counters);
  }

  Reconstruction spectral(double[] counters) {
    return new Spectral(counters);
  }

  /** The character of the domain that a character of H becomes. */
  private static int character(int[] attributes, int[][] features, int[] moduli, int eta) {
    int character = 0;
    for (int i = 0; i < attributes.length; i++) {
      long numerator = 0;
      int rest = eta;
      for (int j = moduli.length - 1; j >= 0; j--) {
        // n_i c_ji / q_j is an integer.
        numerator += (rest % moduli[j]) * ((long) attributes[i] * features[j][i] / moduli[j]);
        rest /= moduli[j];
      }
      character = character * attributes[i] + (int) Math.floorMod(numerator, (long) attributes[i]);
    }
    return character;
  }

  /** Reconstruction over characters, for domains too large to write matrices out. */
  private final class Spectral implements Reconstruction {
    private final GroupTransform domainTransform = new GroupTransform(attributes);
    private final Map<List<Integer>, GroupTransform> transforms = new LinkedHashMap<>();
    private final double[] counters;
    private final double[] perOrbit; // reports of each orbit
    private final double[] eigenvalues; // λ
    private final double[] data;
    // For character χ: the rows' places (orbit's offset + η, η not 0) that become it, in
    // places[starts[χ]] to places[starts[χ + 1] − 1].
    private final int[] starts;
    private final int[] places;
    private final int[] orbitOf;
    private final double[] zRe; // z by place
    private final double[] zIm;

    Spectral(double[] counters) {
      int n = domain();
      this.counters = counters;
      this.perOrbit = new double[orbits.size()];
      this.eigenvalues = new double[n];
      this.starts = new int[n + 1];
      this.places = new int[cells()];
      this.orbitOf = new int[cells()];
      this.zRe = new double[cells()];
      this.zIm = new double[cells()];
      double[] bRe = new double[n];
      double[] bIm = new double[n];
      int[] characters = new int[cells()];
      for (int c = 0; c < orbits.size(); c++) {
        Member orbit = orbits.get(c);
        int rows = orbit.rows();
        GroupTransform transform = transform(orbit);
        double[] re = new double[rows];
        double[] im = new double[rows];
        for (int s : orbit.high) {
          re[s] = orbit.highProbability() - orbit.lowProbability(); // δ
        }
        transform.forward(re, im);
        re[0] = 1;
        im[0] = 0;
        double[] yRe = Arrays.copyOfRange(counters, offsets[c], offsets[c + 1]);
        double[] yIm = new double[rows];
        perOrbit[c] = Arrays.stream(yRe).sum();
        transform.forward(yRe, yIm);
        for (int eta = 0; eta < rows; eta++) {
          int place = offsets[c] + eta;
          orbitOf[place] = c;
          zRe[place] = re[eta];
          zIm[place] = im[eta];
          int chi = character(attributes, orbit.features, orbit.moduli, eta);
          characters[place] = chi;
          starts[chi + 1] += eta == 0 ? 0 : 1;
          eigenvalues[chi] += mass(c) * (re[eta] * re[eta] + im[eta] * im[eta]);
          bRe[chi] += yRe[eta] * re[eta] - yIm[eta] * im[eta];
          bIm[chi] += yRe[eta] * im[eta] + yIm[eta] * re[eta];
        }
      }
      for (int chi = 0; chi < n; chi++) {
        starts[chi + 1] += starts[chi];
      }
      int[] next = starts.clone();
      for (int c = 0; c < orbits.size(); c++) {
        for (int place = offsets[c] + 1; place < offsets[c + 1]; place++) {
          places[next[characters[place]]++] = place;
        }
      }
      for (int chi = 0; chi < n; chi++) {
        double inverse = eigenvalues[chi] > RANK ? 1 / eigenvalues[chi] : 0;
        bRe[chi] *= inverse;
        bIm[chi] *= inverse;
      }
      domainTransform.inverse(bRe, bIm);
      this.data = bRe;
    }

    private GroupTransform transform(Member orbit) {
      return transforms.computeIfAbsent(
          Arrays.stream(orbit.moduli).boxed().toList(), key -> new GroupTransform(orbit.moduli));
    }

    @Override
    public double[] data() {
      return data.clone();
    }

    @Override
    public double variance(Query query) {
      int n = domain();
      double[] gRe = new double[n];
      double[] gIm = new double[n];
      double ofMeans = 0;
      for (int i = 0; i < query.items().length; i++) {
        double w = query.weights()[i];
        gRe[query.items()[i]] = w;
        ofMeans += w * w * data[query.items()[i]];
      }
      domainTransform.forward(gRe, gIm);
      double scale = 0;
      for (int chi = 0; chi < n; chi++) {
        scale = Math.max(scale, Math.abs(gRe[chi]) + Math.abs(gIm[chi]));
      }
      // Only characters that occur in the query touch rows; marginals have very few.
      Map<Integer, double[][]> touched = new LinkedHashMap<>();
      for (int chi = 1; chi < n; chi++) {
        if (Math.abs(gRe[chi]) + Math.abs(gIm[chi]) > 1e-12 * scale) {
          if (!(eigenvalues[chi] > RANK)) {
            throw DenseReconstruction.outsideRowSpace();
          }
          double re = gRe[chi] / eigenvalues[chi];
          double im = gIm[chi] / eigenvalues[chi];
          for (int i = starts[chi]; i < starts[chi + 1]; i++) {
            int place = places[i];
            int c = orbitOf[place];
            int rows = orbits.get(c).rows();
            double[][] row = touched.computeIfAbsent(c, key -> new double[2][rows]);
            int eta = place - offsets[c];
            row[0][eta] = (re * zRe[place] + im * zIm[place]) * rows / n;
            row[1][eta] = (im * zRe[place] - re * zIm[place]) * rows / n;
          }
        }
      }
      double everywhere = gRe[0] / n; // the row of V where nothing else touches it
      double square = 0;
      for (double reports : perOrbit) {
        square += everywhere * everywhere * reports;
      }
      for (Map.Entry<Integer, double[][]> entry : touched.entrySet()) {
        int c = entry.getKey();
        double[] row = entry.getValue()[0];
        transform(orbits.get(c)).inverse(row, entry.getValue()[1]);
        for (int t = 0; t < row.length; t++) {
          square += counters[offsets[c] + t] * row[t] * (2 * everywhere + row[t]);
        }
      }
      return Math.max(0, square - ofMeans);
    }
  }

  @Override
  void write(DataOutputStream out) throws IOException {
    out.writeInt(attributes.length);
    for (int size : attributes) {
      out.writeInt(size);
    }
    Map<BitSet, Integer> numbers = new LinkedHashMap<>();
    orbits.forEach(orbit -> numbers.putIfAbsent(orbit.base, numbers.size()));
    out.writeInt(numbers.size());
    for (BitSet base : numbers.keySet()) {
      byte[] bytes = base.toByteArray();
      out.writeInt(bytes.length + 1);
      out.write(bytes);
    }
    out.writeInt(orbits.size());
    for (int c = 0; c < orbits.size(); c++) {
      Member orbit = orbits.get(c);
      out.writeInt(orbit.moduli.length);
      for (int j = 0; j < orbit.moduli.length; j++) {
        out.writeInt(orbit.moduli[j]);
        for (int coefficient : orbit.features[j]) {
          out.writeInt(coefficient);
        }
      }
      out.writeInt(numbers.get(orbit.base));
      out.writeLong(masses[c]);
      out.writeLong(orbit.leaveOut);
    }
  }

  static OrbitStrategy read(BoundedReader in, double epsilon, int domain) {
    int[] attributes = new int[count(in, 24)];
    for (int i = 0; i < attributes.length; i++) {
      attributes[i] = in.int32();
    }
    if (domain(attributes) != domain) {
      throw in.refuse("attributes that do not make the domain");
    }
    int baseCount = count(in, ROW_LIMIT);
    in.require(baseCount, Integer.BYTES);
    BitSet[] bases = new BitSet[baseCount];
    for (int i = 0; i < bases.length; i++) {
      bases[i] = BitSet.valueOf(in.bytes(count(in, ROW_LIMIT + 1) - 1));
    }
    int count = count(in, IntegerAlias.LIMIT);
    in.require(count, Integer.BYTES + 2 * Long.BYTES);
    List<Member> members = new ArrayList<>();
    long[] masses = new long[count];
    long sum = 0;
    long rows = 0;
    for (int c = 0; c < count; c++) {
      int[] moduli = new int[count(in, 24)];
      int[][] features = new int[moduli.length][attributes.length];
      for (int j = 0; j < moduli.length; j++) {
        moduli[j] = in.int32();
        for (int i = 0; i < attributes.length; i++) {
          features[j][i] = in.int32();
        }
      }
      int number = in.int32();
      masses[c] = in.int64();
      long leaveOut = in.int64();
      sum += masses[c];
      if (number < 0 || number >= bases.length || masses[c] < 1) {
        throw in.refuse("an orbit out of range");
      }
      requireForms(attributes, features, moduli, bases[number]);
      rows += Arrays.stream(moduli).asLongStream().reduce(1, (a, b) -> a * b);
      requireRows(rows); // before a member takes memory for its rows
      Member member = new Member(attributes, features, moduli, bases[number], leaveOut);
      if (member.isTrivial() != (leaveOut == 0)) {
        throw in.refuse("an orbit that says nothing, or too much");
      }
      members.add(member);
    }
    if (sum != IntegerAlias.TOTAL) {
      throw in.refuse("masses that do not add up");
    }
    return new OrbitStrategy(Epsilon.require(epsilon), attributes, members, masses);
  }

  private static int count(BoundedReader in, int limit) {
    int count = in.int32();
    if (count < 1 || count > limit) {
      throw in.refuse("a count out of range");
    }
    return count;
  }
}
