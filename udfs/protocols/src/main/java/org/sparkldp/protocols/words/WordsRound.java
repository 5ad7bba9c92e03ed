package org.sparkldp.protocols.words;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/**
 * A round of the search for words that many people hold: {@code words(epsilon,length,users)}. Each
 * person reports, by projective geometry response, which of the round's candidates the own word
 * begins with; the candidates are the beginnings that the round before has kept, each lengthened by
 * all settings of a few more bits, and in the last round they are words.
 *
 * <p>Input: the item of a word, {@link #item(byte[])}: the candidate that it begins with, or the
 * last item, "other". Report: a cell of {@link ProjectiveGeometryResponse}, 4 bytes. Guarantee:
 * epsilon-LDP, that oracle's; each person answers in one round. Which round that is, is public and
 * has nothing to do with the word; lengths of words show nowhere, for all words have numbers of
 * equally many bits ({@link WordCode}).
 *
 * <p><b>Rounds.</b> All rounds keep the same number of candidates, those with the largest
 * estimates. That number, the rounds' bits and their shares of the people are those of the least
 * {@link WordsDesign#reach}, a public function of the question.
 *
 * <p><b>Estimates.</b> A row for each candidate, then "other", in users of all rounds so far: the
 * round's people stand for all, for a hash deals them out. With N people so far, n of them in this
 * round, and X the oracle's estimate, the count is N X/n, and its variance (N/n)² V + h (N/n − 1),
 * V the oracle's and the second term at most what the sample of people adds for a word that h hold.
 * The round's people are others than those who chose the candidates, so all rows are unbiased,
 * whatever the choice was.
 *
 * <p><b>List.</b> {@link #listed} shows a candidate if at least t of the round's reports support
 * it. A report supports a candidate that its person does not hold with probability q, independently
 * of all other reports and of earlier rounds, so that the supports of a candidate that none of the
 * round's n people holds are Binomial(n, q), exactly. t is the least number with P[Binomial(n, q) ≥
 * t] ≤ false_alarm/m, m the number of candidates. By the union bound, the probability that any
 * candidate is listed that none of these people holds is at most false_alarm, whatever the people
 * hold and whatever came before. A word that nobody at all holds is such a candidate. Intervals
 * there allow for the threshold ({@link SelectedInterval}); the estimates beside them are the raw
 * ones, which are too large on the average for words that only just reach it.
 *
 * <p>Cost: two words of randomness and a look-up; 8 bytes a cell to accumulate, at most 4 million
 * cells; about a second to estimate 2^19 candidates. The state is a few thousand numbers.
 *
 * <p>Errors: parameters out of range; users so few that a word which all of them hold would not be
 * found; values that are no words are refused without being shown, or are "other", as the caller
 * decides.
 *
 * <p>Source: prefix trees for heavy hitters are those of Bassily, Nissim, Stemmer &amp; Thakurta,
 * NeurIPS 2017 (TreeHist), and Wang, Li &amp; Jha, IEEE TDSC 2021 (PEM); the design by reach, the
 * exact threshold and the intervals are ours.
 */
public final class WordsRound extends ItemProtocol<Integer>
    implements Rounds.Leading<WordsCourse>, CellProtocol, Demanding, Compiled {
  private final Round<WordsCourse, WordsRound> at;
  private final WordsCourse course;
  private final ProjectiveGeometryResponse oracle;
  private final PureEstimator support;

  WordsRound(Round<WordsCourse, WordsRound> at) {
    this(at, oracle(at.state()));
  }

  private WordsRound(Round<WordsCourse, WordsRound> at, ProjectiveGeometryResponse oracle) {
    super(at.spec(), oracle.guarantee(), oracle.k());
    this.at = at;
    this.course = at.state();
    this.oracle = oracle;
    this.support = oracle.support();
  }

  private static ProjectiveGeometryResponse oracle(WordsCourse course) {
    return ProjectiveGeometryResponse.DECLARATION.of(
        course.question().epsilon(), course.design().candidates() + 1);
  }

  @Override
  public Round<WordsCourse, WordsRound> at() {
    return at;
  }

  /** How people, bits and candidates are dealt out to rounds. */
  public WordsDesign design() {
    return course.question().design();
  }

  /**
   * The fewest people who hold a word that is listed with probability {@value WordsDesign#FOUND} at
   * least, and with an interval that does not hold 0. Those of the design reach the threshold; an
   * interval is above 0 from the estimate on whose tail is (1 − confidence)/2 of the threshold's.
   *
   * @param confidence of the intervals
   */
  public double reach(double confidence) {
    double tail = falseAlarm() / design().rounds().get(rounds() - 1).candidates();
    return design().reach()
        * StandardNormal.upperQuantile(tail * (1 - confidence) / 2)
        / StandardNormal.upperQuantile(tail);
  }

  /** The chance that any false word is listed, at most. */
  public double falseAlarm() {
    return course.question().falseAlarm();
  }

  /**
   * The variance of the share of people who hold a rare word of the last round, times the people of
   * all rounds.
   */
  public double variancePerPerson() {
    WordsDesign.WordsRoundDesign last = design().rounds().get(rounds() - 1);
    return ProjectiveGeometryResponse.DECLARATION
            .of(guarantee().epsilon(), last.candidates() + 1)
            .support()
            .variance(0, 1)
        / last.share();
  }

  /** Whether words are whole numbers of 64 bits. */
  public boolean isOfIdentifiers() {
    return course.question().code().isOfIdentifiers();
  }

  /** The item of people whose word begins with none of the candidates. */
  public int other() {
    return k() - 1;
  }

  /**
   * The item of a word.
   *
   * @param value of texts their UTF-8
   * @return in [0, k); −1 if it is no word of this question's
   */
  public int item(byte[] value) {
    Optional<BigInteger> number = course.question().code().number(value);
    if (number.isEmpty()) {
      return -1;
    }
    int candidate = course.candidate(number.get());
    return candidate < 0 ? other() : candidate;
  }

  /** What finds a word's {@link #item} for a client that knows no protocol. */
  public Map<String, Object> keys() {
    Map<String, Object> keys = new TreeMap<>(course.question().code().keys());
    keys.putAll(course.keys());
    keys.put("size", k()); // in the first round fewer than the bits asked would have
    return keys;
  }

  @Override
  public Optional<Recipe> recipe() {
    return oracle.recipe();
  }

  /** The item of an identifier, in [0, k). */
  public int item(long identifier) {
    return item(ByteBuffer.allocate(Long.BYTES).putLong(identifier).array());
  }

  /** The word of an item of the last round; empty if no word is it. */
  public Optional<String> word(int item) {
    return round() == rounds() && item >= 0 && item < other()
        ? course.question().code().word(course.beginning(item))
        : Optional.empty();
  }

  /**
   * The candidates that are listed, the most frequent first: words in the last round, in earlier
   * ones beginnings of words, written as bits.
   *
   * @param confidence of each interval, among the times that its word is listed
   */
  public Estimate listed(Accumulator<?> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    long n = reports.n();
    double scale = scale(n);
    long threshold = threshold(n);
    SelectedInterval interval =
        new SelectedInterval(
            scale * support.estimate(threshold, n),
            scale * scale * n * support.variance(0, 1),
            slope(scale),
            scale * (support.estimate(threshold + 1, n) - support.estimate(threshold, n)));
    double[] estimates = ofOracle(reports).estimates();
    List<Estimate.Row> rows = new ArrayList<>();
    for (int item = 0; item < other(); item++) {
      if (support.supports(estimates[item], n) >= threshold) {
        double x = scale * estimates[item];
        double error = interval.deviation(x);
        double lower = interval.lower(x, confidence);
        double upper = interval.upper(x, confidence);
        name(item).ifPresent(name -> rows.add(new Estimate.Row(name, x, error, lower, upper)));
      }
    }
    rows.sort(
        Comparator.comparingDouble((Estimate.Row row) -> -row.estimate())
            .thenComparing(Estimate.Row::item));
    return new Estimate(people(n), confidence, rows);
  }

  private Optional<String> name(int item) {
    if (round() == rounds()) {
      return word(item).map(word -> word.isEmpty() ? "(empty)" : word);
    }
    String bits = course.beginning(item).toString(2);
    return Optional.of("0".repeat(course.bits() - bits.length()) + bits + "...");
  }

  /** The least number of supports that is exceeded by chance so rarely. */
  long threshold(long n) {
    double tail = falseAlarm() / other();
    double q = support.q();
    long tooFew = (long) (n * q); // nearly the median
    return Bisection.first(
        tooFew, n + 1, least -> RegularizedBeta.value(q, least, n - least + 1.0) <= tail);
  }

  /** All people so far, the reports of this round included. */
  private long people(long n) {
    return Math.addExact(course.people(), n);
  }

  private double scale(long n) {
    return (double) people(n) / n;
  }

  /** What each person who holds an item adds to the variance of its estimate. */
  private double slope(double scale) {
    return scale * support.slope() + scale - 1;
  }

  private Estimate ofOracle(Accumulator<?> reports) {
    return oracle.estimate(reports.as(oracle));
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    long n = reports.n();
    double scale = scale(n);
    double z = StandardNormal.ofInterval(n, confidence);
    double base = scale * scale * n * support.variance(0, 1);
    List<Estimate.Row> rows = new ArrayList<>();
    for (Estimate.Row row : ofOracle(reports).rows()) {
      double x = scale * row.estimate();
      double variance = base + x * scale * support.slope() + Math.max(0, x) * (scale - 1);
      rows.add(PureEstimator.row(row.item(), x, variance, slope(scale), z));
    }
    return new Estimate(people(n), confidence, rows);
  }

  /** The counters, of up to 4 million cells, are of no use any more. */
  @Override
  public byte[] kept(Accumulator<?> reports) {
    int id = Protocols.declaration(Words.NAME).id();
    return new AccumulatorBytes(
            id, reports.spec().toString(), reports.context(), reports.n(), new long[0])
        .encode();
  }

  /** What these reports leave. */
  @Override
  public WordsCourse after(Accumulator<?> reports) {
    Require.that(reports.n() > 0)
        .orRefuse(
            "reports of a round must be there before the next begins. Provided: none; wait for"
                + " round %s of %s.",
            round(), firstSpec());
    double[] estimates = ofOracle(reports).estimates();
    List<BigInteger> left =
        IntStream.range(0, other())
            .boxed()
            .sorted(Comparator.comparingDouble((Integer item) -> -estimates[item]))
            .limit(design().kept())
            .sorted()
            .map(course::beginning)
            .toList();
    return course.and(reports, left);
  }

  @Override
  public double[] answers(long[] counts) {
    double scale = scale(Arrays.stream(counts).sum());
    return Arrays.stream(counts).mapToDouble(count -> count * scale).toArray();
  }

  @Override
  public double[] variances(long[] counts) {
    double scale = scale(Arrays.stream(counts).sum());
    return Arrays.stream(oracle.variances(counts)).map(v -> v * scale * scale).toArray();
  }

  /** The bound on false words takes reports for independent. */
  @Override
  public boolean needsOneReportEach() {
    return true;
  }

  /** People expected in all rounds. */
  public int users() {
    return course.question().users();
  }

  @Override
  public int cells() {
    return oracle.cells();
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    return oracle.randomize(item, source);
  }

  @Override
  public double contrast(Integer report, int item, int other) {
    return oracle.contrast(report, item, other);
  }
}
