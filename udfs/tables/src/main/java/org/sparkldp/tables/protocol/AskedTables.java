package org.sparkldp.tables.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.PureLaw;
import org.sparkldp.tables.TableDesign;

/**
 * Several small tables of the same people, of which each person answers one, with the whole
 * epsilon.
 *
 * <p>Input: a coordinate for each attribute, its cell or its place among the cells ({@link
 * AskedAttribute#accepts}), and a public word, which has nothing to do with the value and decides
 * the table: a hash of the id where there is one, else a coin. Report: a cell of that table's
 * oracle, {@link ProjectiveGeometryResponse}, the best pure one for its size within one percent,
 * after those of the tables before; 4 bytes, which show the table. Guarantee: epsilon-LDP, the
 * largest of the oracles' exact ones; a number's end is drawn before its report, so that a report
 * of it is a mixture of two that are within the guarantee.
 *
 * <p>People are divided in proportion to K^(2/3) for a table of K cells, at which the expected
 * errors of all tables together are least. Estimates: a row for each cell of each table, in people
 * of this round, unbiased; their errors contain who was asked which table.
 *
 * <p>Cost: a coin a number that is added up, then two words; 8 bytes for each of the oracles' cells
 * to accumulate.
 */
public class AskedTables extends VectorProtocol<Integer> implements Predicted<double[]>, Compiled {
  final TableQuestion question;
  final Division division;

  AskedTables(ProtocolSpec spec, TableQuestion question, Division division) {
    super(spec, Guarantee.pure(question.epsilon(), division.exactEpsilon()));
    this.question = question;
    this.division = division;
  }

  /** Named tables, in one round. */
  static AskedTables named(TableQuestion question) {
    List<Grid> grids = question.attributes().stream().map(a -> Grid.finest(a).withEnds()).toList();
    Division division = Division.even(grids, question.ask(), question.epsilon());
    return new AskedTables(question.spec(), question, division);
  }

  @Override
  public int d() {
    return question.count();
  }

  @Override
  public boolean accepts(double[] value) {
    boolean isTaken = value.length == d();
    for (int a = 0; isTaken && a < value.length; a++) {
      isTaken = question.attributes().get(a).accepts(value[a]);
    }
    return isTaken;
  }

  /** Whose table a coin decides. */
  @Override
  public int[] input(double[] value) {
    requireLength(value);
    if (!accepts(value)) {
      throw Require.refusal(
          "a value must be one cell of each attribute of %s. One was not (it is not shown); map"
              + " values to cells first.",
          spec());
    }
    int[] input = new int[1 + value.length];
    input[0] = -1;
    for (int a = 0; a < value.length; a++) {
      input[1 + a] = question.attributes().get(a).input(value[a]);
    }
    return input;
  }

  /** What the table asks, and 0 elsewhere: a report depends on nothing else. */
  @Override
  public int[] input(double[] value, LongSupplier publicWord) {
    int[] all = input(value);
    int[] asked = new int[all.length];
    asked[0] = division.tableOf(publicWord.getAsLong());
    for (int a : division.table(asked[0])) {
      asked[1 + a] = all[1 + a];
    }
    return asked;
  }

  @Override
  public Integer report(int[] input, RandomSource source) {
    int t = input[0] < 0 ? division.tableOf(source.nextLong()) : input[0];
    int item = 0;
    for (int a : division.table(t)) {
      Grid grid = division.grid(a);
      item = item * grid.levels() + grid.level(input[1 + a], source);
    }
    return division.offset(t) + division.oracle(t).randomize(item, source);
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(division.recipe());
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.CellCounts(division.cells());
  }

  /** A table is a cohort, and its items the inputs. */
  @Override
  public List<Cohort<Integer>> eachCohort() {
    return IntStream.range(0, division.count()).mapToObj(this::cohort).toList();
  }

  private Cohort<Integer> cohort(int t) {
    return new Cohort<>(
        division.items(t),
        (item, source) -> report(input(t, (int) item), source),
        (report, item, other) -> contrast(report, input(t, (int) item), input(t, (int) other)),
        -1);
  }

  /** An input of which the item is this one, or likelier this one than another. */
  private int[] input(int t, int item) {
    int[] input = new int[1 + d()];
    input[0] = t;
    int[] levels = division.levels(t, item);
    for (int i = 0; i < levels.length; i++) {
      int a = division.table(t)[i];
      input[1 + a] = division.grid(a).input(levels[i]);
    }
    return input;
  }

  @Override
  public double contrast(Integer report, int[] input, int[] other) {
    return match(report, input) - match(report, other);
  }

  /** How often the own items of a person would be supported by the report. */
  private double match(int report, int[] input) {
    int t = division.tableOf(report);
    double[] match = {0};
    chances(
        t,
        input,
        (item, chance) ->
            match[0] +=
                division.oracle(t).supports(report - division.offset(t), item) ? chance : 0);
    return match[0];
  }

  /** Takes an item and how likely it is. */
  private interface ChanceTaker {
    void take(int item, double chance);
  }

  /** The items of a table that a person may report, by the coins for ends. */
  private void chances(int t, int[] input, ChanceTaker taker) {
    int[] table = division.table(t);
    for (int ends = 0; ends < 1 << table.length; ends++) {
      double chance = 1;
      int item = 0;
      for (int i = 0; i < table.length; i++) {
        Grid grid = division.grid(table[i]);
        int at = input[1 + table[i]];
        double upper = grid.upper(at);
        chance *= (ends >> i & 1) == 1 ? upper : 1 - upper;
        item = item * grid.levels() + grid.level(at, ends >> i & 1);
      }
      if (chance > 0) {
        taker.take(item, chance);
      }
    }
  }

  /** Corners of the first and the last cells; each attribute in turn at its last. */
  @Override
  public int corners() {
    return d() + 1;
  }

  @Override
  public int[] corner(int number) {
    int[] input = new int[1 + d()];
    input[0] = -1;
    for (int a = 0; a < d(); a++) {
      Grid grid = division.grid(a);
      input[1 + a] = grid.input(number == 1 || number == a + 2 ? grid.levels() - 1 : 0);
    }
    return input;
  }

  // Estimates.

  /**
   * The expected total variation of an asked table as it is asked, for so many people in all
   * rounds, evenly spread: the mean over the tables, or over a tree's pairs where they are to be
   * chosen.
   */
  public double rawError(double people) {
    return IntStream.range(0, division.count())
        .mapToDouble(
            t ->
                TableDesign.rawError(
                    division.items(t), people * division.part(t), question.epsilon()))
        .average()
        .orElseThrow();
  }

  /** The levels that answers are about. */
  List<Grid> levels() {
    return division.grids();
  }

  /**
   * The levels that answers are about, of attributes without names: of each its groups of cells, or
   * twice as many where each has two ends, 2 · group + end, then its levels apart.
   */
  public final Domain domain() {
    return Grid.domain(levels());
  }

  /** For each attribute and each of its cells the group. */
  public final List<int[]> cells() {
    return levels().stream().map(Grid::groups).toList();
  }

  /** The tables that were named or chosen, the tree's first, as far as anybody has answered. */
  public List<AskedTable> chosen(Accumulator<?> reports) {
    return asked(reports, levels());
  }

  /** What was asked to choose them, over coarser levels. */
  public List<AskedTable> others(Accumulator<?> reports) {
    return List.of();
  }

  /**
   * Tables of one attribute each, over all its cells and then its levels apart, as they were asked
   * before cells were joined; none where tables are named, which ask all cells.
   */
  public List<AskedTable> fine(Accumulator<?> reports) {
    return List.of();
  }

  /** The tables that anybody has answered, over some levels. */
  final List<AskedTable> asked(Accumulator<?> reports, List<Grid> over) {
    requireOwn(reports);
    long[] counters = reports.counts();
    long[] answered = division.answered(counters);
    return IntStream.range(0, division.count())
        .filter(t -> answered[t] > 0)
        .mapToObj(t -> asked(t, answered[t], counters, over))
        .toList();
  }

  private AskedTable asked(int t, long people, long[] counters, List<Grid> over) {
    int[] table = division.table(t);
    int[][] joined = new int[table.length][]; // a level of this round to one of the answer
    int[][] groups = new int[table.length][]; // a level of the domain to one of the answer
    int size = 1;
    for (int i = 0; i < table.length; i++) {
      Grid mine = division.grid(table[i]);
      Grid last = over.get(table[i]);
      Grid kept = mine.isFinerThan(last) ? last.withoutEnds() : mine;
      joined[i] = kept.levelsOf(mine);
      groups[i] = kept.levelsOf(last);
      size *= kept.levels();
    }
    double[] mine = shares(t, people, counters);
    int[] cells = division.cellsOf(t, joined);
    double[] shares = new double[size];
    int[] members = new int[size];
    for (int item = 0; item < mine.length; item++) {
      shares[cells[item]] += mine[item];
      members[cells[item]]++;
    }
    return new AskedTable(table, groups, shares, members, law(t), people);
  }

  private PureLaw law(int t) {
    ProjectiveGeometryResponse oracle = division.oracle(t);
    return new PureLaw(oracle.points(), oracle.support().p(), oracle.support().q());
  }

  /** The shares of a table's items among those who answered it. */
  private double[] shares(int t, long people, long[] counters) {
    ProjectiveGeometryResponse oracle = division.oracle(t);
    int from = division.offset(t);
    long[] own = Arrays.copyOfRange(counters, from, from + oracle.cells());
    double[] counts = oracle.estimate(oracle.newAccumulator().restored(people, own)).estimates();
    return Arrays.stream(counts).map(count -> count / people).toArray();
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    double n = reports.n();
    long[] counters = reports.counts();
    long[] answered = division.answered(counters);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int t = 0; t < division.count(); t++) {
      String name = TableQuestion.text(List.of(division.table(t))) + ":";
      long people = answered[t];
      if (people == 0) {
        for (int item = 0; item < division.items(t); item++) {
          rows.add(Estimate.Row.unknown(name + item, 0, n, "Nobody was asked this table."));
        }
        continue;
      }
      double[] shares = shares(t, people, counters);
      double[] known = Arrays.stream(shares).map(x -> Math.max(0, Math.min(1, x))).toArray();
      double[] coins = coins(t, known);
      double part = people / n;
      for (int item = 0; item < shares.length; item++) {
        double sampled = known[item] * (1 - known[item]) * (1 - part) + part * coins[item];
        double noise = Math.max(0, law(t).variance(known[item]));
        double error = n * Math.sqrt((noise + sampled) / people);
        double count = n * shares[item];
        rows.add(new Estimate.Row(name + item, count, error, count - z * error, count + z * error));
      }
    }
    return new Estimate(reports.n(), confidence, rows);
  }

  /** At most what the coins for ends vary, a person: as if each person of a cell tossed alike. */
  private double[] coins(int t, double[] shares) {
    int[][] groups =
        Arrays.stream(division.table(t))
            .mapToObj(a -> division.grid(a).withoutEnds().levelsOf(division.grid(a)))
            .toArray(int[][]::new);
    int[] cells = division.cellsOf(t, groups);
    double[] inCell = new double[shares.length];
    for (int item = 0; item < shares.length; item++) {
      inCell[cells[item]] += shares[item];
    }
    double[] coins = new double[shares.length];
    for (int item = 0; item < coins.length; item++) {
      double all = inCell[cells[item]];
      coins[item] = all > 0 ? shares[item] * (1 - shares[item] / all) : 0;
    }
    return coins;
  }

  /** Of everybody's counts; who is asked which table is chance, too, and so are coins for ends. */
  @Override
  public Expected expected(List<double[]> values, long people) {
    double n = (double) people * values.size();
    int items = IntStream.range(0, division.count()).map(division::items).sum();
    double[] counts = new double[items];
    double[] variances = new double[items]; // of the coins for ends at first
    int from = 0;
    for (int t = 0; t < division.count(); t++) {
      int first = from;
      for (double[] value : values) {
        chances(
            t,
            input(value),
            (item, chance) -> {
              counts[first + item] += people * chance;
              variances[first + item] += people * chance * (1 - chance);
            });
      }
      from += division.items(t);
      double part = division.part(t);
      for (int row = first; row < from; row++) {
        double share = counts[row] / n;
        double noise = law(t).variance(share);
        variances[row] += n / part * (noise + share * (1 - share) * (1 - part));
      }
    }
    return new Expected(counts, variances);
  }
}
