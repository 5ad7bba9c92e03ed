package org.sparkldp.protocols.sums;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.FrequencyOracle.Moments;
import org.sparkldp.protocols.frequency.Tiers;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Adds up a public number by a private item: reports of the item say how many people hold it, and
 * what their numbers sum to and are on average. Sums are exact integers, so that accumulators merge
 * in any order to the same bytes.
 *
 * <p>Input: reports of a frequency oracle of at most 2^20 counters, each with a whole number x of
 * 64 bits. <b>x is public</b>: accumulators hold its sums in clear, and of a group of one person
 * they are x itself. A report whose number is not known is left out and counted. Errors: an oracle
 * whose estimates are no sums over reports; more than 2^39 reports.
 *
 * <p><b>Estimator.</b> A report r adds w(r) to the estimate of an item, 1 on average if the person
 * holds it and 0 if not. So Σ w x is unbiased for the sum S of x over those who hold it, as Σ w is
 * for their number N. People are fixed and coins are independent, so a report's x w has the
 * variance x² (E w² − E w), for E w is 0 or 1 and is its own square. Hence, with no assumption on
 * the numbers,
 *
 * <pre>
 *   Var(Ŝ)    is estimated by  Σ x² (w² − w),
 *   Cov(Ŝ, N̂)              by  Σ x (w² − w),
 *   Var(N̂)                 by  Σ (w² − w),            each unbiased.
 * </pre>
 *
 * The mean is Ŝ/N̂ with Fieller's interval (1954): all m at which Ŝ − m N̂ is within z standard
 * errors of 0. It is not given where N̂ is not {@value #FEW} standard errors above 0. Intervals of
 * sums and means take errors for normal, and a note says where they may not be: where the count's
 * variance is that of fewer than {@value #NORMAL} reports, or where one number alone may be more
 * than a tenth of Σ x², as far as the binary digits of the largest tell.
 *
 * <p><b>Counters.</b> With w those of the oracle: its counts, then those of |x| cut into 24-bit
 * digits with the sign of x, then those of x² cut likewise, each report counted as often as its
 * digit says; then the totals of these digits, the reports without a number, and the reports whose
 * |x| has each number of binary digits. All are plain sums, so they are an {@link Accumulator} of
 * their own layout, and overflow only above 2^39 reports.
 *
 * @param <R> a report
 */
public final class NumberSums<R> implements Layout<R> {
  /** The most counters of an oracle. */
  public static final int MAX_WIDTH = 1 << 20;

  /** A count that is not so many standard errors above 0 has no mean. */
  private static final double FEW = 3;

  /** Below so many, a mean is given with a note. */
  private static final double MANY = 4;

  /** From so many of the largest contributions on, a count is near to normal. */
  private static final double NORMAL = 25;

  /** A number whose square is this share of all squares may decide a sum alone. */
  private static final double LARGE = .1;

  /** In the notes on means that are not known, or not surely. */
  public static final String FEW_PEOPLE = "few people";

  static final String UNCERTAIN =
      "few reports or a single number may decide it: the interval may be too short";

  private static final int DIGIT = 24;
  private static final int DIGITS_OF_X = 3;
  private static final int DIGITS = DIGITS_OF_X + 6; // of x and of its square
  private static final long MAX_REPORTS = 1L << 39;

  private static final Pattern CONTEXT = Pattern.compile("numbers in 1e([-+]\\d+) by (.*)");

  private final FrequencyOracle<R> oracle;
  private final Layout<R> reports;
  private final int width;
  private final int totals; // where they begin
  private final int leftOut;
  private final int sizes;

  /** The numbers of people and their sum and mean, by item. */
  public enum Measure {
    COUNT,
    SUM,
    MEAN;

    /** As in SQL. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** As in tables, such as "mean of ms"; counts are of people. */
    public String of(String number) {
      return this == COUNT ? word() : word() + " of " + number;
    }
  }

  /**
   * An estimated number.
   *
   * @param estimate NaN, as the interval's ends are, where the note says why there is none
   */
  public record SumRow(
      String item,
      Measure measure,
      double estimate,
      double standardError,
      double lower,
      double upper,
      String note) {

    /** Without the measure. */
    public Estimate.Row row() {
      return new Estimate.Row(item, estimate, standardError, lower, upper, note);
    }
  }

  private NumberSums(FrequencyOracle<R> oracle) {
    this.oracle = oracle;
    this.reports = oracle.layout();
    this.width = reports.width();
    this.totals = (1 + DIGITS) * width;
    this.leftOut = totals + DIGITS;
    this.sizes = leftOut + 1;
  }

  /** Of a protocol; refuses one whose reports are not added up item by item. */
  public static NumberSums<?> of(Protocol<?, ?> protocol) {
    if (protocol instanceof FrequencyOracle<?> oracle
        && oracle.layout().width() <= MAX_WIDTH
        && oracle.moments(new long[oracle.layout().width()], 0).isPresent()) {
      return new NumberSums<>(oracle);
    }
    throw Require.refusal(
        "numbers are added up by the reports of rr, grr, pgr, hadamard, subset, oue, sue or olh, with at"
            + " most 2^20 counters. Provided value: %s.",
        protocol.spec());
  }

  /**
   * What must agree before accumulators merge.
   *
   * @param items tells a list of items from others; may be empty
   * @param scale numbers are in units of 10^−scale
   */
  public static String context(String items, int scale) {
    return "numbers in 1e" + (scale < 0 ? "+" : "-") + Math.abs(scale) + " by " + items;
  }

  /** An empty accumulator of a {@link #context(String, int)}. */
  public Accumulator<R> newAccumulator(String context) {
    return new Accumulator<>(oracle.spec(), context, this);
  }

  /** The part of an accumulator's context that tells its items from others. */
  public static String items(Accumulator<?> sums) {
    return parsed(sums.context()).group(2);
  }

  /** Refuses an accumulator of numbers where one of reports alone is expected. */
  public static void requireNone(byte[] bytes) {
    Require.that(!CONTEXT.matcher(Protocols.readForMerging(bytes).context()).matches())
        .orRefuse(
            "reports must be estimated from what ldp_accumulate returned. Provided: an accumulator"
                + " with numbers; ldp_estimate_sums estimates it.");
  }

  private static Matcher parsed(String context) {
    Matcher matcher = CONTEXT.matcher(context);
    Require.that(matcher.matches())
        .orRefuse(
            "sums must be estimated from what ldp_accumulate_sums returned. Provided: an accumulator"
                + " of reports alone; ldp_estimate estimates it.");
    return matcher;
  }

  /** Reads an accumulator of these numbers. */
  public static Accumulator<?> read(byte[] bytes) {
    Accumulator<?> sums = Protocols.readForMerging(bytes);
    parsed(sums.context());
    return sums;
  }

  @Override
  public int width() {
    return sizes + Long.SIZE + 1;
  }

  @Override
  public boolean accepts(R report) {
    return reports.accepts(report);
  }

  @Override
  public boolean acceptsCell(int cell) {
    return reports.acceptsCell(cell);
  }

  @Override
  public String rule() {
    return reports.rule();
  }

  @Override
  public Sink<R> onto(long[] counters) {
    return reports.equals(new CellCounts(width))
        ? new CellDigits(counters)
        : new ReportDigits(counters);
  }

  /** Cuts the number beside each report into digits. */
  private abstract class Digits implements Sink<R> {
    static final long MASK = (1L << DIGIT) - 1;

    final long[] counters;
    private long x;
    private boolean isKnown;
    private boolean isSaid;

    Digits(long[] counters) {
      this.counters = counters;
    }

    @Override
    public final void beside(long number, boolean known) {
      x = number;
      isKnown = known;
      isSaid = true;
    }

    /** Adds a report as often as a digit says. */
    abstract void add(int part, R report, int cell, long amount);

    final void count(int counter, long amount) {
      counters[counter] = Math.addExact(counters[counter], amount);
    }

    final void add(R report, int cell, long times) {
      if (!isSaid) {
        throw new IllegalStateException("a number, or that there is none, goes before its report");
      }
      isSaid = false;
      if (isKnown) {
        add(report, cell, times, x);
      } else {
        count(leftOut, times);
      }
    }

    void add(R report, int cell, long times, long x) {
      add(0, report, cell, times);
      long size = Math.abs(x); // of −2^63 itself, which >>> takes for 2^63
      count(sizes + Long.SIZE - Long.numberOfLeadingZeros(size), times);
      for (int digit = 0; size != 0; digit++, size >>>= DIGIT) {
        number(digit, report, cell, x < 0 ? -times : times, size & MASK);
      }
      long high = Math.multiplyHigh(x, x);
      long low = x * x;
      for (int digit = DIGITS_OF_X; (high | low) != 0; digit++) {
        number(digit, report, cell, times, low & MASK);
        low = low >>> DIGIT | high << (Long.SIZE - DIGIT);
        high >>>= DIGIT;
      }
    }

    final void number(int digit, R report, int cell, long times, long value) {
      long amount = Math.multiplyExact(times, value);
      if (amount != 0) {
        count(totals + digit, amount);
        add(1 + digit, report, cell, amount);
      }
    }
  }

  /** Adds digits to the counters of reports that are cells, without boxes. */
  private final class CellDigits extends Digits {
    /** Of numbers of one digit, side by side for each cell: reports, x, and both digits of x². */
    private static final int HELD = 4;

    private long[] held; // fits, as less than 2^39 reports are estimated

    CellDigits(long[] counters) {
      super(counters);
    }

    @Override
    public void addCell(int cell, long times) {
      add(null, cell, times);
    }

    @Override
    public void add(R report, long times) {
      add(null, (Integer) report, times);
    }

    @Override
    void add(R report, int cell, long times, long x) {
      long size = Math.abs(x);
      if (times != 1 || size >>> DIGIT != 0) {
        super.add(report, cell, times, x);
        return;
      }
      if (held == null) {
        held = new long[HELD * width];
      }
      long square = x * x;
      int at = HELD * cell;
      held[at]++;
      held[at + 1] += x;
      held[at + 2] += square & MASK;
      held[at + 3] += square >>> DIGIT;
      counters[sizes + Long.SIZE - Long.numberOfLeadingZeros(size)]++;
    }

    @Override
    void add(int part, R report, int cell, long amount) {
      count(part * width + cell, amount);
    }

    @Override
    public void flush() {
      for (int cell = 0; held != null && cell < width; cell++) {
        int at = HELD * cell;
        count(cell, held[at]);
        number(0, null, cell, 1, held[at + 1]);
        number(DIGITS_OF_X, null, cell, 1, held[at + 2]);
        number(DIGITS_OF_X + 1, null, cell, 1, held[at + 3]);
      }
      held = null;
    }
  }

  /** Counters of one digit, and what adds reports to them. */
  private record DigitCounts<R>(long[] counts, Sink<R> sink) {}

  /** Adds digits by the oracle's own way of adding reports. */
  private final class ReportDigits extends Digits {
    private final Map<Integer, DigitCounts<R>> parts = new TreeMap<>();

    ReportDigits(long[] counters) {
      super(counters);
    }

    @Override
    public void add(R report, long times) {
      add(report, 0, times);
    }

    @Override
    void add(int part, R report, int cell, long amount) {
      parts.computeIfAbsent(part, first -> part()).sink.add(report, amount);
    }

    private DigitCounts<R> part() {
      long[] counts = new long[width];
      return new DigitCounts<>(counts, reports.onto(counts));
    }

    @Override
    public void flush() {
      parts.forEach(
          (part, held) -> {
            held.sink.flush();
            for (int i = 0; i < width; i++) {
              count(part * width + i, held.counts[i]);
            }
          });
      parts.clear();
    }
  }

  /** Estimates of an accumulator that {@link #read} took. */
  public static List<SumRow> estimate(Accumulator<?> sums, double confidence) {
    return estimate(List.of(sums), confidence);
  }

  /**
   * Estimates of accumulators that {@link #read} took, of several specs of the same items and of
   * different people: their counts and sums add up, and so do variances.
   */
  public static List<SumRow> estimate(List<Accumulator<?>> tiers, double confidence) {
    List<Tier> known = new ArrayList<>();
    long leftOut = 0;
    for (Accumulator<?> sums : tiers) {
      Require.that(sums.context().equals(tiers.get(0).context()))
          .orRefuse(
              "tiers must be of one list of items, with numbers of equally many decimals. Provided:"
                  + " others; estimate them apart.");
      Tier tier = of(Protocols.of(sums.spec())).tier(sums);
      leftOut += sums.n() - tier.people.n();
      if (tier.people.n() > 0) {
        known.add(tier);
      }
    }
    if (known.isEmpty()) {
      return nothing(of(Protocols.of(tiers.get(0).spec())).oracle.k());
    }
    String note = leftOut == 0 ? "" : "left out, as they have no number: " + leftOut;
    return known.size() == 1
        ? rows(known, Protocols.estimate(known.get(0).people, confidence), note)
        : rows(
            known,
            Tiers.together(known.stream().map(Tier::people).toList(), Tiers.DIFFERENT, confidence),
            also(Tiers.note(Tiers.DIFFERENT), note));
  }

  /**
   * What is known of the people of an accumulator.
   *
   * @param people their reports alone
   * @param largest number, as the power of 2 that it stays below
   * @param total of the squares of all numbers
   */
  private record Tier(
      Accumulator<?> people,
      Moments counts,
      Moments numbers,
      Moments squares,
      double largest,
      double total) {}

  private Tier tier(Accumulator<?> sums) {
    Require.that(sums.width() == width())
        .orRefuse(
            "sums of %s must have %s counters. Provided: %s; the accumulator is damaged.",
            oracle.spec(), width(), sums.width());
    Require.that(sums.n() < MAX_REPORTS)
        .orRefuse("numbers must be of fewer than 2^39 reports. Provided: %s.", sums.n());
    long[] counters = sums.counts();
    long n = sums.n() - counters[leftOut];
    double unit = BigDecimal.ONE.movePointLeft(scale(sums)).doubleValue();
    int digits = Long.SIZE;
    while (digits > 0 && counters[sizes + digits] == 0) {
      digits--;
    }
    double squares = 0;
    for (int digit = DIGITS_OF_X; digit < DIGITS; digit++) {
      squares += Math.scalb((double) counters[totals + digit], DIGIT * (digit - DIGITS_OF_X));
    }
    return new Tier(
        oracle.newAccumulator().restored(n, Arrays.copyOf(counters, width)),
        atLeast(n, oracle.moments(Arrays.copyOf(counters, width), n).orElseThrow()),
        moments(counters, 0, DIGITS_OF_X, unit),
        atLeast(squares * unit * unit, moments(counters, DIGITS_OF_X, DIGITS, unit * unit)),
        digits == 0 ? 0 : Math.scalb(1.0, digits),
        squares);
  }

  /** With squares no less than they are on average at least; weights are not negative. */
  private Moments atLeast(double weights, Moments of) {
    double least = weights * oracle.leastSquare();
    double[] second = Arrays.stream(of.second()).map(square -> Math.max(square, least)).toArray();
    return new Moments(of.first(), second, of.largest());
  }

  private static List<SumRow> rows(List<Tier> tiers, Estimate people, String note) {
    double z = StandardNormal.ofInterval(people.n(), people.confidence());
    double one = tiers.stream().mapToDouble(tier -> tier.counts.largest()).max().orElseThrow();
    double largest = tiers.stream().mapToDouble(Tier::largest).max().orElseThrow();
    boolean isLarge = largest * largest > LARGE * total(tiers, Tier::total);
    List<SumRow> rows = new ArrayList<>();
    for (Estimate.Row row : people.rows()) {
      int v = rows.size() / Measure.values().length;
      rows.add(
          new SumRow(
              row.item(),
              Measure.COUNT,
              row.estimate(),
              row.standardError(),
              row.lower(),
              row.upper(),
              note));
      double count = total(tiers, tier -> tier.counts.first()[v]);
      double ofCount = Math.max(0, total(tiers, tier -> tier.counts.second()[v]) - count);
      double sum = total(tiers, tier -> tier.numbers.first()[v]);
      double covariance = total(tiers, tier -> tier.numbers.second()[v]) - sum;
      double ofSum =
          Math.max(0, total(tiers, tier -> tier.squares.second()[v] - tier.squares.first()[v]));
      boolean isFew = ofCount < NORMAL * one * one;
      String also = isFew || isLarge ? also(UNCERTAIN, note) : note;
      double error = Math.sqrt(ofSum);
      rows.add(
          new SumRow(row.item(), Measure.SUM, sum, error, sum - z * error, sum + z * error, also));
      rows.add(mean(row.item(), count, ofCount, sum, ofSum, covariance, z, also));
    }
    return rows;
  }

  private static double total(List<Tier> tiers, ToDoubleFunction<Tier> of) {
    return tiers.stream().mapToDouble(of).sum();
  }

  private static List<SumRow> nothing(int items) {
    double nan = Double.NaN;
    List<SumRow> rows = new ArrayList<>();
    for (int v = 0; v < items; v++) {
      for (Measure measure : Measure.values()) {
        rows.add(
            new SumRow(Integer.toString(v), measure, nan, nan, nan, nan, "no report has a number"));
      }
    }
    return rows;
  }

  /**
   * Fieller's interval of sum/count: m with (S − m N)² ≤ z² (V − 2 m C + m² U), where V, U and C
   * are the variances of S and N and their covariance. With a = N² − z² U above 0 these lie between
   * the roots of a m² − 2 b m + c, b = S N − z² C and c = S² − z² V.
   */
  public static SumRow mean(
      String item,
      double count,
      double ofCount,
      double sum,
      double ofSum,
      double covariance,
      double z,
      String note) {
    double far = count / Math.sqrt(ofCount); // infinite where reports are exact
    double nan = Double.NaN;
    if (!(far > Math.max(FEW, z))) {
      return new SumRow(
          item, Measure.MEAN, nan, nan, nan, nan, also("too " + FEW_PEOPLE + " for a mean", note));
    }
    double mean = sum / count;
    double error =
        Math.sqrt(Math.max(0, ofSum - 2 * mean * covariance + mean * mean * ofCount)) / count;
    double a = count * count - z * z * ofCount;
    double b = sum * count - z * z * covariance;
    double root = Math.sqrt(Math.max(0, b * b - a * (sum * sum - z * z * ofSum)));
    return new SumRow(
        item,
        Measure.MEAN,
        mean,
        error,
        Math.min(mean, (b - root) / a),
        Math.max(mean, (b + root) / a),
        far < MANY ? also(FEW_PEOPLE + ": the mean is uncertain beyond its interval", note) : note);
  }

  private static String also(String note, String other) {
    return other.isEmpty() ? note : note + "; " + other;
  }

  private static int scale(Accumulator<?> sums) {
    return -Integer.parseInt(parsed(sums.context()).group(1));
  }

  /** The moments of the number whose digits are those from one to before another. */
  private Moments moments(long[] counters, int from, int to, double unit) {
    double[] first = new double[oracle.k()];
    double[] second = new double[oracle.k()];
    double weight = unit;
    for (int digit = from; digit < to; digit++, weight *= 1L << DIGIT) {
      int start = (1 + digit) * width;
      long[] part = Arrays.copyOfRange(counters, start, start + width);
      if (Arrays.stream(part).allMatch(count -> count == 0)) {
        continue;
      }
      Moments moments = oracle.moments(part, counters[totals + digit]).orElseThrow();
      for (int v = 0; v < first.length; v++) {
        first[v] += weight * moments.first()[v];
        second[v] += weight * moments.second()[v];
      }
    }
    return new Moments(first, second, Double.NaN);
  }
}
