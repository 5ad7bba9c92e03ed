package org.sparkldp.analysis.orbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.analysis.Bounds;
import org.sparkldp.analysis.DenseEvaluation;
import org.sparkldp.analysis.DenseOptimizer;
import org.sparkldp.analysis.Optimized;
import org.sparkldp.analysis.Optimizer;
import org.sparkldp.analysis.Progress;
import org.sparkldp.analysis.SearchOptions;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/** No strategy may be below the bound; some are at it. */
@Tag("long")
class DelsarteBoundTest {
  private static final double ROUNDING = 1e-9;

  private final SimulationSource source = new SimulationSource(7);

  private double uniform() {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }

  /** A workload of random eigenvalues, some of them 0, over a group. */
  private Workload invariant(int... attributes) {
    CyclicGroup group = new CyclicGroup(attributes);
    int n = Arrays.stream(attributes).reduce(1, (a, b) -> a * b);
    double[] g = new double[n];
    for (int c = 0; c < n; c++) {
      int conjugate = group.negate(c);
      g[c] = conjugate < c ? g[conjugate] : uniform() < 0.3 ? 0 : Math.exp(3 * uniform());
    }
    g[1] = g[group.negate(1)] = 2;
    return GramWorkload.invariant(g, attributes);
  }

  /**
   * The least objective of all strategies: with an invariant workload that of a mixture of orbits,
   * and here every set is an orbit's.
   */
  private static double least(Workload workload, double epsilon) {
    int n = workload.domain();
    int[] attributes = workload.attributes();
    double[] g = workload.gramSpectrum();
    CharacterClasses classes = CharacterClasses.pairs(attributes, g, Spectra.floor(g));
    SetSearch search = new SetSearch(attributes, epsilon, null, false);
    List<double[]> columns = new ArrayList<>();
    for (long set = 1; set < (1L << n) - 1; set += 2) { // 0 in it: every set has such a translate
      BitSet bits = BitSet.valueOf(new long[] {set});
      columns.add(
          ColumnGeneration.classSums(search.powers(bits), classes.of(), classes.a().length));
    }
    double[] v = MixtureWeights.weights(classes.a(), columns, null, 1e-9);
    double[] lambda = MixtureWeights.lambda(columns, v, classes.a().length);
    return Math.max(0, g[0]) + MixtureWeights.objective(classes.a(), lambda);
  }

  @ParameterizedTest
  @CsvSource({"2", "5", "6", "8", "2 2", "2 2 2", "4 2", "3 3", "2 1 3"})
  void noStrategyOfASymmetricWorkloadIsBelowTheBound(String sizes) {
    int[] attributes = Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
    boolean twinFails = false;
    for (int trial = 0; trial < 12; trial++) {
      Workload workload = invariant(attributes);
      double epsilon = Math.exp(3 * uniform() - 1);
      double least = least(workload, epsilon);
      assertTrue(DelsarteBound.of(workload, epsilon) <= least * (1 + ROUNDING));
      // The wrong twin claims what only a smaller epsilon makes true.
      twinFails |= DelsarteBound.of(workload, 0.9 * epsilon) > least * (1 + ROUNDING);
    }
    assertTrue(twinFails);
  }

  @Test
  void everyPriceGivesABound_andTheSearchFindsBetterOnes() {
    Workload workload = invariant(8);
    for (double epsilon : new double[] {0.5, 2, 4}) {
      double least = least(workload, epsilon);
      double found = DelsarteBound.of(workload, epsilon);
      for (int trial = 0; trial < 200; trial++) {
        double[] prices = new double[4];
        Arrays.setAll(prices, j -> Math.exp(6 * uniform()));
        double bound = DelsarteBound.at(workload, epsilon, prices);
        assertTrue(bound <= least * (1 + ROUNDING));
        assertTrue(bound <= found * 1.0001);
      }
    }
  }

  /** Random workloads, on random strategies and on those that a search finds. */
  @ParameterizedTest
  @CsvSource({"4", "7", "12", "3 3", "2 2 2"})
  void noStrategyOfAnyWorkloadIsBelowTheBound(String sizes) {
    int[] attributes = Arrays.stream(sizes.split(" ")).mapToInt(Integer::parseInt).toArray();
    int n = Arrays.stream(attributes).reduce(1, (a, b) -> a * b);
    boolean twinFails = false;
    for (int trial = 0; trial < 4; trial++) {
      double epsilon = Math.exp(2.5 * uniform() - 0.5);
      Workload workload =
          trial == 0 && attributes.length == 1 ? GramWorkload.prefix(n) : any(attributes);
      double[] gram = workload.gram();
      double bound = DelsarteBound.of(workload, epsilon);
      Optimized found =
          DenseOptimizer.optimize(
              Algebra.current(),
              gram,
              n,
              epsilon,
              new DenseOptimizer.DenseOptions(
                  DenseOptimizer.DenseGoal.AVERAGE, 8, Long.MAX_VALUE, 60, trial),
              Progress.SearchListener.NONE);
      assertTrue(bound <= found.performance().objective() * (1 + ROUNDING));
      double other = random(n, epsilon, gram);
      assertTrue(bound <= other * (1 + ROUNDING));
      twinFails |=
          DelsarteBound.of(workload, 0.6 * epsilon)
              > found.performance().objective() * (1 + ROUNDING);
    }
    assertTrue(twinFails);
  }

  private Workload any(int... attributes) {
    int n = Arrays.stream(attributes).reduce(1, (a, b) -> a * b);
    double[] rows = new double[n * (n + 2)]; // of W, by items
    Arrays.setAll(rows, i -> Math.round(4 * uniform()) - 1);
    double[] gram = new double[n * n];
    Algebra.current().gram(n, n + 2, rows, gram);
    return GramWorkload.of(gram, attributes);
  }

  /** The objective of random rows, scaled to columns of sum 1. */
  private double random(int n, double epsilon, double[] gram) {
    int m = 4 * n;
    double[] q = new double[m * n];
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int o = 0; o < m; o++) {
        // Half of the budget, so that scaling columns keeps the whole.
        q[o * n + u] = Math.exp(epsilon / 2 * Math.round(uniform()));
        sum += q[o * n + u];
      }
      for (int o = 0; o < m; o++) {
        q[o * n + u] /= sum;
      }
    }
    double[] prior = new double[n];
    Arrays.fill(prior, 1);
    return DenseEvaluation.of(Algebra.current(), new Design.DenseDesign(m, n, q, prior), gram)
        .objective();
  }

  /** Sets of one item: randomized response, in closed form. */
  @ParameterizedTest
  @CsvSource({"parity-3,16", "parity-3,32", "marginals-3,16", "marginals-3,32", "all-marginals,16"})
  void randomizedResponseIsOptimalAtEpsilonFour(String name, int n) {
    Workload workload = Workloads.parse(name, n);
    double[] g = workload.gramSpectrum();
    double e = Math.exp(4);
    double lambda = Math.pow((e - 1) / (n + e - 1), 2);
    double objective = g[0] + (Arrays.stream(g).sum() - g[0]) / lambda;
    Bounds bounds = Optimizer.bounds(workload, 4);
    assertEquals(1, bounds.gap(objective), 1e-5);
    assertTrue(objective > 1.05 * bounds.spectral());
  }

  @Test
  void histogramsBoundIsTheOneOfEvenPrices() {
    for (int n : new int[] {2, 3, 16, 37, 256}) {
      Workload workload = Workloads.parse("histogram", n);
      for (double epsilon : new double[] {0.01, 1, 5}) {
        Bounds bounds = Optimizer.bounds(workload, epsilon);
        assertEquals(1, bounds.delsarte() / bounds.sharp(), 1e-9);
      }
    }
  }

  /** Anchors: how near the known strategies are once the bound knows small sets. */
  @Test
  void atEpsilonFourMostOfTheGapWasTheBounds() {
    for (String name : List.of("parity-3", "marginals-3", "all-marginals", "all-range")) {
      Workload workload = Workloads.parse(name, 64);
      Optimizer.OptimizedDesign result =
          Optimizer.optimize(
              workload,
              4,
              new SearchOptions(SearchOptions.Goal.AVERAGE, 60, 1),
              Progress.SearchListener.NONE);
      double objective = result.performance().objective();
      assertTrue(objective > 1.1 * result.bounds().spectral(), name);
      assertTrue(result.bounds().gap(objective) < 1.01, name);
    }
    Workload prefix = Workloads.parse("prefix", 64);
    Bounds bounds = Optimizer.bounds(prefix, 4);
    assertTrue(bounds.delsarte() > 1.2 * bounds.spectral());
  }

  /**
   * What is left of the gap of prefixes is the bound's, not the search's, where all sets can be
   * looked at. With M = X⁻¹GX⁻¹ of the strategy found, tr[MX'] ≤ Σ μ for every strategy X' if xᵀMx
   * / 1ᵀx ≤ μᵀx for every two-level row x, as weighted rows add up to 1; so its objective is at
   * least (tr (G^½MG^½)^½)²/Σ μ = L²/Σ μ.
   */
  @Test
  void onPrefixesOfTenItemsTheSearchIsOptimal_andTheBoundIsNotSharp() {
    int n = 10;
    double epsilon = 4;
    Workload workload = GramWorkload.prefix(n);
    double[] gram = workload.gram();
    Optimized found =
        DenseOptimizer.optimize(
            Algebra.current(),
            gram,
            n,
            epsilon,
            new DenseOptimizer.DenseOptions(
                DenseOptimizer.DenseGoal.AVERAGE, 64, Long.MAX_VALUE, 60, 1),
            Progress.SearchListener.NONE);
    double objective = found.performance().objective();
    double[] middle = middle(found.design(), gram);
    double[][] rows = new double[(1 << n) - 2][n];
    double[] least = new double[rows.length];
    for (int set = 0; set < rows.length; set++) {
      double sum = 0;
      double square = 0;
      for (int u = 0; u < n; u++) {
        rows[set][u] = ((set + 1) >> u & 1) == 1 ? Math.exp(epsilon) : 1;
        sum += rows[set][u];
      }
      for (int i = 0; i < n * n; i++) {
        square += middle[i] * rows[set][i / n] * rows[set][i % n];
      }
      least[set] = square / sum;
    }
    double bound = objective * objective / leastSum(rows, least);

    assertTrue(bound <= objective * (1 + ROUNDING));
    assertTrue(objective < 1.02 * bound, objective + " over " + bound);
    assertTrue(objective > 1.04 * DelsarteBound.of(workload, epsilon));
  }

  /** X⁻¹GX⁻¹. */
  private static double[] middle(Design.DenseDesign design, double[] gram) {
    int n = design.domain();
    double[] scaled = new double[n * design.outputs()];
    for (int o = 0; o < design.outputs(); o++) {
      double sum = 0;
      for (int u = 0; u < n; u++) {
        sum += design.q()[o * n + u];
      }
      for (int u = 0; u < n; u++) {
        scaled[u * design.outputs() + o] = design.q()[o * n + u] / Math.sqrt(sum);
      }
    }
    double[] inverse = new double[n * n];
    Algebra.current().gram(n, design.outputs(), scaled, inverse);
    assertTrue(Algebra.current().invert(n, inverse));
    double[] half = new double[n * n];
    double[] middle = new double[n * n];
    Algebra.current().multiply(false, false, n, n, n, inverse, gram, half);
    Algebra.current().multiply(false, false, n, n, n, half, inverse, middle);
    return middle;
  }

  /** A Σ μ near the least with μᵀx ≥ least_x for all rows x, which the last step checks. */
  private static double leastSum(double[][] rows, double[] least) {
    int n = rows[0].length;
    double start = 0;
    for (int i = 0; i < rows.length; i++) {
      start = Math.max(start, least[i] / Arrays.stream(rows[i]).sum());
    }
    double[] mu = new double[n];
    Arrays.fill(mu, 1.5 * start);
    for (double barrier = start; barrier > 1e-7 * start; barrier /= 2) {
      for (int newton = 0; newton < 4; newton++) {
        double[] step = new double[n];
        double[] hessian = new double[n * n];
        Arrays.fill(step, -1);
        for (int i = 0; i < rows.length; i++) {
          double slack = dot(rows[i], mu) - least[i];
          for (int u = 0; u < n; u++) {
            step[u] += barrier * rows[i][u] / slack;
            for (int v = 0; v < n; v++) {
              hessian[u * n + v] += barrier * rows[i][u] * rows[i][v] / (slack * slack);
            }
          }
        }
        MixtureWeights.solve(hessian, step);
        double length = 1;
        for (int i = 0; i < rows.length; i++) {
          double slack = dot(rows[i], mu) - least[i];
          double change = dot(rows[i], step);
          length = Math.min(length, change < 0 ? -0.9 * slack / change : 1);
        }
        for (int u = 0; u < n; u++) {
          mu[u] += length * step[u];
        }
      }
    }
    for (int i = 0; i < rows.length; i++) {
      assertTrue(dot(rows[i], mu) >= least[i]);
    }
    return Arrays.stream(mu).sum();
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /** Packings are known of permutations only, and help in places. */
  @Test
  void permutationsGiveNoLessThanTranslationsAlone() {
    double most = 0;
    for (double epsilon : new double[] {1, 2, 4}) {
      Workload marginals = GramWorkload.marginals(2, 5);
      Workload translations =
          GramWorkload.invariant(marginals.gramSpectrum(), marginals.attributes());
      double more = DelsarteBound.of(marginals, epsilon) / DelsarteBound.of(translations, epsilon);
      assertTrue(more > 1 - 1e-5);
      most = Math.max(most, more);
    }
    assertTrue(most > 1.05);
  }

  /** The largest and the smallest epsilon, and workloads that ask for hardly anything. */
  @Test
  void theBoundIsFiniteAndNotBelowTheSharpOneAtTheEdges() {
    double[] everybody = new double[16];
    Arrays.fill(everybody, 1);
    double[] one = new double[16];
    one[0] = 1;
    for (Workload workload :
        List.of(
            GramWorkload.of(everybody, 4),
            GramWorkload.of(one, 4),
            GramWorkload.prefix(2),
            GramWorkload.prefix(16),
            GramWorkload.allMarginals(1),
            GramWorkload.marginals(1, 4))) {
      for (double epsilon : new double[] {1e-6, 0.1, 20}) {
        Bounds bounds = Optimizer.bounds(workload, epsilon);
        assertTrue(Double.isFinite(bounds.delsarte()));
        assertTrue(bounds.delsarte() >= bounds.sharp() * (1 - 1e-5));
        assertTrue(bounds.lower() >= bounds.spectral());
      }
    }
  }

  /** All sets of a cube; the wrong twin lets them have one pair less. */
  @Test
  void noSetOfACubeHasMorePairsThanItsPackingsAllow() {
    for (int d = 1; d <= 4; d++) {
      PairScheme scheme = PairScheme.weights(GramWorkload.allMarginals(d));
      assertEquals(d, scheme.packings().size());
      int attained = 0;
      for (PairScheme.Packing packing : scheme.packings()) {
        double[] most = new double[(1 << d) + 1];
        for (long set = 1; set < 1L << (1 << d); set++) {
          int[] elements = BitSet.valueOf(new long[] {set}).stream().toArray();
          double[] pairs = new double[d];
          for (int s : elements) {
            for (int t : elements) {
              if (s != t) {
                pairs[Integer.bitCount(s ^ t) - 1]++;
              }
            }
          }
          double counted = 0;
          for (int w = 0; w < d; w++) {
            counted += packing.weights()[w] * pairs[w];
          }
          most[elements.length] = Math.max(most[elements.length], counted);
        }
        for (int k = 1; k < 1 << d; k++) {
          double allowed = packing.most().applyAsDouble(k);
          assertTrue(most[k] <= allowed + ROUNDING, "most " + most[k] + " of " + k);
          attained += most[k] > allowed - 1 ? 1 : 0;
        }
      }
      assertTrue(attained > 0);
    }
  }

  /** Binary workloads with permutations, where packings count. */
  @Test
  void noStrategyOfTheCubeIsBelowTheBound() {
    boolean twinFails = false;
    for (int trial = 0; trial < 30; trial++) {
      double[] byWeight = {
        1 + uniform(), 4 * uniform(), uniform() < 0.5 ? 0 : uniform(), uniform()
      };
      double[] g = new double[8];
      Arrays.setAll(g, s -> byWeight[Integer.bitCount(s)]);
      g[0] = 1;
      double epsilon = Math.exp(2.5 * uniform() - 0.5);
      double least = least(GramWorkload.invariant(g, 2, 2, 2), epsilon);
      Workload cube = GramWorkload.cube(g);
      assertTrue(DelsarteBound.of(cube, epsilon) <= least * (1 + ROUNDING));
      twinFails |= DelsarteBound.of(cube, 0.95 * epsilon) > least * (1 + ROUNDING);
    }
    assertTrue(twinFails);
  }

  @Test
  void aLargeDomainWithPermutationsIsBounded_anotherIsNot() {
    assertTrue(DelsarteBound.applies(Workloads.parse("marginals-3", 1 << 14)));
    assertFalse(DelsarteBound.applies(Workloads.parse("prefix", 1024)));
    assertFalse(DelsarteBound.applies(Workloads.parse("histogram", 1 << 20)));
    Bounds bounds = Optimizer.bounds(Workloads.parse("marginals-3", 1 << 14), 4);
    assertTrue(bounds.delsarte() >= bounds.sharp() * (1 - ROUNDING));
  }
}
