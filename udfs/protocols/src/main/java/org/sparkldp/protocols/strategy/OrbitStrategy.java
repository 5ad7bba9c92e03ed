package org.sparkldp.protocols.strategy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.wire.Fields;

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

  /** m n up to which the matrix is written out to reconstruct. */
  private static final int ENTRY_LIMIT = 1 << 24;

  private final int[] attributes;
  private final List<OrbitMember> orbits;
  private final long[] masses; // over 2^48
  private final IntegerAlias chooser;
  private final int[] offsets; // first row of each orbit, and m

  private OrbitStrategy(double epsilon, int[] attributes, List<OrbitMember> orbits, long[] masses) {
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
    if (rows > OrbitMember.ROW_LIMIT) {
      throw Require.refusal(
          "a strategy of orbits must have at most 2^23 rows. Provided value: %s.", rows);
    }
  }

  static OrbitStrategy of(Design.Orbits design, double epsilon) {
    int[] attributes = design.attributes().clone();
    domain(attributes); // refuses those whose forms would have no meaning
    long[] all = IntegerAlias.weights(design.orbits().stream().mapToDouble(Orbit::mass).toArray());
    List<OrbitMember> members = new ArrayList<>();
    Map<BitSet, BitSet> bases = new LinkedHashMap<>();
    Map<List<Integer>, Long> leaveOuts = new LinkedHashMap<>();
    for (int c = 0; c < all.length; c++) {
      if (all[c] > 0) {
        Orbit orbit = design.orbits().get(c);
        OrbitMember.requireForms(attributes, orbit.features(), orbit.moduli(), orbit.base());
        int rows = orbit.rows();
        int high = orbit.high();
        long leaveOut =
            leaveOuts.computeIfAbsent(
                List.of(rows, high),
                key -> high == 0 || high == rows ? 0 : RandomSubset.leaveOut(epsilon, rows, high));
        BitSet base = bases.computeIfAbsent(orbit.base(), key -> (BitSet) key.clone());
        members.add(new OrbitMember(attributes, orbit.features(), orbit.moduli(), base, leaveOut));
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
            "a strategy of orbits must have attributes of 1 item or more, and at most 2^20 items in"
                + " all. Provided attributes: %s.",
            Arrays.toString(attributes));
      }
    }
    return (int) product;
  }

  private static double exactEpsilon(List<OrbitMember> orbits) {
    double worst = 0;
    Map<List<Object>, Double> known = new LinkedHashMap<>();
    for (OrbitMember orbit : orbits) {
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
    OrbitMember orbit = orbits.get(choice);
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
    OrbitMember orbit = orbits.get(choice);
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
      OrbitMember orbit = orbits.get(c);
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
    double[] mass = new double[masses.length];
    Arrays.setAll(mass, this::mass);
    return new OrbitReconstruction(attributes, orbits, mass, offsets, counters);
  }

  /** An orbit as it is written, with the number of its base set. */
  private record Part(OrbitMember orbit, int base, long mass) {}

  private List<BitSet> bases() {
    return orbits.stream().map(orbit -> orbit.base).distinct().collect(Collectors.toList());
  }

  private List<Part> parts() {
    Map<BitSet, Integer> numbers = new HashMap<>();
    bases().forEach(base -> numbers.put(base, numbers.size()));
    return IntStream.range(0, orbits.size())
        .mapToObj(c -> new Part(orbits.get(c), numbers.get(orbits.get(c).base), masses[c]))
        .collect(Collectors.toList());
  }

  static OrbitStrategy fields(Fields<OrbitStrategy> f, double epsilon, int domain) {
    int width = f.upTo(24, strategy -> strategy.attributes.length);
    int[] attributes = f.int32s(width, strategy -> strategy.attributes);
    f.require(domain(attributes) == domain, "attributes that do not make the domain");
    int baseCount = f.upTo(OrbitMember.ROW_LIMIT, strategy -> strategy.bases().size());
    f.remain(baseCount, Integer.BYTES);
    List<BitSet> bases = f.list(baseCount, OrbitStrategy::bases, OrbitStrategy::base);
    int count = f.upTo(IntegerAlias.LIMIT, strategy -> strategy.orbits.size());
    f.remain(count, Integer.BYTES + 2 * Long.BYTES);
    OrbitReader reading = new OrbitReader(attributes, bases);
    List<Part> parts = f.list(count, OrbitStrategy::parts, reading::part);
    return f.makes(
        () -> {
          f.require(
              parts.stream().mapToLong(Part::mass).sum() == IntegerAlias.TOTAL,
              "masses that do not add up");
          f.require(
              reading.isInOrder
                  && reading.used == bases.size()
                  && Set.copyOf(bases).size() == bases.size(),
              Fields.RESPELLED);
          return new OrbitStrategy(
              epsilon,
              attributes,
              List.of(parts.stream().map(Part::orbit).toArray(OrbitMember[]::new)),
              parts.stream().mapToLong(Part::mass).toArray());
        });
  }

  /** A base set, whose last byte is not 0, with their number and one more before them. */
  private static BitSet base(Fields<BitSet> f) {
    int length = f.upTo(OrbitMember.ROW_LIMIT + 1, base -> base.toByteArray().length + 1) - 1;
    byte[] bytes = f.bytes(length, BitSet::toByteArray);
    f.require(length == 0 || bytes[length - 1] != 0, Fields.RESPELLED);
    return f.makes(() -> BitSet.valueOf(bytes));
  }

  /** Orbits that are read one after another; base sets are used in their order. */
  private static final class OrbitReader {
    private final int[] attributes;
    private final List<BitSet> bases;
    private boolean isInOrder = true;
    private int used;
    private long rows;

    OrbitReader(int[] attributes, List<BitSet> bases) {
      this.attributes = attributes;
      this.bases = bases;
    }

    Part part(Fields<Part> f) {
      int width = f.upTo(24, part -> part.orbit.moduli.length);
      int[] moduli = new int[width];
      int[][] features = new int[width][];
      for (int j = 0; j < width; j++) {
        int feature = j;
        moduli[j] = f.int32(part -> part.orbit.moduli[feature]);
        features[j] = f.int32s(attributes.length, part -> part.orbit.features[feature]);
      }
      int base = f.int32(Part::base);
      long mass = f.int64(Part::mass);
      long leaveOut = f.int64(part -> part.orbit.leaveOut);
      return f.makes(() -> part(f, moduli, features, base, mass, leaveOut));
    }

    private Part part(
        Fields<Part> f, int[] moduli, int[][] features, int base, long mass, long leaveOut) {
      f.require(base >= 0 && base < bases.size() && mass >= 1, "an orbit out of range");
      isInOrder &= base <= used;
      used = Math.max(used, base + 1);
      OrbitMember.requireForms(attributes, features, moduli, bases.get(base));
      rows += Arrays.stream(moduli).asLongStream().reduce(1, (a, b) -> a * b);
      requireRows(rows); // before a member takes memory for its rows
      OrbitMember member = new OrbitMember(attributes, features, moduli, bases.get(base), leaveOut);
      f.require(member.isTrivial() == (leaveOut == 0), "an orbit that says nothing, or too much");
      return new Part(member, base, mass);
    }
  }
}
