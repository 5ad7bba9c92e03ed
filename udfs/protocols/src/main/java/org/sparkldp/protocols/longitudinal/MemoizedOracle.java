package org.sparkldp.protocols.longitudinal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ForLife;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A frequency oracle for people who report in every period: part and permanent responses are drawn
 * once and remembered, so that all reports of a person together cost one lifetime epsilon.
 *
 * <p>Input: an item in [0, k). Report: part · answers + answer.
 *
 * <p><b>Guarantee.</b> Let M be the table of a person's permanent responses, M(c) to cell c, drawn
 * independently. The reports of a history with cells c_1, c_2, … are part, and answers each drawn
 * from M(c_t) with coins of its own: a function of (part, M(c_1), M(c_2), …) and of coins that know
 * no value. Take two histories of one pattern, with cells c_t and d_t: there is a one-to-one map π
 * with d_t = π(c_t) for all t. For responses x_1, …, x_m to the m different cells of the first,
 *
 * <pre>
 *   P[M(c_i) = x_i for all i] / P[M(π(c_i)) = x_i for all i]  =  Π_i  P[x_i | c_i] / P[x_i | π(c_i)]
 * </pre>
 *
 * because each cell's response is drawn once, however many reports show it. So the lifetime epsilon
 * is the largest logarithm of that product over m ≤ cells and one-to-one maps π, for any number of
 * reports, and it is reached in the limit of infinitely many. {@link #guarantee} states it.
 *
 * <p><b>What is outside.</b> The pattern: on which days a person's cell was the same. Reports of
 * histories with different patterns can differ by more, up to {@link #patternEpsilon} for each
 * report. No protocol can hide arbitrary changes over T days at a variance that does not grow with
 * T: such histories are vectors of T free coordinates (Duchi, Jordan &amp; Wainwright, Journal of
 * the American Statistical Association 2018, section 4.2).
 *
 * <p>Estimator: the subclass's, for one period; reports of different people are independent, so its
 * standard error is right. Reports of one person in two periods are not independent: the standard
 * error of a change is at most the sum of both.
 */
public abstract class MemoizedOracle extends FrequencyOracle<Integer>
    implements CellProtocol, ForLife {
  /** The epsilon of a lifetime. */
  protected static final Parameter EPSILON =
      Parameter.EPSILON.meaning("privacy loss of all reports that a person ever gives");

  /** The number under which a person remembers the part; permanent responses follow. */
  private static final int PART = 0;

  /** Parts that an audit looks at, for they differ in names mostly. */
  private static final int AUDITED_PARTS = 4;

  /** Reports of a history that an audit looks at together. */
  private static final int AUDITED_DAYS = 4;

  /** Outcomes of the coins of these reports, at most. */
  private static final int AUDITED_OUTCOMES = 1 << 12;

  /** Parts, cells, permanent responses and answers: how many there are. */
  public record Shape(int parts, int cells, int permanents, int answers) {}

  private final Shape shape;

  /**
   * @param shape with parts · answers at most 2^24
   */
  protected MemoizedOracle(ProtocolSpec spec, Guarantee guarantee, int k, Shape shape) {
    super(spec, guarantee, k);
    this.shape = shape;
  }

  /** The cell of an item, in [0, cells). */
  protected abstract int cell(int part, int item);

  /** The permanent response to a cell. */
  protected abstract int permanent(int cell, RandomSource coins);

  /** The answer of one report. */
  protected abstract int instantaneous(int permanent, RandomSource coins);

  /** Whether an answer supports the items of a cell. */
  protected abstract boolean supports(int cell, int answer);

  /** Epsilon of a single report, rounded up: what somebody learns who sees no other. */
  public abstract double reportEpsilon();

  /**
   * What each further report can cost beyond the lifetime epsilon, for two histories of different
   * patterns: the loss of the instantaneous response, rounded up. (Given M, an answer's probability
   * changes by this at most, whatever its permanent response is; T reports by T of it.)
   */
  public abstract double patternEpsilon();

  @Override
  public final int cells() {
    return Math.multiplyExact(shape.parts, shape.answers);
  }

  final Shape shape() {
    return shape;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The part and the permanent response come from the source's memory; the answer from the
   * source, which knows the period.
   */
  @Override
  public final int randomize(int item, RandomSource source) {
    requireItem(item);
    int part = source.memory(PART).uniform(shape.parts);
    int cell = cell(part, item);
    int permanent = permanent(cell, source.memory(1 + PART + cell));
    return part * shape.answers + instantaneous(permanent, source);
  }

  /**
   * The reports of a whole history, all coins drawn from one source: the law that remembering gives
   * to the reports of a person.
   *
   * @param items one a period, each in [0, k)
   */
  public final int[] randomize(int[] items, RandomSource source) {
    for (int item : items) {
      requireItem(item);
    }
    int part = source.uniform(shape.parts);
    int[] cells = Arrays.stream(items).map(item -> cell(part, item)).toArray();
    int[] reports = answers(cells, source);
    for (int t = 0; t < reports.length; t++) {
      reports[t] += part * shape.answers;
    }
    return reports;
  }

  final int[] answers(int[] cells, RandomSource source) {
    int[] permanents = permanents(cells, source);
    return Arrays.stream(permanents).map(x -> instantaneous(x, source)).toArray();
  }

  /** The permanent responses of a history, each drawn once. */
  private int[] permanents(int[] cells, RandomSource source) {
    int[] known = new int[shape.cells];
    Arrays.fill(known, -1);
    int[] permanents = new int[cells.length];
    for (int t = 0; t < cells.length; t++) {
      if (known[cells[t]] < 0) {
        known[cells[t]] = permanent(cells[t], source);
      }
      permanents[t] = known[cells[t]];
    }
    return permanents;
  }

  // What an audit compares: histories of one pattern under one part, both of which are public.

  /**
   * People of one part and one pattern: of all patterns of a few days with the reports themselves,
   * and of as many different cells as there are with what infinitely many reports would show.
   */
  @Override
  public final List<Cohort<Integer>> eachCohort() {
    List<Cohort<Integer>> cohorts = new ArrayList<>();
    for (int i = 0; i < AUDITED_PARTS; i++) {
      int part = (int) ((long) shape.parts * (2 * i + 1) / (2 * AUDITED_PARTS));
      int[] cells = cells(part);
      if (cells.length > 1) {
        for (int[] pattern : patterns(auditedDays(), cells.length)) {
          cohorts.add(new Histories(cells, pattern, false).cohort());
        }
        int[] each = new int[cells.length];
        Arrays.setAll(each, t -> t);
        cohorts.add(new Histories(cells, each, true).cohort());
      }
    }
    return cohorts;
  }

  /** The cells that items have, each once. */
  private int[] cells(int part) {
    boolean[] seen = new boolean[shape.cells];
    List<Integer> cells = new ArrayList<>();
    for (int item = 0; item < k() && cells.size() < shape.cells; item++) {
      int cell = cell(part, item);
      if (!seen[cell]) {
        seen[cell] = true;
        cells.add(cell);
      }
    }
    return cells.stream().mapToInt(cell -> cell).toArray();
  }

  private int auditedDays() {
    int days = AUDITED_DAYS;
    while (days > 1
        && Math.pow((double) shape.permanents * shape.answers, days) > AUDITED_OUTCOMES) {
      days--;
    }
    return days;
  }

  /** All patterns of so many days with at most so many cells: day t has the cell numbered [t]. */
  private static List<int[]> patterns(int days, int most) {
    List<int[]> patterns = List.of(new int[0]);
    for (int t = 0; t < days; t++) {
      List<int[]> longer = new ArrayList<>();
      for (int[] pattern : patterns) {
        int used = Arrays.stream(pattern).max().orElse(-1) + 1;
        for (int next = 0; next <= Math.min(used, most - 1); next++) {
          int[] more = Arrays.copyOf(pattern, t + 1);
          more[t] = next;
          longer.add(more);
        }
      }
      patterns = longer;
    }
    return patterns;
  }

  /** Histories of one pattern: input i begins with the i-th cell, and goes on from there. */
  private final class Histories {
    private final int[] cells;
    private final int[] pattern;
    private final boolean isLimit;

    Histories(int[] cells, int[] pattern, boolean isLimit) {
      this.cells = cells;
      this.pattern = pattern;
      this.isLimit = isLimit;
    }

    Cohort<Integer> cohort() {
      return new Cohort<>(cells.length, this::report, this::contrast, -1);
    }

    private int[] history(long input) {
      return Arrays.stream(pattern).map(b -> cells[(int) ((b + input) % cells.length)]).toArray();
    }

    private int report(long input, RandomSource source) {
      int[] seen = isLimit ? permanents(history(input), source) : answers(history(input), source);
      int base = isLimit ? shape.permanents : shape.answers;
      int report = 0;
      for (int digit : seen) {
        report = report * base + digit;
      }
      return report;
    }

    private double contrast(int report, long input, long other) {
      int[] own = history(input);
      int[] others = history(other);
      int base = isLimit ? shape.permanents : shape.answers;
      double contrast = 0;
      int rest = report;
      for (int t = own.length - 1; t >= 0; t--) {
        contrast += supports(own[t], rest % base) ? 1 : 0;
        contrast -= supports(others[t], rest % base) ? 1 : 0;
        rest /= base;
      }
      return contrast;
    }
  }
}
