package org.sparkldp.tables.protocol;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
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
class AskedTables extends VectorProtocol<Integer> implements TableProtocol {
  final TableQuestion question;
  final Division division;

  AskedTables(ProtocolSpec spec, TableQuestion question, Division division) {
    super(spec, Guarantee.pure(question.epsilon(), division.exactEpsilon()));
    this.question = question;
    this.division = division;
  }

  /** Named tables, in one round. */
  static AskedTables named(TableQuestion question) {
    List<Grid> grids =
        question.attributes().stream().map(a -> Grid.last(a, Grid.finest(a).groups())).toList();
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
    return new AbstractList<>() {
      @Override
      public int size() {
        return division.count();
      }

      @Override
      public Cohort<Integer> get(int t) {
        Objects.checkIndex(t, size());
        return new Cohort<>(
            division.items(t),
            (item, source) -> report(input(t, (int) item), source),
            (report, item, other) -> contrast(report, input(t, (int) item), input(t, (int) other)),
            -1);
      }
    };
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

  @Override
  public double rawError(double people) {
    double[] cells = IntStream.range(0, division.count()).mapToDouble(division::items).toArray();
    double[] alike = new double[cells.length];
    Arrays.fill(alike, 1);
    double[] answering = TableDesign.division(cells, alike, people);
    return IntStream.range(0, cells.length)
        .mapToDouble(t -> TableDesign.rawError(cells[t], answering[t], question.epsilon()))
        .average()
        .orElseThrow();
  }

  /** The levels that answers are about. */
  List<Grid> levels() {
    return IntStream.range(0, d()).mapToObj(division::grid).toList();
  }

  @Override
  public final Domain domain() {
    return Domain.of(levels().stream().mapToInt(Grid::levels).toArray());
  }

  @Override
  public final List<int[]> cells() {
    return levels().stream().map(grid -> grid.groups().clone()).toList();
  }

  @Override
  public List<AskedTable> chosen(Accumulator<?> reports) {
    return asked(reports, levels());
  }

  @Override
  public List<AskedTable> others(Accumulator<?> reports) {
    return List.of();
  }

  @Override
  public List<AskedTable> fine(Accumulator<?> reports) {
    return List.of();
  }

  /** The tables that anybody has answered, over some levels. */
  final List<AskedTable> asked(Accumulator<?> reports, List<Grid> over) {
    requireOwn(reports);
    long[] counters = reports.counts();
    long[] answered = division.answered(counters);
    List<AskedTable> asked = new ArrayList<>();
    for (int t = 0; t < division.count(); t++) {
      if (answered[t] > 0) {
        asked.add(asked(t, answered[t], counters, over));
      }
    }
    return asked;
  }

  private AskedTable asked(int t, long people, long[] counters, List<Grid> over) {
    ProjectiveGeometryResponse oracle = division.oracle(t);
    int[] table = division.table(t);
    int[][] joined = new int[table.length][]; // a level of this round to one of the answer
    int[][] groups = new int[table.length][]; // a level of the domain to one of the answer
    int[] sizes = new int[table.length];
    for (int i = 0; i < table.length; i++) {
      Grid mine = division.grid(table[i]);
      Grid last = over.get(table[i]);
      Grid kept = mine.isFinerThan(last) ? new Grid(mine.of(), last.groups(), false) : mine;
      joined[i] = kept.levelsOf(mine);
      groups[i] = kept.levelsOf(last);
      sizes[i] = kept.levels();
    }
    double[] estimates = estimates(t, people, counters);
    double[] shares = new double[Arrays.stream(sizes).reduce(1, (x, y) -> x * y)];
    int[] members = new int[shares.length];
    for (int item = 0; item < estimates.length; item++) {
      int[] levels = division.levels(t, item);
      int to = 0;
      for (int i = 0; i < sizes.length; i++) {
        to = to * sizes[i] + joined[i][levels[i]];
      }
      shares[to] += estimates[item] / people;
      members[to]++;
    }
    return new AskedTable(table, groups, shares, members, law(oracle), people);
  }

  private static PureLaw law(ProjectiveGeometryResponse oracle) {
    return new PureLaw(oracle.points(), oracle.support().p(), oracle.support().q());
  }

  private double[] estimates(int t, long people, long[] counters) {
    ProjectiveGeometryResponse oracle = division.oracle(t);
    int from = division.offset(t);
    long[] own = Arrays.copyOfRange(counters, from, from + oracle.cells());
    return oracle.estimate(oracle.newAccumulator().restored(people, own)).estimates();
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    double n = reports.n();
    long[] counters = reports.counts();
    long[] answered = division.answered(counters);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int t = 0; t < division.count(); t++) {
      String name = TableQuestion.text(List.of(division.table(t))) + ":";
      double[] estimates =
          answered[t] > 0 ? estimates(t, answered[t], counters) : new double[division.items(t)];
      PureLaw law = law(division.oracle(t));
      double people = answered[t];
      double part = people / n;
      double[] known =
          Arrays.stream(estimates).map(x -> Math.max(0, Math.min(1, x / people))).toArray();
      double[] coins = coins(t, known);
      for (int item = 0; item < estimates.length; item++) {
        double share = estimates[item] / answered[t];
        double sampled = known[item] * (1 - known[item]) * (1 - part) + part * coins[item];
        double error =
            n * Math.sqrt((Math.max(0, law.variance(known[item])) + sampled) / answered[t]);
        rows.add(
            answered[t] > 0
                ? new Estimate.Row(
                    name + item, n * share, error, n * share - z * error, n * share + z * error)
                : Estimate.Row.unknown(name + item, 0, n, "Nobody was asked this table."));
      }
    }
    return new Estimate(reports.n(), confidence, rows);
  }

  /** At most what the coins for ends vary, a person: as if each person of a cell tossed alike. */
  private double[] coins(int t, double[] shares) {
    int[] table = division.table(t);
    int[] cells = new int[shares.length];
    Map<Integer, Double> inCell = new HashMap<>();
    for (int item = 0; item < shares.length; item++) {
      int[] levels = division.levels(t, item);
      for (int i = 0; i < levels.length; i++) {
        Grid grid = division.grid(table[i]);
        int[] cellOf = new Grid(grid.of(), grid.groups(), false).levelsOf(grid);
        cells[item] = cells[item] * grid.levels() + cellOf[levels[i]];
      }
      inCell.merge(cells[item], shares[item], Double::sum);
    }
    double[] coins = new double[shares.length];
    for (int item = 0; item < coins.length; item++) {
      double all = inCell.get(cells[item]);
      coins[item] = all > 0 ? shares[item] * (1 - shares[item] / all) : 0;
    }
    return coins;
  }

  /** Of everybody's counts; who is asked which table is chance, too, and so are coins for ends. */
  @Override
  public Expected expected(List<double[]> values, long people) {
    double n = (double) people * values.size();
    List<Double> answers = new ArrayList<>();
    List<Double> variances = new ArrayList<>();
    for (int t = 0; t < division.count(); t++) {
      double[] counts = new double[division.items(t)];
      double[] coins = new double[counts.length];
      for (double[] value : values) {
        chances(
            t,
            input(value),
            (item, chance) -> {
              counts[item] += people * chance;
              coins[item] += people * chance * (1 - chance);
            });
      }
      double part = division.part(t);
      for (int item = 0; item < counts.length; item++) {
        double share = counts[item] / n;
        double noise = law(division.oracle(t)).variance(share);
        answers.add(counts[item]);
        variances.add(n / part * (noise + share * (1 - share) * (1 - part)) + coins[item]);
      }
    }
    return new Expected(
        answers.stream().mapToDouble(each -> each).toArray(),
        variances.stream().mapToDouble(each -> each).toArray());
  }
}
