package org.sparkldp.protocols.strategy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.wire.Wire;
import org.sparkldp.protocols.workload.Labels;
import org.sparkldp.protocols.workload.Query;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/**
 * The workload factorization mechanism: all answers of a workload of linear queries from one report
 * a person, drawn from a strategy matrix that was made for just those queries.
 *
 * <p>Input: item in [0, n). Report: a row of the strategy matrix, for strategies of subsets a set
 * of items, as {@link Strategy} says. Guarantee: epsilon-LDP; the exact epsilon is over all pairs
 * of columns of the integers in use. Estimator: W xt with the {@link Reconstruction}, unbiased for
 * every query. Standard error: the square root of the unbiased estimate of the answer's variance on
 * these people; the interval is estimate ± quantile · standard error, for an answer sums many rows'
 * counts. Cost: a few draws a report; see the strategies for the rest; p answers, at most 2^20.
 * Errors: epsilon out of range; a workload outside the strategy's row space or domain; a strategy
 * that cannot be found; an item outside the domain is refused without being named.
 *
 * <p>Source: McKenna, Maity, Mazumdar &amp; Miklau, "A Workload-Adaptive Mechanism for Linear
 * Queries Under Local Differential Privacy", PVLDB 13(12), 2020, section 3: the mechanism, its
 * variance and the optimal reconstruction.
 *
 * @param <R> a report
 */
public abstract class Factorization<R> extends ItemProtocol<R> implements Attached, Resilient {
  static final Wire WIRE =
      new Wire(
          "kinds dense and orbits: INT, a row of the strategy matrix, in [0, m). "
              + "Kind subsets: BINARY, n bits, a set of items of a size in use",
          "see [strategy files](wire.md#strategy-files)",
          "kinds dense and orbits: reports by row. Kind subsets: by size of set "
              + "in use, the smallest first: its reports, then those that hold item 0, "
              + "1, ...");

  private static final int ANSWER_LIMIT = 1 << 20;

  /**
   * What floating point may add to an answer, per person: some answers, such as the number of
   * people, are known without error up to this.
   */
  private static final double ROUNDING = 1e-10;

  private final StrategyFile file;
  private final Workload workload;

  /** Of a strategy whose domain is the workload's. */
  protected Factorization(StrategyFile file, Workload workload) {
    super(spec(file, workload), guarantee(file.strategy()), file.strategy().domain());
    this.file = file;
    this.workload = workload;
  }

  private static ProtocolSpec spec(StrategyFile file, Workload workload) {
    return new StrategyRequest(file.strategy().epsilon(), workload, file.mechanism())
        .spec()
        .with("strategy", Strategies.name(file.strategy()));
  }

  private static Guarantee guarantee(Strategy strategy) {
    return new Guarantee(strategy.epsilon(), strategy.delta(), strategy.exactEpsilon());
  }

  /** The protocol that a strategy gives for the workload that it was made for. */
  public static Factorization<?> of(StrategyFile file) {
    return of(file, file.workload());
  }

  /** The protocol that a strategy gives for another workload over the same domain. */
  public static Factorization<?> of(StrategyFile file, Workload workload) {
    Require.that(workload.domain() == file.strategy().domain())
        .orRefuse(
            "a workload must have the domain of its strategy, %s items. Provided: %s; make a"
                + " strategy for it.",
            file.strategy().domain(), workload);
    Strategies.remember(file);
    if (file.strategy() instanceof SubsetStrategy subsets) {
      return new OfSubsets(file, workload, subsets);
    }
    if (file.strategy() instanceof CellStrategy cells) {
      return new OfCells(file, workload, cells);
    }
    return Strategy.kind(file.strategy().kind()).protocol(file, workload);
  }

  /** The strategy. */
  public final Strategy strategy() {
    return file.strategy();
  }

  /** The queries. */
  public final Workload workload() {
    return workload;
  }

  /** How the strategy was made, as text by name. */
  public final StrategyFile file() {
    return file;
  }

  @Override
  public final byte[] attachment() {
    return new StrategyFile(file.strategy(), workload, file.mechanism(), file.notes()).toBytes();
  }

  /** The estimate of every item, before queries are answered. */
  public final Reconstruction reconstruct(Accumulator<?> reports) {
    requireOwn(reports);
    Require.that(reports.n() != 0)
        .orRefuse("an estimate must rest on at least one report. Provided: none.");
    return strategy().reconstruct(Arrays.stream(reports.counts()).asDoubleStream().toArray());
  }

  @Override
  public final double[] answers(long[] counts) {
    requireAnswerable();
    return workload.answers(Arrays.stream(counts).asDoubleStream().toArray());
  }

  @Override
  public final double[] variances(long[] counts) {
    requireAnswerable();
    double[] people = Arrays.stream(counts).asDoubleStream().toArray();
    Reconstruction exact = strategy().reconstruct(strategy().expectedCounters(people));
    double[] variances = new double[(int) workload.queries()];
    Arrays.setAll(variances, i -> exact.variance(workload.query(i)));
    return variances;
  }

  /**
   * Of query w, the largest or least of w V over the reports, V the reconstruction's matrix,
   * against the weights of w, of which an honest report adds one on average: the person's.
   */
  @Override
  public final Optional<double[]> shiftPerPercent(long n) {
    requireAnswerable();
    double[] even = new double[k()];
    Arrays.fill(even, 1); // whoever has reported, V is the same
    Reconstruction any = strategy().reconstruct(strategy().expectedCounters(even));
    double[] shifts = new double[(int) workload.queries()];
    Arrays.setAll(
        shifts,
        i -> {
          Query query = workload.query(i);
          double shift = any.reach(query).beyond(query.reach(k()));
          return shift <= ROUNDING * query.largest() ? 0 : shift * 0.01 * n; // of what is known
        });
    return Optional.of(shifts);
  }

  private void requireAnswerable() {
    long queries = workload.queries();
    Require.that(queries <= ANSWER_LIMIT)
        .orRefuse(
            "a workload that is answered must have at most 2^20 queries. Provided: %s; ask for"
                + " fewer with another workload of the same strategy.",
            queries);
  }

  @Override
  public final Estimate estimate(Accumulator<R> reports, double confidence) {
    return estimate(reconstruct(reports), reports.n(), confidence);
  }

  /** The answers that a reconstruction of n reports gives; it may serve other ends too. */
  public final Estimate estimate(Reconstruction reconstruction, long n, double confidence) {
    requireAnswerable();
    double z = StandardNormal.ofInterval(n, confidence);
    double[] answers = workload.answers(reconstruction.data());
    List<Estimate.Row> rows = new ArrayList<>(answers.length);
    for (int i = 0; i < answers.length; i++) {
      Query query = workload.query(i);
      double error = Math.sqrt(reconstruction.variance(query));
      double half = z * error + ROUNDING * n * query.largest();
      rows.add(
          new Estimate.Row(
              workload.label(i, Labels.NUMBERS),
              answers[i],
              error,
              answers[i] - half,
              answers[i] + half));
    }
    return new Estimate(n, confidence, rows);
  }

  /** With cells as reports. */
  private static final class OfCells extends Factorization<Integer> implements CellProtocol {
    private final CellStrategy cells;

    OfCells(StrategyFile file, Workload workload, CellStrategy cells) {
      super(file, workload);
      this.cells = cells;
    }

    @Override
    public int cells() {
      return cells.cells();
    }

    @Override
    public int randomize(int item, RandomSource source) {
      return cells.randomize(item, source);
    }

    @Override
    public double contrast(Integer report, int item, int other) {
      return cells.logLikelihood(report, item) - cells.logLikelihood(report, other);
    }
  }

  /** With sets of items as reports. */
  private static final class OfSubsets extends Factorization<byte[]> {
    private final SubsetStrategy subsets;

    OfSubsets(StrategyFile file, Workload workload, SubsetStrategy subsets) {
      super(file, workload);
      this.subsets = subsets;
    }

    @Override
    public byte[] report(int item, RandomSource source) {
      long[] words = new long[(k() + 63) >>> 6];
      subsets.randomize(item, source, words);
      return PackedBits.toBytes(words, reportType().bytes());
    }

    @Override
    public double contrast(byte[] report, int item, int other) {
      int size = 0;
      for (byte bits : report) {
        size += Integer.bitCount(bits & 0xff);
      }
      return subsets.logLikelihood(size, holds(report, item))
          - subsets.logLikelihood(size, holds(report, other));
    }

    private static boolean holds(byte[] report, int item) {
      return ((report[item >>> 3] >>> (item & 7)) & 1) != 0;
    }

    @Override
    public ReportType reportType() {
      return ReportType.bits(k());
    }

    @Override
    public Layout<byte[]> layout() {
      return new SubsetCounts(subsets);
    }
  }

  private static Protocol<?, ?> find(Parameters given, byte[] attachment) {
    String strategy = given.text("strategy");
    int domain = given.integer("domain");
    String name = given.text("workload");
    if (!strategy.isEmpty()) {
      StrategyFile file =
          attachment.length == 0 ? Strategies.named(strategy) : StrategyFile.fromBytes(attachment);
      Workload workload =
          file.workload().name().equals(name)
              ? file.workload()
              : Workloads.parse(
                  name,
                  Workloads.matrices(file.workload()),
                  StrategyRequest.attributes(given.text("attributes"), domain));
      Factorization<?> protocol = of(file, workload);
      Require.that(protocol.strategy().epsilon() == given.real("epsilon") && protocol.k() == domain)
          .orRefuse(
              "a strategy must be of the spec's epsilon and domain. Provided: epsilon %s and %s"
                  + " items; the strategy's: %s.",
              given.real("epsilon"), domain, file.strategy());
      return protocol;
    }
    Workload workload =
        Workloads.parse(name, StrategyRequest.attributes(given.text("attributes"), domain));
    return of(
        Strategies.obtain(
            new StrategyRequest(given.real("epsilon"), workload, given.text("mechanism"))));
  }

  /** {@code factorization(epsilon,workload,domain,attributes,mechanism,strategy)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              "factorization",
              11,
              "workload factorization: a row of a strategy matrix made for the queries that are asked")
          .takes(
              Parameter.EPSILON,
              Parameter.text("workload", "the queries, such as prefix, all-range or marginals-3")
                  .example("prefix"),
              Parameter.integer("domain", "items of the domain").example("8"),
              Parameter.text("attributes", "sizes of the domain's attributes such as 4x3x2")
                  .optional("one"),
              Parameter.text("mechanism", "how the strategy is made")
                  .orElse(StrategyRequest.OPTIMIZED),
              Parameter.text("strategy", "fingerprint of a known strategy")
                  .optional("one is found or made"))
          .sends(WIRE)
          .makesWith(Factorization::find);
}
