package org.sparkldp.jobs.collected;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.PureLaw;

/**
 * People of a known law, asked one table each, with normal errors of the oracle's exact covariance.
 * The law is that of the tree age – education – income and education – sex, so that a model that
 * holds these pairs holds the truth.
 *
 * @param ages of each person
 * @param schools the level of education; -1 where it is missing
 */
public record SimulatedTable(
    CollectedTable table, int[] ages, int[] schools, double[] incomes, int[] sexes) {
  static final List<String> EDUCATION = List.of("school", "college", "university");
  static final List<String> SEX = List.of("F", "M");

  static final TableSchema SCHEMA =
      new TableSchema(
          List.of(
              number("age", "INT", false, 17, 30, 45, 60, 90),
              list("education", EDUCATION, true),
              number("income", "", true, 0, 20e3, 40e3, 70e3, 200e3),
              list("sex", SEX, false)),
          "",
          List.of());

  /** A number in cells. */
  static TableAttribute number(String name, String type, boolean isSummed, double... edges) {
    Domain.BinDomain bins = new Domain.BinDomain(edges);
    return TableAttribute.of(new TableColumn(name, bins, isSummed, type), false, false);
  }

  /** Texts, of which some may be missing. */
  static TableAttribute list(String name, List<String> items, boolean hasMissing) {
    Domain.ItemDomain list = new Domain.ItemDomain(items);
    return TableAttribute.of(new TableColumn(name, list, false, ""), false, hasMissing);
  }

  /** With so many more levels of education, which nobody has. */
  static TableSchema withEmpty(int more) {
    List<String> levels = new ArrayList<>(EDUCATION);
    IntStream.range(0, more).forEach(i -> levels.add("nobody" + i));
    List<TableAttribute> attributes = new ArrayList<>(SCHEMA.attributes());
    attributes.set(1, list("education", levels, true));
    return new TableSchema(attributes, "", List.of());
  }

  private static final int[][] ASKED = {{1, 2}, {0, 1}, {1, 3}, {2}};

  /** People and what was asked of them. */
  public static SimulatedTable of(int people, double epsilon, long seed) {
    return of(SCHEMA, people, epsilon, seed);
  }

  static SimulatedTable of(TableSchema schema, int people, double epsilon, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] ages = new int[people];
    int[] schools = new int[people];
    double[] incomes = new double[people];
    int[] sexes = new int[people];
    for (int i = 0; i < people; i++) {
      int school = random.nextInt(10);
      schools[i] = school < 4 ? 0 : school < 7 ? 1 : school < 9 ? 2 : -1;
      int kind = Math.max(0, schools[i]);
      ages[i] =
          Math.min(90, 17 + kind * 6 + (int) (50 * random.nextDouble() * random.nextDouble()));
      incomes[i] = Math.min(200e3, (15e3 + 20e3 * kind) * Math.exp(0.6 * random.nextGaussian()));
      sexes[i] = random.nextDouble() < 0.4 + 0.1 * kind ? 1 : 0;
    }
    org.sparkldp.tables.Domain domain = schema.domain();
    List<AskedTable> chosen = new ArrayList<>();
    for (int t = 0; t < ASKED.length; t++) {
      int[] set = ASKED[t];
      int cells = Arrays.stream(set).map(domain::size).reduce(1, (a, b) -> a * b);
      double[] shares = new double[cells];
      int asked = 0;
      for (int i = t; i < people; i += ASKED.length) {
        int cell = 0;
        for (int a : set) {
          int level =
              switch (a) {
                case 0 -> level(schema.attributes().get(0), ages[i], random);
                case 1 -> schools[i] < 0 ? domain.size(1) - 1 : schools[i];
                case 2 -> level(schema.attributes().get(2), incomes[i], random);
                default -> sexes[i];
              };
          cell = cell * domain.size(a) + level;
        }
        shares[cell]++;
        asked++;
      }
      int n = asked;
      PureLaw law = PureLaw.best(cells, epsilon);
      int[] members = IntStream.range(0, cells).map(v -> 1).toArray();
      double[] drawn =
          law.draw(
              Arrays.stream(shares).map(count -> count / n).toArray(),
              members,
              n,
              0,
              new SimulationSource(random.nextLong()));
      chosen.add(AskedTable.of(domain, set, drawn, law, n));
    }
    CollectedTable table = new CollectedTable(schema, epsilon, people, chosen, List.of());
    return new SimulatedTable(table, ages, schools, incomes, sexes);
  }

  /** Writes what was fitted to their answers below a run's folder. */
  public void write(SparkSession spark, String run) {
    Output output = new Output(spark, run + "/" + FittedTable.FOLDER);
    table.fit().write(spark, output, new Output.Beside("plan", new byte[0]), "fingerprint");
  }

  private static int level(TableAttribute number, double value, SplittableRandom random) {
    int cell = number.cells() - 1;
    while (value < number.edge(cell)) {
      cell--;
    }
    if (!number.isSummed()) {
      return cell;
    }
    double low = number.edge(cell);
    double part = (value - low) / (number.edge(cell + 1) - low);
    return 2 * cell + (random.nextDouble() < part ? 1 : 0);
  }
}
