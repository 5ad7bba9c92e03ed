package org.sparkldp.published.matrixmechanism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.analysis.Performance;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.workload.Histogram;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Prefix;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/** The matrix mechanism against strategy matrices written out. */
class MatrixMechanismTest {
  private static final Algebra ALGEBRA = Algebra.java();

  // Identity on Histogram, by hand.

  @Test
  void laplace_onTheHistogramAddsEightOverEpsilonSquaredAnItem() {
    MatrixMechanism mechanism =
        MatrixMechanism.laplace(PIdentityStrategy.of(ALGEBRA, new Histogram(16)), 0.5);

    // Two indicators are 2 apart: σ² = 2 (2/0.5)² = 32 in each of 16 counts.
    assertEquals("identity", mechanism.strategy().name());
    assertEquals(32 * 16, mechanism.variance(), 1e-9);
  }

  @Test
  void gaussian_onTheHistogramHasLengthRootTwo() {
    NoiseStrategy strategy = RootStrategy.of(ALGEBRA, new Histogram(16));
    double sigma = GaussianCalibration.sigma(0.5, 1e-6, Math.sqrt(2));

    assertEquals(2, Math.pow(strategy.sensitivity(), 2), 1e-9);
    assertEquals(
        16 * sigma * sigma, MatrixMechanism.gaussian(strategy, 0.5, 1e-6).variance(), 1e-6);
  }

  @Test
  void performance_isTheSameInTheWorstCaseAndOnAverage() {
    Workload workload = new Histogram(16);
    MatrixMechanism mechanism =
        MatrixMechanism.laplace(NoiseStrategy.identity(workload, ColumnNorm.L1), 1);

    Performance performance = mechanism.performance(workload);

    assertEquals(8 * 16, performance.worst());
    assertEquals(8 * 16, performance.average());
    assertEquals(8 / 0.01, performance.sampleComplexityWorst(16, 0.01), 1e-9);
    assertEquals(performance.average(), (performance.objective() - 16) / 16, 1e-9);
  }

  // Root strategies.

  private static DMatrixRMaj matrix(double[] entries, int columns) {
    return new DMatrixRMaj(entries.length / columns, columns, true, entries);
  }

  /** tr(aᵀb). */
  private static double dot(DMatrixRMaj a, DMatrixRMaj b) {
    return CommonOps_DDRM.elementSum(CommonOps_DDRM.elementMult(a, b, (DMatrixRMaj) null));
  }

  /** tr[(AᵀA)⁺ G] = ‖W A⁺‖² for any W with WᵀW = G. */
  private static double spread(DMatrixRMaj a, double[] gram) {
    DMatrixRMaj inverse = new DMatrixRMaj(a.numCols, a.numRows);
    CommonOps_DDRM.pinv(a, inverse);
    return dot(inverse, CommonOps_DDRM.mult(matrix(gram, a.numCols), inverse, null));
  }

  /** tr(Y⁻¹ G). */
  private static double traceOfQuotient(double[] y, double[] gram, int n) {
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    assertTrue(CommonOps_DDRM.invert(matrix(y.clone(), n), inverse));
    return dot(inverse, matrix(gram, n));
  }

  /** The largest distance of two columns, as the sum of {@code size} over their entries. */
  private static double longest(DMatrixRMaj a, DoubleUnaryOperator size) {
    double longest = 0;
    for (int u = 0; u < a.numCols; u++) {
      for (int w = 0; w < u; w++) {
        double distance = 0;
        for (int i = 0; i < a.numRows; i++) {
          distance += size.applyAsDouble(a.get(i, u) - a.get(i, w));
        }
        longest = Math.max(longest, distance);
      }
    }
    return longest;
  }

  private static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] converged(double[] gram, int n) {
    double[] v = ones(n);
    for (int i = 0; i < 60; i++) {
      v = RootStrategy.step(ALGEBRA, n, gram, v).next();
    }
    return v;
  }

  @ParameterizedTest
  @ValueSource(strings = {"prefix", "all-range", "3*prefix+histogram", "marginals-1+prefix"})
  void root_spreadAndSensitivityAreThoseOfTheMatrix(String name) {
    int n = 8;
    double[] gram = Workloads.parse(name, n).gram();
    double[] v = ones(n);
    for (int i = 0; i < 3; i++) { // on the way too, not only at the end
      RootStrategy.Iteration step = RootStrategy.step(ALGEBRA, n, gram, v);
      Algebra.SymmetricEigen eigen = ALGEBRA.eigen(n, step.y());
      DMatrixRMaj a = matrix(eigen.vectors().clone(), n);
      CommonOps_DDRM.multRows(
          Arrays.stream(eigen.values()).map(y -> Math.sqrt(Math.max(0, y))).toArray(), a);

      double squared = longest(a, x -> x * x);
      assertEquals(Math.sqrt(squared), step.strategy().sensitivity(), 1e-9);
      assertEquals(1, step.strategy().spread() / spread(a, gram), 1e-9);
      v = step.next();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"prefix", "all-range", "5*prefix+all-range"})
  void root_endsWithUnitColumnsAndTheLeastSpread(String name) {
    int n = 8;
    double[] gram = Workloads.parse(name, n).gram();
    RootStrategy.Iteration end = RootStrategy.step(ALGEBRA, n, gram, converged(gram, n));

    double[] diagonal = new double[n];
    Arrays.setAll(diagonal, u -> end.y()[u * n + u]);
    assertArrayEquals(ones(n), diagonal, 1e-8);
    assertEquals(0, end.gap(), 1e-8);
    assertTrue(isLeast(end.y(), gram, n));
    // Twin: the square root of G itself, its columns scaled to 1, which is where the search begins.
    RootStrategy.Iteration start = RootStrategy.step(ALGEBRA, n, gram, ones(n));
    double[] scaled = start.y().clone();
    unitDiagonal(scaled, n);
    assertTrue(start.gap() > 0.01);
    assertTrue(!isLeast(scaled, gram, n));
  }

  /** Whether no small change that keeps the diagonal makes tr(Y⁻¹ G) less. */
  private static boolean isLeast(double[] y, double[] gram, int n) {
    double least = traceOfQuotient(y, gram, n);
    SimulationSource source = new SimulationSource(9);
    for (int trial = 0; trial < 200; trial++) {
      double[] changed = y.clone();
      int u = source.uniform(n);
      int w = (u + 1 + source.uniform(n - 1)) % n;
      double change = source.bernoulli(1L << 63) ? 1e-4 : -1e-4;
      changed[u * n + w] += change;
      changed[w * n + u] += change;
      if (traceOfQuotient(changed, gram, n) < least * (1 - 1e-9)) {
        return false;
      }
    }
    return true;
  }

  private static void unitDiagonal(double[] y, int n) {
    double[] scale = new double[n];
    Arrays.setAll(scale, u -> 1 / Math.sqrt(y[u * n + u]));
    for (int i = 0; i < n * n; i++) {
      y[i] *= scale[i / n] * scale[i % n];
    }
  }

  @ParameterizedTest
  @CsvSource({
    "all-marginals, 16",
    "marginals-2, 16",
    "parity-2, 16",
    "2*histogram+marginals-1, 16",
    "histogram[3] x all-marginals[4], 12",
  })
  void root_ofAnInvariantWorkloadIsThatOfItsGramMatrix(String name, int n) {
    Workload workload = Workloads.parse(name, n);
    NoiseStrategy identity = NoiseStrategy.identity(workload, ColumnNorm.L2);
    RootStrategy.Iteration dense = RootStrategy.step(ALGEBRA, n, workload.gram(), ones(n));
    NoiseStrategy expected = identity.orBetter(dense.strategy());

    NoiseStrategy strategy = RootStrategy.of(ALGEBRA, workload);

    assertEquals(0, dense.gap(), 1e-7);
    assertEquals(expected.name(), strategy.name());
    assertEquals(1, strategy.cost() / expected.cost(), 1e-6);
  }

  @Test
  void root_servesWorkloadsThatDoNotCountAllItems() {
    Workload workload = MatrixWorkload.readCsv("1,1,0,0\n1,0,0,1", 4);

    NoiseStrategy strategy = RootStrategy.of(ALGEBRA, workload);

    assertEquals("root", strategy.name());
    assertTrue(strategy.cost() < NoiseStrategy.identity(workload, ColumnNorm.L2).cost());
    assertTrue(strategy.spread() > 0 && strategy.sensitivity() > 0);
  }

  @Test
  void root_leavesLittleToGain() {
    Workload workload = new Prefix(32);
    NoiseStrategy strategy = RootStrategy.of(ALGEBRA, workload);
    double[] gram = workload.gram();

    NoiseStrategy end = RootStrategy.step(ALGEBRA, 32, gram, converged(gram, 32)).strategy();

    assertEquals(1, strategy.cost() / end.cost(), 2e-3);
    assertTrue(strategy.cost() < 0.3 * NoiseStrategy.identity(workload, ColumnNorm.L2).cost());
  }

  // p-Identity.

  private static double[] random(int size) {
    SimulationSource source = new SimulationSource(4);
    double[] random = new double[size];
    Arrays.setAll(random, i -> source.uniform(1000) / 700.0);
    return random;
  }

  private static DMatrixRMaj pIdentity(double[] theta, int n) {
    int rows = n + theta.length / n;
    DMatrixRMaj a = new DMatrixRMaj(rows, n);
    for (int u = 0; u < n; u++) {
      double sum = 1;
      for (int i = u; i < theta.length; i += n) {
        sum += theta[i];
      }
      for (int i = 0; i < rows; i++) {
        a.set(i, u, (i < n ? (i == u ? 1 : 0) : theta[(i - n) * n + u]) / sum);
      }
    }
    return a;
  }

  @Test
  void pIdentity_spreadAndSensitivityAreThoseOfTheMatrix() {
    int n = 8;
    double[] theta = random(3 * n);
    double[] gram = new Prefix(n).gram();
    DMatrixRMaj a = pIdentity(theta, n);

    NoiseStrategy strategy = new PIdentityStrategy(ALGEBRA, n, 3, gram).strategy(theta);

    assertEquals(11, strategy.rows());
    assertEquals(longest(a, Math::abs), strategy.sensitivity(), 1e-12);
    assertEquals(1, strategy.spread() / spread(a, gram), 1e-10);
  }

  @Test
  void pIdentity_gradientIsThatOfDifferences() {
    int n = 8;
    double[] theta = random(3 * n);
    PIdentityStrategy search =
        new PIdentityStrategy(ALGEBRA, n, 3, Workloads.parse("all-range", n).gram());
    double[] gradient = search.at(theta).gradient();
    double[] differences = new double[theta.length];
    for (int i = 0; i < theta.length; i++) {
      double[] up = theta.clone();
      double[] down = theta.clone();
      up[i] += 1e-5;
      down[i] -= 1e-5;
      differences[i] = (search.at(up).objective() - search.at(down).objective()) / 2e-5;
    }
    double size = Arrays.stream(gradient).map(Math::abs).max().orElseThrow();

    assertArrayEquals(differences, gradient, 1e-7 * size);
  }

  @Test
  void pIdentity_endsWhereNoDirectionWithinTheBoundsLeadsDown() {
    int n = 16;
    Workload workload = new Prefix(n);
    PIdentityStrategy search = new PIdentityStrategy(ALGEBRA, n, 1, workload.gram());
    double[] start = random(n);
    double[] end = search.minimise(start);

    assertTrue(isStationary(end, search));
    assertTrue(!isStationary(start, search));
    NoiseStrategy strategy = PIdentityStrategy.of(ALGEBRA, workload);
    assertEquals("p-identity", strategy.name());
    // The optimum by another program (numpy); the identity has 4 · 136.
    assertEquals(4 * 100.72, strategy.cost(), 0.02);
  }

  private static boolean isStationary(double[] theta, PIdentityStrategy search) {
    PIdentityStrategy.Value value = search.at(theta);
    double most = 0;
    for (int i = 0; i < theta.length; i++) {
      double projected = Math.max(0, theta[i] - value.gradient()[i] / value.objective());
      most = Math.max(most, Math.abs(projected - theta[i]));
    }
    return most < 1e-3;
  }

  // Calibration.

  /** On prefixes of 128 items the first start ends 1.3 % above the second. */
  @Test
  void pIdentity_isTheBestOfSeveralStarts() {
    Workload workload = Workloads.parse("prefix", 128);
    double cost = PIdentityStrategy.of(ALGEBRA, workload).cost();
    PIdentityStrategy search = PIdentityStrategy.search(ALGEBRA, workload);
    double first = search.from(1).cost();
    double second = search.from(2).cost();
    assertTrue(cost <= Math.min(first, second) * (1 + 1e-4));
    assertTrue(first > 1.005 * second || second > 1.005 * first);
  }

  /** Textbooks take twice the largest column, which may be far above the largest distance. */
  @Test
  void distancesAreAtMostTwiceTheLargestColumn() {
    for (String name : List.of("prefix", "all-range", "parity-3")) {
      Workload workload = Workloads.parse(name, 32);
      double[] gram = workload.gram();
      RootStrategy.Iteration end = RootStrategy.step(ALGEBRA, 32, gram, converged(gram, 32));
      double largest = 0; // the columns' lengths are the roots of Y's diagonal
      for (int u = 0; u < 32; u++) {
        largest = Math.max(largest, Math.sqrt(end.y()[u * 32 + u]));
      }
      NoiseStrategy root = end.strategy();
      assertTrue(root.sensitivity() <= 2 * largest * (1 + 1e-9));
      assertTrue(root.sensitivity() < 1.6 * largest);
      assertTrue(RootStrategy.of(ALGEBRA, workload).cost() <= root.cost() * (1 + 2e-3));
    }
  }

  @Test
  void aWorkloadThatAsksForEverybodyOnlyNeedsNoNoise() {
    Workload everybody = MatrixWorkload.readCsv("1,1,1", 3);

    MatrixMechanism mechanism =
        MatrixMechanism.gaussian(RootStrategy.of(ALGEBRA, everybody), 1, 1e-6);

    assertEquals(0, mechanism.variance(), 1e-9);
  }

  // What becomes a protocol.

  @ParameterizedTest
  @CsvSource({
    "prefix, 32",
    "all-range, 17",
    "histogram, 8",
    "all-marginals, 16",
    "marginals-2, 32",
    "parity-2, 16",
    "2*histogram+marginals-1, 16",
    "marginals-1+prefix, 8",
    "histogram[3] x all-marginals[4], 12",
  })
  void designs_haveTheStatedSensitivityAndTheCertifiedNoiseTheStatedErrors(String name, int n) {
    Workload workload = Workloads.parse(name, n);
    for (double epsilon : new double[] {0.5, 4}) {
      for (MatrixMechanism mechanism :
          List.of(
              MatrixMechanism.laplace(PIdentityStrategy.of(ALGEBRA, workload), epsilon),
              MatrixMechanism.gaussian(RootStrategy.of(ALGEBRA, workload), epsilon, 1e-6))) {
        NoiseDesign design = mechanism.design();
        boolean isL1 = design.norm() == ColumnNorm.L1;
        double longest = longest(matrix(design.a(), n), isL1 ? Math::abs : x -> x * x);
        double stated = mechanism.strategy().sensitivity();
        double certified =
            NoiseEvaluation.of(ALGEBRA, design, workload, epsilon).worst() / mechanism.variance();

        assertEquals(n, design.domain());
        assertEquals(mechanism.strategy().rows(), design.numbers());
        assertEquals(1, (isL1 ? longest : Math.sqrt(longest)) / stated, 1e-5);
        assertEquals(1, certified, isL1 ? 2e-6 : 2e-5);
      }
    }
  }

  @Test
  void designs_answerTheirWorkloadWithTheStatedVariance() {
    Workload workload = Workloads.parse("marginals-2", 16); // not of full rank
    NoiseDesign design =
        MatrixMechanism.gaussian(RootStrategy.of(ALGEBRA, workload), 1, 1e-6).design();
    Strategy strategy = Strategy.certify(design, 1);
    double[] one = new double[16];
    one[3] = 1;
    Reconstruction reconstruction = strategy.reconstruct(strategy.expectedCounters(one));
    double total = 0;
    for (long i = 0; i < workload.queries(); i++) {
      total += reconstruction.variance(workload.query(i));
    }

    assertEquals(1, NoiseEvaluation.of(ALGEBRA, design, workload, 1).worst() / total, 1e-9);
    assertArrayEquals(one, reconstruction.data(), 1e-6);
  }

  @Test
  void aDesignThatSaysNothingAboutWhatIsAskedIsRefused() {
    NoiseDesign pairs = new NoiseDesign(2, 4, new double[] {1, 1, 0, 0, 0, 0, 1, 1}, ColumnNorm.L1);
    Workload byPairs = MatrixWorkload.readCsv("1,1,0,0\n1,1,1,1", 4);

    assertTrue(NoiseEvaluation.of(ALGEBRA, pairs, byPairs, 1).worst() > 0);
    assertThrows(
        IllegalArgumentException.class,
        () -> NoiseEvaluation.of(ALGEBRA, pairs, new Histogram(4), 1));
  }

  // Refusals.

  @Test
  void noiseOfTheOtherNormIsRefused() {
    NoiseStrategy l1 = NoiseStrategy.identity(new Histogram(4), ColumnNorm.L1);
    NoiseStrategy l2 = NoiseStrategy.identity(new Histogram(4), ColumnNorm.L2);

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> MatrixMechanism.laplace(l2, 1));
    assertEquals(
        "noise must go with the norm of its strategy. Provided value: L2; use a strategy for L1.",
        refusal.getMessage());
    assertThrows(IllegalArgumentException.class, () -> MatrixMechanism.gaussian(l1, 1, 1e-6));
  }

  @ParameterizedTest
  @CsvSource({"0, 1e-6", "NaN, 1e-6", "21, 1e-6", "1, 0", "1, 1", "1, NaN"})
  void epsilonAndDeltaOutOfRangeAreRefused(double epsilon, double delta) {
    NoiseStrategy l2 = NoiseStrategy.identity(new Histogram(4), ColumnNorm.L2);
    assertThrows(
        IllegalArgumentException.class, () -> MatrixMechanism.gaussian(l2, epsilon, delta));
  }

  @Test
  void aSingleItemIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> RootStrategy.of(ALGEBRA, new Histogram(1)));
    assertThrows(
        IllegalArgumentException.class, () -> PIdentityStrategy.of(ALGEBRA, new Histogram(1)));
  }
}
