package org.sparkldp.analysis.orbit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.competitor.Competitors;
import org.sparkldp.analysis.orbit.ColumnGeneration.MixtureColumn;
import org.sparkldp.analysis.orbit.ColumnGeneration.Space;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;
import org.sparkldp.protocols.workload.Workload;

/**
 * The best mixture of orbits for a workload with the symmetry of its attributes' group, or close to
 * it (all ranges of one attribute); also for one without, where the result is the best for the
 * average of G over all translations and may be far from the best of all (prefixes).
 *
 * <p>Its objective is never above that of randomized response and subset selection. The ways tried,
 * each only as long as the ones before leave something to gain:
 *
 * <ol>
 *   <li>subset selection, which is the optimum if all eigenvalues of G but the first are equal;
 *   <li>where binary attributes may be permuted, eigenvalues depend on the number of attributes in
 *       a character only, so that {@link ColumnGeneration} has d classes. Sets are looked for among
 *       functions of few attributes and symmetric functions; each stands for all its images under
 *       permutations. This shows how low an objective can be;
 *   <li>where they may not, functions of few attributes as they are;
 *   <li>r random sets on the whole group, elements flipped and masses solved for in turn, r = 4, 8,
 *       16, 32: few rows, and close to the optimum where much is asked;
 *   <li>the images of 2, if they are worth it: all of them or, where little is asked, a mixture of
 *       some, which needs no more of them than there are characters asked for.
 * </ol>
 *
 * <p>Deterministic in the seed, except for a budget of CPU seconds.
 */
public final class OrbitOptimizer {
  /** The largest group on which elements of random sets are flipped. */
  public static final int FLIP_LIMIT = 1 << 16;

  /** The largest group on which elements are flipped one by one in the end. */
  private static final int SINGLE_LIMIT = 4096;

  /** Elements flipped at a time, below which one by one is better. */
  private static final int FEW = 8;

  /** The same, for a group whose table of differences is kept. */
  private static final int TABLE_LIMIT = 1024;

  /** The largest domain for functions of up to 9 binary attributes. */
  private static final int SMALL = 1024;

  /** Orbits of a design at most. */
  private static final int ORBITS = 20_000;

  /** The number of queried characters up to which images are mixed anew. */
  private static final int REMIXED = 600;

  /** Counted seconds of a step, by n log n. */
  private static final double STEP = 1e-7;

  /** A gap to the bound that is not worth a search. */
  private static final double ENOUGH = 1 + 2e-4;

  /** What may be lost, relatively, to have fewer orbits. */
  private static final double LOSS = 5e-4;

  /** What must be left to gain, relatively, for more orbits than flips need. */
  private static final double WORTHWHILE = 3e-3;

  /** Rows of a design at most, as a multiple of n, where there is one of fewer. */
  private static final int ROWS = 128;

  private static final String SYMMETRIC = "functions of few attributes and all their permutations";

  private static final String IMAGES = "functions of few attributes and some of their permutations";

  /**
   * A design, its objective, and how it was found, in a sentence.
   *
   * @param bound no strategy's objective is lower; for workloads without the group's symmetry, no
   *     mixture of orbits' is
   */
  public record OrbitDesign(Design design, Performance performance, double bound, String made) {

    /** objective / bound. */
    public double gap() {
      return performance.objective() / bound;
    }
  }

  private final Workload workload;
  private final double epsilon;
  private final double budget;
  private final boolean isCounted;
  private final RandomSource random;
  private final Progress.SearchListener listener;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final long begin = threads.getCurrentThreadCpuTime();

  private final int[] attributes;
  private final double[] g;
  private final double floor;
  private final Spaces spaces;
  private final double bound;

  private int iteration;
  private boolean stopped;
  private Design best;
  private double bestObjective = Double.POSITIVE_INFINITY;
  private String made = "";

  private OrbitOptimizer(
      Workload workload,
      double epsilon,
      double budget,
      boolean isCounted,
      long seed,
      Progress.SearchListener listener) {
    this.workload = workload;
    this.epsilon = epsilon;
    this.budget = budget;
    this.isCounted = isCounted;
    this.random = new SimulationSource(seed);
    this.listener = listener;
    this.attributes = workload.attributes();
    this.g =
        workload.isTranslationInvariant()
            ? Spectra.invariant(workload)
            : Spectra.average(workload, attributes);
    this.floor = Spectra.floor(g);
    this.spaces = new Spaces(attributes, epsilon, random);
    this.bound =
        Bounds.sharp(Math.max(0, g[0]), Arrays.copyOfRange(g, 1, g.length), g.length, epsilon);
  }

  /**
   * No mixture of orbits has a lower objective on the workload; for invariant workloads no strategy
   * at all.
   */
  public static double bound(Workload workload, double epsilon) {
    return new OrbitOptimizer(workload, epsilon, 1, true, 0, Progress.SearchListener.NONE).bound;
  }

  /**
   * Looks for a design.
   *
   * @param workload at least 2 items; without translation invariance at most {@value
   *     OrbitEvaluation#UNSYMMETRIC_LIMIT}
   * @param epsilon privacy budget in nats, finite, &gt; 0
   * @param seconds of this thread's CPU time after which no new search is begun, &gt; 0
   * @param isCounted whether these are reckoned from the steps made, the same on every machine
   * @param listener receives the objective beside the bound; may stop
   */
  public static OrbitDesign optimize(
      Workload workload,
      double epsilon,
      double seconds,
      boolean isCounted,
      long seed,
      Progress.SearchListener listener) {
    int n = workload.domain();
    Require.that(
            n >= 2 && (workload.isTranslationInvariant() || n <= OrbitEvaluation.UNSYMMETRIC_LIMIT))
        .orRefuse(
            "orbits are optimised for at least 2 items and, for a workload without the symmetry of"
                + " its attributes, at most %s. Provided value: %s; bin the domain more coarsely.",
            OrbitEvaluation.UNSYMMETRIC_LIMIT, n);
    Require.that(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY && seconds > 0)
        .orRefuse(
            "epsilon must be finite and > 0, the budget > 0 (seconds). Provided values: %s,"
                + " %s.",
            epsilon, seconds);
    return new OrbitOptimizer(workload, epsilon, seconds, isCounted, seed, listener).run();
  }

  private OrbitDesign run() {
    int n = g.length;
    Design.Subsets selection = Competitors.subsetSelection(n, epsilon);
    double a = SubsetEvaluation.eigenvalue(selection, epsilon);
    double trace = Arrays.stream(g).sum();
    offer(selection, g[0] + (trace - g[0]) / a, "subset selection");
    boolean binary = Arrays.stream(attributes).allMatch(size -> size == 2);
    ColumnGeneration symmetric = null;
    double ideal = bound;
    if (isOpen() && binary && workload.isPermutationInvariant()) {
      symmetric = symmetric(n <= SMALL ? 9 : 4);
      ideal = n <= SMALL ? g[0] + symmetric.objective() : bound;
    } else if (isOpen() && attributes.length > 1) {
      fewAttributes();
    }
    boolean fits = n <= (binary || attributes.length == 1 ? FLIP_LIMIT : TABLE_LIMIT);
    // Where little is asked of a large domain, random sets waste most of their information.
    boolean isSparse =
        n > SMALL
            && symmetric != null
            && CharacterClasses.pairs(attributes, g, floor).a().length <= REMIXED;
    double enough = ideal * (1 + (n > SMALL ? WORTHWHILE : WORTHWHILE / 3));
    double before = Double.POSITIVE_INFINITY;
    for (int sets = 4; fits && !isSparse && sets <= 32 && isOpen() && bestObjective > enough; ) {
      double found = flips(sets);
      if (found > before * (1 - LOSS)) {
        break;
      }
      before = found;
      sets *= 2;
    }
    if (symmetric != null && bestObjective > (g[0] + symmetric.objective()) * (1 + WORTHWHILE)) {
      realize(symmetric);
    }
    Performance performance =
        best instanceof Design.Subsets subsets
            ? SubsetEvaluation.of(subsets, workload, epsilon)
            : OrbitEvaluation.of((Design.Orbits) best, workload, epsilon);
    return new OrbitDesign(best, performance, bound, made);
  }

  private boolean isOpen() {
    return !stopped && bestObjective > bound * ENOUGH && seconds() < budget;
  }

  private double seconds() {
    if (isCounted) {
      return iteration * STEP * g.length * (32 - Integer.numberOfLeadingZeros(g.length));
    }
    return (threads.getCurrentThreadCpuTime() - begin) * 1e-9;
  }

  private void offer(Design design, double objective, String how) {
    // Ways that need more orbits must be worth them.
    if (objective < bestObjective * (1 - 1e-6)) {
      best = design;
      bestObjective = objective;
      made = how;
    }
  }

  /** Calls the listener; true to stop. {@code beyond} is an objective without g_0. */
  private boolean report(String stage, double beyond) {
    if (stopped) {
      return true;
    }
    double objective = Math.min(bestObjective, beyond + g[0]);
    stopped = !listener.goesOn(new Progress(stage, iteration++, objective, bound, seconds()));
    return stopped || seconds() > budget;
  }

  private double high() {
    return Bounds.bestHigh(g.length, epsilon) / (double) g.length;
  }

  /** The objective that so many sets come to. */
  private double flips(int sets) {
    CharacterClasses classes = CharacterClasses.pairs(attributes, g, floor);
    SetSearch search = new SetSearch(spaces.sizes(), epsilon, random);
    Space space = new Space(search, spaces.everything(), classes.of());
    ColumnGeneration mixture = new ColumnGeneration(classes.a(), List.of(), random);
    int size = Bounds.bestHigh(g.length, epsilon);
    for (int i = 0; i < sets; i++) {
      mixture.add(space.column(search.randomSet(size), classes.a().length));
    }
    // Random sets leave no character out, but structured ones of few elements may: one item does
    // not.
    BitSet one = new BitSet();
    one.set(0);
    mixture.add(space.column(one, classes.a().length));
    mixture.solve(1e-4);
    String stage = "flips on " + sets + " sets";
    int many = g.length / 16;
    while (many >= FEW) {
      double before = mixture.objective();
      for (int pass = 0; pass < 4; pass++) {
        mixture.flipMany(space, many, value -> report(stage, value));
      }
      mixture.solve(1e-4);
      if (stopped || mixture.objective() > before * 0.99) {
        many /= 2;
      }
    }
    double before = mixture.objective();
    for (int pass = 1; pass <= 400 && g.length <= SINGLE_LIMIT; pass++) {
      boolean any = mixture.flip(space, value -> report(stage, value));
      if (!any || pass % 4 == 0) {
        mixture.solve(1e-4);
        if (stopped || mixture.objective() > before * (1 - 1e-4)) {
          break;
        }
        before = mixture.objective();
      }
    }
    mixture.solve(1e-9);
    offer(spaces.design(mixture), mixture.objective() + g[0], stage);
    return mixture.objective() + g[0];
  }

  /** Functions of few attributes, each set of attributes a space of its own. */
  private void fewAttributes() {
    CharacterClasses classes = CharacterClasses.pairs(attributes, g, floor);
    List<Space> few = spaces.few(classes);
    if (few.isEmpty()) {
      return;
    }
    ColumnGeneration mixture = new ColumnGeneration(classes.a(), List.of(), random);
    BitSet one = new BitSet();
    one.set(0);
    int rows = classes.a().length;
    for (Space space : few) {
      mixture.add(space.column(one, rows));
    }
    // Randomized response on everything, so that no character is left out.
    mixture.add(spaces.all(classes).column(one, rows));
    String stage = "functions of few attributes";
    mixture.run(few, high(), 2, 60, value -> report(stage, value));
    offer(spaces.design(mixture), mixture.objective() + g[0], stage);
  }

  /** Over all functions of at most {@code most} digits, and symmetric ones of more. */
  private ColumnGeneration symmetric(int most) {
    int d = attributes.length;
    CharacterClasses classes = CharacterClasses.weights(attributes, g, floor);
    int rows = classes.a().length;
    List<MixtureColumn> pool = SymmetricFunctions.pool(d, g.length, classes, epsilon);
    ColumnGeneration mixture = new ColumnGeneration(classes.a(), pool, random);
    int[] two = new int[d];
    Arrays.fill(two, 2);
    Space all =
        new Space(
            new SetSearch(two, epsilon, random), SymmetricFunctions.identity(d, d), classes.of());
    BitSet one = new BitSet();
    one.set(0);
    mixture.add(all.column(one, rows));
    mixture.run(spaces.binary(most, classes), high(), 4, 40, value -> report(SYMMETRIC, value));
    return mixture;
  }

  private void realize(ColumnGeneration mixture) {
    int d = attributes.length;
    List<List<Orbit>> images = new ArrayList<>();
    for (MixtureColumn column : mixture.columns()) {
      Orbit orbit = column.orbit();
      double[] powers = new SetSearch(orbit.moduli(), epsilon, random).powers(orbit.base());
      int b = orbit.moduli().length;
      Orbit reduced = OrbitImages.reduced(b, orbit.base(), powers);
      images.add(
          OrbitImages.of(
              reduced, b, d, column instanceof SymmetricFunctions.SymmetricColumn, ORBITS, random));
    }
    CharacterClasses pairs = CharacterClasses.pairs(attributes, g, floor);
    int total = images.stream().mapToInt(List::size).sum();
    if (total > ORBITS && g.length > SMALL && pairs.a().length > REMIXED) {
      return; // a part of the images would leave characters out
    }
    // Those with few images first, so that the others share the rest of the limit.
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < images.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingInt(i -> images.get(i).size()));
    List<Orbit> orbits = new ArrayList<>();
    for (int i = 0; i < order.size(); i++) {
      List<Orbit> some = images.get(order.get(i));
      int share = (ORBITS - orbits.size()) / (order.size() - i);
      some = some.subList(0, Math.min(some.size(), Math.max(1, share)));
      for (Orbit image : some) {
        double mass = mixture.masses()[order.get(i)] / some.size();
        orbits.add(new Orbit(image.features(), image.moduli(), image.base(), mass));
      }
    }
    Design.Orbits design = new Design.Orbits(attributes, orbits);
    double objective = OrbitEvaluation.objective(g, OrbitEvaluation.eigenvalues(design, epsilon));
    if (pairs.a().length <= REMIXED && orbits.size() > pairs.a().length) {
      remix(orbits, pairs, g[0] + mixture.objective());
    }
    long rowCount = orbits.stream().mapToLong(Orbit::rows).sum();
    boolean isLean = rowCount <= (long) ROWS * g.length;
    if (objective < bestObjective * (isLean ? 1 - LOSS : 0.95)) {
      offer(design, objective, SYMMETRIC);
    }
  }

  /** The best mixture of single images. */
  private void remix(List<Orbit> orbits, CharacterClasses classes, double ideal) {
    int rows = classes.a().length;
    List<MixtureColumn> pool = new ArrayList<>();
    for (Orbit orbit : orbits) {
      pool.add(spaces.column(orbit, classes));
    }
    ColumnGeneration mixture = new ColumnGeneration(classes.a(), pool, random);
    BitSet one = new BitSet();
    one.set(0);
    int d = attributes.length;
    Space all =
        new Space(
            new SetSearch(attributes, epsilon, random),
            SymmetricFunctions.identity(d, d),
            classes.of());
    mixture.add(all.column(one, rows));
    for (int i = 0; i < rows; i++) {
      mixture.add(pool.get(random.uniform(pool.size())));
    }
    double enough = ideal * (1 + LOSS) - g[0];
    mixture.run(List.of(), high(), 24, 25, value -> report(IMAGES, value) || value < enough);
    offer(spaces.design(mixture), mixture.objective() + g[0], IMAGES);
  }
}
