package org.sparkldp.analysis;

import java.util.Arrays;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Finds a strategy matrix for any workload, from its Gram matrix alone.
 *
 * <p>Its basis:
 *
 * <ul>
 *   <li>Rows of two levels lose nothing, and all may be of one size, so a strategy is n columns of
 *       m bits with K ones each; only κ = K/m is left of the row minima. κ is {@link
 *       Bounds#bestHigh} over n unless epsilon is large or n small, where it is searched for: the
 *       best objective is convex in 1/(1 + (e − 1) κ).
 *   <li>{@link SpectralGradient} from a random start over fractional bits with few rows, which ends
 *       close to bits by itself; then {@link SwapPolish}.
 *   <li>Too few rows cause local minima (with all 2^n rows the problem is convex). So each row is
 *       then doubled, which changes nothing by itself, and swaps go on, until there are any number
 *       of rows: at n = 256, epsilon 1 and 2, 4, 8 rows an item all ranges come within 8, 2.0 and
 *       0.5 % of the bound, whatever the start.
 *   <li>For the worst case, people are weighed: max over w of min over Q of Σ w_u var_u, concave in
 *       w. w ← w · var/mean and a few swaps take turns.
 * </ul>
 *
 * <p>The strategy has two levels everywhere: e^epsilon apart, K highs a column. Deterministic given
 * the seed and the algebra (sums in another order end elsewhere). Cost: some 200 evaluations of O(m
 * n² + n³).
 */
public final class DenseOptimizer {
  /** The objective. */
  public enum DenseGoal {
    /** The variance for people evenly spread. */
    AVERAGE,
    /** The variance of the item that has the largest. */
    WORST
  }

  /**
   * The options of a search.
   *
   * @param rows least m/n, at least 4; m is the first doubling of 4n (of what doubling of 4n
   *     reaches 128) that reaches it
   * @param evaluations of the objective at most; the best so far is then returned
   * @param seconds at most, likewise
   * @param isCounted whether seconds are the work at a nominal speed, not of the clock
   * @param seed of the random start
   */
  public record DenseOptions(
      DenseGoal goal, int rows, long evaluations, double seconds, boolean isCounted, long seed) {
    public DenseOptions {
      Require.that(rows >= 4 && rows <= 1024)
          .orRefuse(
              "rows by item must be in [4, 1024]. Provided value: %s; 8 is a good number.", rows);
      Require.that(evaluations >= 1 && seconds > 0)
          .orRefuse(
              "a search needs at least 1 evaluation and more than 0 seconds. Provided values: %s,"
                  + " %s.",
              evaluations, seconds);
    }

    /** These with seconds of the clock. */
    public DenseOptions(DenseGoal goal, int rows, long evaluations, double seconds, long seed) {
      this(goal, rows, evaluations, seconds, false, seed);
    }

    /** No limits; 16 rows an item up to 128 items, 8 up to 1,024, 4 beyond. */
    public static DenseOptions of(DenseGoal goal, int domain) {
      int rows = domain <= 128 ? 16 : domain <= 1024 ? 8 : 4;
      return new DenseOptions(goal, rows, Long.MAX_VALUE, Double.POSITIVE_INFINITY, 0);
    }
  }

  /** Rows by item of a first strategy; with 2 the best κ of few rows is above that of many. */
  private static final int FIRST_ROWS = 4;

  /** Fewer rows than this leave κ too coarse. */
  private static final int LEAST_ROWS = 128;

  /** Domains above this begin with the workload over pairs of neighbours, if these are alike. */
  private static final int LARGEST_START = 64;

  /** Domains of a start above this begin so too. */
  private static final int LARGEST_COARSE = 32;

  /** The share of a start that is the pattern found there; the rest is random. */
  private static final double PATTERN = 0.95;

  /** κ is never taken to fall faster than that from domain to domain. */
  private static final double LEAST_TREND = 0.8;

  /** How much less neighbours must differ than items do on average. */
  private static final double SMOOTH = 0.2;

  /** Domains above this take κ from there. */
  private static final int LARGEST_TRIAL = 128;

  /** Below this epsilon, and above this domain, k* is near enough. */
  private static final double SMALL_EPSILON = 1.5;

  private static final int SMALL_DOMAIN = 64;

  private static final double STRIDE = 1.25;
  private static final int DESCENT = 60;

  /** Steps from a pattern: swaps then lower the objective sooner than the gradient does. */
  private static final int FINER_DESCENT = 5;

  private static final int TRIAL_PASSES = 25;
  private static final int PASSES = 60;
  private static final double PASS_GAIN = 1e-5;
  private static final int ATTEMPTS = 5;

  /** The share of a counted budget that is left to the worst case. */
  private static final double WEIGHING = 0.4;

  /** Evaluations that must be left for more rows to be worth it. */
  private static final int DOUBLING = 20;

  private static final int TURNS = 60;
  private static final int TURN_PASSES = 3;
  private static final int PATIENCE = 10;
  private static final double TURN_GAIN = 1e-4;
  private static final int LAST_TURNS = 20;

  /**
   * Weights may go further while the strategy adapts to them, as long as that helps: half the turns
   * are needed.
   */
  private static final double POWER = 2;

  /** Keeps every item's weight above 0. */
  private static final double LEAST_WEIGHT = 1e-100;

  private final Algebra algebra;
  private final double[] gram;
  private final int n;
  private final double epsilon;
  private final DenseGoal goal;
  private final SearchBudget search;
  private final SimulationSource source;
  private final Objective objective;
  private final double trace;

  /** The strategy of half the domain, spread out; null where the search begins here. */
  private TwoLevel pattern;

  /** Whether this is the start for a larger domain. */
  private boolean isCoarse;

  /** By what factor κ falls when the domain doubles. */
  private double trend = 1;

  private DenseOptimizer(
      Algebra algebra,
      double[] gram,
      int n,
      double epsilon,
      DenseGoal goal,
      SearchBudget search,
      SimulationSource source) {
    this.algebra = algebra;
    this.gram = gram;
    this.n = n;
    this.epsilon = epsilon;
    this.goal = goal;
    this.search = search;
    this.source = source;
    this.objective = new Objective(algebra, gram, n);
    double sum = 0;
    for (int u = 0; u < n; u++) {
      sum += gram[u * n + u];
    }
    this.trace = sum;
  }

  /**
   * Searches.
   *
   * @param gram G of the workload, n × n
   * @param n items, at least 2
   * @param epsilon nats, above 0
   */
  public static Optimized optimize(
      Algebra algebra,
      double[] gram,
      int n,
      double epsilon,
      DenseOptions options,
      Progress.SearchListener listener) {
    SearchBudget search =
        new SearchBudget(
            listener,
            Bounds.of(algebra, gram, n, epsilon).lower(),
            options.evaluations(),
            options.seconds(),
            options.isCounted() ? algebra.nominalSpeed() : 0);
    return new DenseOptimizer(
            algebra, gram, n, epsilon, options.goal(), search, new SimulationSource(options.seed()))
        .run(options);
  }

  private Optimized run(DenseOptions options) {
    search.keep(goal == DenseGoal.WORST ? WEIGHING : 0);
    TwoLevel strategy = start().strategy;
    polish(strategy, PASSES);
    while (strategy.outputs < options.rows() * n
        && !search.isOver()
        && search.affords(DOUBLING, n, 2 * strategy.outputs)) {
      strategy = strategy.doubled();
      polish(strategy, PASSES);
    }
    search.keep(0);
    Weighed best = new Weighed(strategy, objective.prior(), Double.POSITIVE_INFINITY);
    if (goal == DenseGoal.WORST) {
      best = weigh(strategy);
    }
    return new Optimized(
        best.strategy.design(best.prior),
        DenseEvaluation.of(algebra, best.strategy.design(best.prior), gram),
        "two-level search (goal=%s,rows=%s,highs=%s,evaluations=%s,seed=%s)"
            .formatted(
                goal == DenseGoal.WORST ? "worst" : "average",
                best.strategy.outputs,
                best.strategy.highs,
                search.used(),
                options.seed()));
  }

  private double polish(TwoLevel strategy, int passes) {
    return new SwapPolish(algebra, objective, search, n, strategy)
        .polish(passes, PASS_GAIN, value -> search.report("swaps", value));
  }

  /** Whether neighbours differ much less than items do on average, as seen by the queries. */
  private boolean isSmooth() {
    double near = 0;
    double sum = 0;
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        sum += gram[u * n + v];
      }
    }
    for (int u = 1; u < n; u++) {
      near += gram[(u - 1) * n + u - 1] + gram[u * n + u] - 2 * gram[u * n + u - 1];
    }
    double far = 2 * (trace - sum / n) / n; // the mean over all pairs
    return near / (n - 1) <= SMOOTH * far;
  }

  /** Rows of a trial. */
  private int outputs() {
    int outputs = FIRST_ROWS * n;
    while (outputs < LEAST_ROWS) {
      outputs *= 2;
    }
    return outputs;
  }

  /** G over pairs of neighbouring items. */
  private double[] pairs() {
    int half = (n + 1) / 2;
    double[] pairs = new double[half * half];
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        pairs[u / 2 * half + v / 2] += gram[u * n + v];
      }
    }
    return pairs;
  }

  /** A first strategy with few rows, with the best κ where that pays. */
  private CandidateStrategy start() {
    double kappa = (double) Bounds.bestHigh(n, epsilon) / n;
    if (n > (isCoarse ? LARGEST_COARSE : LARGEST_START) && isSmooth()) {
      boolean muted = search.mute(true);
      DenseOptimizer half =
          new DenseOptimizer(
              algebra, pairs(), (n + 1) / 2, epsilon, DenseGoal.AVERAGE, search, source);
      half.isCoarse = true;
      TwoLevel coarse = half.start().strategy;
      half.polish(coarse, PASSES);
      search.mute(muted);
      pattern = coarse.finer(n, source);
      trend = half.trend;
      if (epsilon > SMALL_EPSILON) {
        kappa = trend * coarse.highs / coarse.outputs;
      }
    }
    int outputs = pattern == null ? outputs() : pattern.outputs;
    int highs = Math.max(1, Math.min(outputs / 2, (int) Math.round(kappa * outputs)));
    CandidateStrategy best = trial(outputs, highs);
    if (n > LARGEST_TRIAL || (epsilon <= SMALL_EPSILON && (isCoarse || n > SMALL_DOMAIN))) {
      return best; // κ is near enough, or of no use to the larger domain
    }
    if (pattern == null) { // a pattern's κ is near
      CandidateStrategy more = walk(best, STRIDE);
      best = more.score < best.score ? more : walk(best, 1 / STRIDE);
    }
    CandidateStrategy middle = step(best, Math.sqrt(STRIDE));
    if (middle.score >= best.score) {
      middle = step(best, 1 / Math.sqrt(STRIDE));
    }
    best = middle.score < best.score ? middle : best;
    if (pattern != null) {
      double change =
          (double) best.strategy.highs
              / best.strategy.outputs
              / ((double) pattern.highs / pattern.outputs);
      trend = Math.max(LEAST_TREND, Math.min(1, change));
    }
    return best;
  }

  /** Strides from κ to κ as long as that helps. */
  private CandidateStrategy walk(CandidateStrategy from, double stride) {
    CandidateStrategy best = from;
    while (true) {
      CandidateStrategy next = step(best, stride);
      if (next.score >= best.score) {
        return best;
      }
      best = next;
    }
  }

  private CandidateStrategy step(CandidateStrategy from, double stride) {
    int outputs = from.strategy.outputs;
    int highs = (int) Math.round(from.strategy.highs * stride);
    if (highs == from.strategy.highs) {
      highs += stride > 1 ? 1 : -1;
    }
    return search.isOver() || highs < 1 || highs > outputs / 2 ? from : trial(outputs, highs);
  }

  private CandidateStrategy trial(int outputs, int highs) {
    double growth = Math.expm1(epsilon);
    for (int attempt = 0; ; attempt++) {
      double[] shares =
          new SpectralGradient(objective, search, n, outputs, highs, growth)
              .descend(fractions(outputs, attempt), pattern == null ? DESCENT : FINER_DESCENT);
      TwoLevel strategy = TwoLevel.round(shares, n, outputs, highs, growth);
      double value = polish(strategy, TRIAL_PASSES);
      if (Double.isFinite(value)) {
        return new CandidateStrategy(strategy, goal == DenseGoal.AVERAGE ? value : worst(strategy));
      }
      if (attempt == ATTEMPTS) {
        throw new ArithmeticException(
            "no strategy of %s rows over %s items distinguishes the items in %s attempts; give it more"
                    .formatted(outputs, n, ATTEMPTS + 1)
                + " rows, or a larger epsilon than "
                + epsilon
                + ".");
      }
    }
  }

  /** Random, or random around the pattern; less and less near it from attempt to attempt. */
  private double[] fractions(int outputs, int attempt) {
    double near = pattern == null ? 0 : PATTERN * (ATTEMPTS - attempt) / ATTEMPTS;
    double[] fractions = new double[n * outputs];
    for (int i = 0; i < n * outputs; i++) {
      double coin = (source.nextLong() >>> 11) * 0x1p-53;
      fractions[i] = near == 0 ? coin : near * (pattern.isHigh(i) ? 1 : 0) + (1 - near) * coin;
    }
    return fractions;
  }

  /** A rough worst case: after some turns of weighing at a fixed strategy. */
  private double worst(TwoLevel strategy) {
    double[] even = objective.prior();
    double lowest = Double.POSITIVE_INFINITY;
    for (int turn = 0; turn < PATIENCE && !search.isOver(); turn++) {
      search.count(n, strategy.outputs);
      objective.value(strategy.laws, strategy.outputs);
      double[] variances = objective.variances(strategy.laws);
      lowest = Math.min(lowest, Arrays.stream(variances).max().orElseThrow());
      objective.prior(reweighed(objective.prior(), variances, 1));
    }
    objective.prior(even);
    return lowest;
  }

  /** Takes turns: people are weighed by their errors, and the strategy adapts to the weights. */
  private Weighed weigh(TwoLevel strategy) {
    search.beginStage();
    SwapPolish polish = new SwapPolish(algebra, objective, search, n, strategy);
    Weighed best = new Weighed(strategy, objective.prior(), Double.POSITIVE_INFINITY);
    double mark = Double.POSITIVE_INFINITY;
    double power = n > LARGEST_START ? POWER : 1; // for few items, it ends somewhat worse
    for (int turn = 1; turn <= TURNS && !search.isOver(); turn++) {
      best = turn(strategy, best, power);
      if (turn % PATIENCE == 0) {
        if (mark - best.worst < TURN_GAIN * best.worst) {
          if (power == 1) {
            break;
          }
          power = 1;
        }
        mark = best.worst;
      }
      polish.polish(TURN_PASSES, PASS_GAIN, value -> {});
    }
    objective.prior(best.prior);
    for (int turn = 0; turn < LAST_TURNS && !search.isOver(); turn++) {
      best = turn(best.strategy, best, 1);
    }
    return best;
  }

  /** Looks at the variances, keeps the best, and weighs anew. */
  private Weighed turn(TwoLevel strategy, Weighed best, double power) {
    search.count(n, strategy.outputs);
    objective.value(strategy.laws, strategy.outputs);
    double[] variances = objective.variances(strategy.laws);
    double worst = Arrays.stream(variances).max().orElseThrow();
    double[] prior = objective.prior();
    objective.prior(reweighed(prior, variances, power));
    search.report("worst case", n * worst + trace);
    if (worst >= best.worst) {
      return best;
    }
    return new Weighed(strategy == best.strategy ? strategy : strategy.copy(), prior, worst);
  }

  /** w_u (var_u / mean)^power, adding up to n. */
  private double[] reweighed(double[] prior, double[] variances, double power) {
    double[] weights = new double[n];
    double mean = 0;
    for (int u = 0; u < n; u++) {
      mean += prior[u] * variances[u] / n;
    }
    double total = 0;
    for (int u = 0; u < n; u++) {
      weights[u] =
          Math.max(LEAST_WEIGHT, prior[u] * Math.pow(Math.max(0, variances[u] / mean), power));
      total += weights[u];
    }
    for (int u = 0; u < n; u++) {
      weights[u] *= n / total;
    }
    return weights;
  }

  /**
   * A strategy of few rows.
   *
   * @param score the value of the objective; comparable between trials of one search
   */
  private record CandidateStrategy(TwoLevel strategy, double score) {}

  /**
   * A strategy with weights of people.
   *
   * @param worst the largest variance under the reconstruction for these weights
   */
  private record Weighed(TwoLevel strategy, double[] prior, double worst) {}
}
