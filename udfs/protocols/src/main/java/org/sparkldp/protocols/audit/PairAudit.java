package org.sparkldp.protocols.audit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * A lower bound of the leak of somebody else's randomizer, from reports that it made of known
 * values: no code of it is needed, only pairs of value and report.
 *
 * <p>Half of the reports of every value, drawn by lot, choose the event that separates two values
 * ({@link Features}); the other half counts it. Clopper–Pearson bounds of its frequency under
 * either value show a certain epsilon at least, except with probability {@value Audit#ALPHA} over
 * all pairs of values together (Bonferroni): one event is tested for each ordered pair. A bound
 * above a claim refutes it. One below proves nothing: another event, or more reports, might.
 *
 * <p>Input: reports of at least two values, each report drawn with coins of its own. Cost: memory
 * for all reports.
 */
public final class PairAudit {
  /** Values, at most; pairs of them grow as the square. */
  public static final int MOST_VALUES = 64;

  /** Reports of a value, at least; fewer could show nothing. */
  public static final int LEAST_REPORTS = 100;

  private final Map<Object, List<Object>> reports = new LinkedHashMap<>();
  private final Map<Class<?>, Class<?>> kinds = new LinkedHashMap<>();

  /**
   * The result of an audit of pairs.
   *
   * @param values different values
   * @param reports all reports
   * @param pairs ordered pairs of values that were compared
   * @param lowerBound epsilon is at least this, except with probability {@value Audit#ALPHA}
   */
  public record PairAuditResult(int values, long reports, int pairs, double lowerBound) {}

  /**
   * Adds a report that was made of a value.
   *
   * @param value of any type that knows equals; never shown
   * @param report a number, a text or bytes; all of one kind
   */
  public void add(Object value, Object report) {
    Object plain = Features.plain(report);
    kinds.put(plain.getClass(), plain.getClass());
    Require.that(kinds.size() <= 1)
        .orRefuse(
            "reports must be all of one kind: whole numbers, numbers, texts or bytes. Provided:"
                + " several kinds; write them all alike.");
    List<Object> own = reports.computeIfAbsent(value, v -> new ArrayList<>());
    own.add(plain);
    Require.that(reports.size() <= MOST_VALUES)
        .orRefuse(
            "an audit of pairs must have at most %s different values. Provided: more; leave out all"
                + " but those that lie far apart.",
            MOST_VALUES);
  }

  /**
   * The lower bound over all pairs of values.
   *
   * @param delta of the claim, in [0, 1)
   * @param seed draws the halves
   */
  public PairAuditResult run(double delta, long seed) {
    Require.that(delta >= 0 && delta < 1)
        .orRefuse("delta must be at least 0 and below 1. Provided value: %s.", delta);
    requireEnough();
    RandomSource lots = new SimulationSource(seed);
    List<List<Object>> learn = new ArrayList<>();
    List<List<Object>> choose = new ArrayList<>();
    List<List<Object>> test = new ArrayList<>();
    List<Object> pool = new ArrayList<>();
    long all = 0;
    for (List<Object> own : reports.values()) {
      all += own.size();
      List<Object> shuffled = new ArrayList<>(own);
      for (int i = shuffled.size() - 1; i > 0; i--) {
        int j = lots.uniform(i + 1);
        shuffled.set(j, shuffled.set(i, shuffled.get(j)));
      }
      int half = shuffled.size() / 2;
      learn.add(shuffled.subList(0, half / 2));
      choose.add(shuffled.subList(half / 2, half));
      test.add(shuffled.subList(half, shuffled.size()));
      pool.addAll(learn.get(learn.size() - 1));
    }
    Features features = Features.of(pool);
    List<Features.BucketCounts> learned =
        learn.stream().map(half -> counts(features, half)).toList();
    List<Features.BucketCounts> chosen =
        choose.stream().map(half -> counts(features, half)).toList();
    List<Features.BucketCounts> tested = test.stream().map(half -> counts(features, half)).toList();
    int n = reports.size();
    int pairs = n * (n - 1);
    double tail = Audit.ALPHA / pairs / 2;
    double worst = 0;
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        if (a != b) {
          Features.BucketEvent event =
              features.best(learned.get(a), learned.get(b), chosen.get(a), chosen.get(b), delta);
          Features.BucketCounts own = tested.get(a);
          Features.BucketCounts other = tested.get(b);
          double least = Attack.lower(own.hits(event), own.reports(), tail) - delta;
          double most = Attack.upper(other.hits(event), other.reports(), tail);
          worst = Math.max(worst, Math.log(Math.max(0, least) / most));
        }
      }
    }
    return new PairAuditResult(n, all, pairs, worst);
  }

  private static Features.BucketCounts counts(Features features, List<Object> reports) {
    Features.BucketCounts counts = features.newCounts();
    reports.forEach(counts::add);
    return counts;
  }

  private void requireEnough() {
    Require.that(reports.size() >= 2)
        .orRefuse(
            "an audit of pairs must have reports of two values or more. Provided: %s; let the"
                + " client report other values too.",
            reports.size());
    long least = reports.values().stream().mapToLong(List::size).min().orElseThrow();
    Require.that(least >= LEAST_REPORTS)
        .orRefuse(
            "an audit of pairs must have %s reports of each value or more. Provided, of the value"
                + " with fewest: %s; make more, or leave that value out.",
            LEAST_REPORTS, least);
  }
}
