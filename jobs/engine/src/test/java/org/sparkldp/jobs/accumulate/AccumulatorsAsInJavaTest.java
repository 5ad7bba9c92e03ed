package org.sparkldp.jobs.accumulate;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.DomainTable;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.ItemValues;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SparkTest;

/**
 * What the pipeline lays on storage is what the protocol makes in plain Java of the same few
 * people: to the byte where coins are keyed; where they are fresh, the sum of the reports that are
 * there, one of each person. So are the answers. Java's reports obey their law (ProtocolLawsTest),
 * so nobody need look at a law through Spark again.
 *
 * <p>For every plan of conf/plans, and at least one of every task on the class path. How a row's
 * value becomes an item is the task's own word; that is looked at apart.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class AccumulatorsAsInJavaTest {
  private static final Path REPOSITORY = DocPage.repository();

  private static final ReleaseKey ANOTHER_KEY = ReleaseKey.parse("ab".repeat(32), "a test");

  /** Lines of sample plans that need more people than are here, and what stands for them. */
  private static final Map<String, String> EASIER =
      Map.of(
          "tau = 0.05\nbeta = 0.05\n", "",
          "range=100,users=10000)", "range=100,users=15)",
          "median(epsilon=1.0,lower=100,upper=250,users=60000,rounds=4",
              "median(epsilon=3.0,lower=100,upper=250,users=600,rounds=3",
          "words(epsilon=4,length=6,users=1000000)",
              "words(epsilon=8,length=4,alphabet=a-z,users=600,rounds=2,kept=8)",
          "tables(epsilon=1.0)", "tables(epsilon=3)",
          "70000, 200000] }, type = INT", "70000, 600000] }", // incomes of these people have halves
          "count = 40 }, type = INT", "count = 40 }");

  /** Of tasks that conf/plans does not ask, and of ids that are texts. */
  private static final Map<String, String> OWN =
      new TreeMap<>(
          Map.of(
              "a density",
              """
              task = density
              column = height
              protocol = "density(epsilon=1,lower=130,upper=210,terms=5,points=8,outside=clip)"
              """,
              "a vector",
              """
              task = mean
              columns = [x, y]
              protocol = "hypercube(epsilon=1,d=2,radius=2)"
              """,
              "an array",
              """
              task = mean
              column = point
              protocol = "one-coordinate(epsilon=1,d=2,radius=2)"
              """,
              "several items",
              """
              task = items
              column = pages
              domain { type = list, items = [home, search, cart, help] }
              protocol = "privset(epsilon=1.0,m=3)"
              """,
              "a mean by a key",
              """
              task = mean-by
              column = subscribed
              domain { type = range, from = 0, to = 1 }
              value = height
              protocol = "mean-by(epsilon=1.0,lower=150,upper=190)"
              """,
              "a regression",
              """
              task = regression
              columns = [x, y]
              label = subscribed
              protocol = "logistic-regression(epsilon=8,radius=2,users=2000)"
              """,
              "quantiles",
              """
              task = quantiles
              column = height
              protocol = "quantiles(epsilon=5,lower=100,upper=250,parts=4,cells=16,rounds=2)"
              """));

  @TempDir Path folder;

  /** A question with its name and text, without its kind of coins. */
  record Sample(String name, String text) {
    Plan with(Plan.Randomness randomness) {
      String all = text.replaceAll("(?m)^randomness = .*$", "") + "\nrandomness = ";
      return reader().read(all + randomness.text(), name);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Sample> samples() throws IOException {
    List<Sample> samples = new ArrayList<>();
    for (Path file : Fixture.listed(REPOSITORY.resolve("conf/plans"), ".*[.]conf")) {
      String text = Files.readString(file);
      for (Map.Entry<String, String> easier : EASIER.entrySet()) {
        text = text.replace(easier.getKey(), easier.getValue());
      }
      if (!text.contains("task = release")) { // has no reports; see ReleaseCommandTest
        samples.add(new Sample(file.getFileName().toString(), text));
      }
    }
    OWN.forEach(
        (name, text) ->
            samples.add(
                new Sample(
                    name, text + "name = \"%s\"\nid = nick\noutside = fail".formatted(name))));
    return samples;
  }

  /**
   * One of each kind of values: domains make no difference to coins. Reports of a lifetime are
   * keyed; see PlanReader's tests.
   */
  static Collection<Sample> samplesOfOneTime() throws IOException {
    Map<List<Object>, Sample> kinds = new LinkedHashMap<>();
    for (Sample sample : samples()) {
      Plan plan = sample.with(Plan.Randomness.KEYED);
      Task task = plan.task();
      if (!plan.isForLife()) {
        kinds.putIfAbsent(
            List.of(task.kind().name(), task.values().columns().size(), plan.hasPeriods()), sample);
      }
    }
    return kinds.values();
  }

  private static PlanReader reader() {
    return new PlanReader(
        new TestContext(REPOSITORY.resolve("conf/plans")) {
          @Override
          public List<String> distinct(String table, String column) {
            return Inputs.distinct(spark(), REPOSITORY.resolve(table).toString(), column);
          }

          @Override
          public BitSet[] select(ProductDomain domain, List<String> predicates) {
            return new DomainTable(spark(), domain).select(predicates);
          }
        });
  }

  /** People with all that plans ask about, on as many days as the plan is asked. */
  private static Dataset<Row> people(Plan plan) {
    String text =
        """
        SELECT id, id AS user_id, concat('p', id) AS nick, day,
          element_at(array('US', 'IN', 'DE', 'XX'), 1 + int((id + n) %% 4)) AS country,
          int(18 + (id * 7 + n) %% 73) AS age, int(id %% 3 = 0) AS subscribed,
          element_at(array('phone', 'desktop', 'tablet', 'tv'), 1 + int(id %% 4)) AS device,
          id * 1000D + 0.5D AS income, concat('/home/', id %% 8) AS page, int((id + n) %% 8) AS item,
          concat('r0', lpad(id %% 2, 2, '0')) AS region, 150D + (id * 7) %% 40 AS height,
          IF(id %% 3 = 0, 'abba', IF(id %% 3 = 1, 'cafe', 'No')) AS word,
          (id %% 7 - 3) / 3D AS x, (id %% 5 - 2) / 3D AS y,
          array((id %% 5 - 2) / 3D, (id %% 7 - 3) / 3D) AS point,
          element_at(array('school', 'college', 'university'), 1 + int((id + n) %% 3)) AS education,
          IF(id %% 2 = 0, 'F', 'M') AS sex,
          slice(array('home', 'help', 'cart', 'home', 'search'), 1 + int(id %% 2), int(id %% 5)) AS pages
        FROM range(0, 600, 1, 3) CROSS JOIN VALUES (0, DATE'2026-01-01')%s AS t(n, day)
        """;
    return spark().sql(text.formatted(plan.hasPeriods() ? ", (1, DATE'2026-01-02')" : ""));
  }

  @Test
  void everyTaskAndKindOfDomainAndPolicyIsInIt() throws IOException {
    Set<String> missing =
        Tasks.all().stream().map(TaskKind::name).collect(Collectors.toCollection(TreeSet::new));
    StringBuilder all = new StringBuilder();
    for (Sample sample : samples()) {
      Plan plan = sample.with(Plan.Randomness.KEYED);
      missing.remove(plan.task().kind().name());
      all.append(sample.text);
    }
    assertEquals(Set.of(), missing);
    for (String words :
        List.of(
            "type = list",
            "type = file",
            "type = range",
            "type = bins",
            "type = column",
            "outside = fail",
            "outside = category",
            "outside = drop",
            "randomness = keyed",
            "randomness = write-once")) {
      assertTrue(all.indexOf(words) >= 0, words);
    }
  }

  /** What the comparisons below take from the task, beside SQL of the test's own. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "age.conf | string(age)",
        "country.conf | IF(country = 'XX', '(other)', country)",
        "device.conf | NULLIF(device, 'tv')",
        "income.conf | IF(income <= 200000, split_part('[0, 5000)/[5000, 10000)/[10000,"
            + " 15000)/[15000, 20000)/[20000, 30000)/[30000, 40000)/[40000, 60000)/[60000,"
            + " 80000)/[80000, 120000)/[120000, 200000]', '/', 1 + size(filter(array(5000, 10000,"
            + " 15000, 20000, 30000, 40000, 60000, 80000, 120000), edge -> income >= edge))),"
            + " '(other)')",
        "page.conf | IF(page = '/home/0', '(other)', page)",
      })
  void anItemIsNamedAsItsValueIs(String name, String sql) throws IOException {
    Sample sample =
        samples().stream().filter(any -> any.name.equals(name)).findFirst().orElseThrow();
    Plan plan = sample.with(Plan.Randomness.KEYED);
    ProductDomain domain = ((ItemValues) plan.task().values()).domain();
    List<String> named =
        rows(plan).stream()
            .map(row -> row.getLong(2))
            .map(item -> item == Values.OUTSIDE ? null : domain.item((int) (long) item))
            .toList();

    assertEquals(
        people(plan)
            .selectExpr(sql, "day", "user_id")
            .orderBy("day", "user_id")
            .collectAsList()
            .stream()
            .map(row -> row.getString(0))
            .toList(),
        named);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void keyedAccumulatorsAreThoseOfPlainJava(Sample sample) {
    Plan plan = sample.with(Plan.Randomness.KEYED);
    ReleaseKey key = KeyLocation.find().key();
    List<Row> people = List.of();
    while (true) {
      boolean isSkipped = plan.round() > 2 && !isLast(plan); // it follows as the second does
      people = isSkipped ? people : rows(plan);
      Map<String, Accumulator<?>> inJava = inJava(plan, people, key, 0);
      if (isSkipped) {
        plan = plan.next(inJava.get("")).orElseThrow();
        continue;
      }
      Map<String, String> found = run(plan);
      assertEquals(hex(inJava), found);
      assertNotEquals(hex(inJava(plan, people, ANOTHER_KEY, 0)), found, "of another key");
      assertNotEquals(hex(inJava(plan, people, key, 1)), found, "of the neighbour's values");
      Estimates estimated = estimate(plan);
      if (isLast(plan)) {
        assertEquals(answers(plan, inJava), answers(estimated));
        break;
      }
      assertEquals(plan.next(inJava.get("")), estimated.next());
      plan = estimated.next().orElseThrow();
    }
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("samplesOfOneTime")
  void freshAccumulatorsAreOfOneAcceptedReportOfEachPerson(Sample sample) {
    Plan plan = sample.with(Plan.Randomness.WRITE_ONCE);
    while (true) {
      Map<String, String> found = run(plan);
      Map<String, Accumulator<?>> reports = ofReports(plan, 0);
      Map<String, Accumulator<?>> keyed = inJava(plan, rows(plan), ANOTHER_KEY, 0);
      assertEquals(hex(reports), found);
      assertNotEquals(hex(ofReports(plan, 1)), found, "of one report less");
      keyed.forEach((period, people) -> assertEquals(people.n(), reports.get(period).n(), period));
      if (isLast(plan) || plan.round() == 2) { // later ones follow as the second does
        break;
      }
      plan = plan.next(reports.get("")).orElseThrow();
    }
  }

  private static boolean isLast(Plan plan) {
    return plan.round() == plan.rounds();
  }

  /** Reports and accumulators of a round; returns these by period, as text. */
  private Map<String, String> run(Plan plan) {
    Output reports = output(plan, "privatized");
    new Privatization(plan).run(() -> people(plan), reports, Days.ALL);
    new Accumulation(plan).run(List.of(reports), List.of(), accumulated(plan));
    Map<String, String> found = new TreeMap<>();
    for (Row row :
        accumulated(plan)
            .read(Accumulation.ACCUMULATORS, accumulated(plan).runs())
            .select(period(plan), col("plan"), col("n"), col("accumulator"))
            .collectAsList()) {
      byte[] bytes = row.getAs("accumulator");
      assertEquals(plan.fingerprint(), row.getAs("plan"));
      assertEquals(Protocols.readAccumulator(bytes).n(), (long) row.getAs("n"));
      found.put(row.getString(0), HexFormat.of().formatHex(bytes));
    }
    return found;
  }

  /** Each period apart, where the plan has some. */
  private Estimates estimate(Plan plan) {
    return new Estimation(spark(), plan, List.of())
        .run(List.of(accumulated(plan)), Days.ALL, plan.hasPeriods(), output(plan, "estimated"));
  }

  private static List<List<Object>> answers(Estimates estimated) {
    return estimated.groups().stream().map(group -> numbers(group.answers())).toList();
  }

  private static List<List<Object>> answers(Plan plan, Map<String, Accumulator<?>> reports) {
    return reports.values().stream()
        .map(all -> numbers(plan.task().answers(all, List.of(), Estimation.CONFIDENCE)))
        .toList();
  }

  private static List<Object> numbers(Answers answers) {
    return List.of(answers.estimate(), DoubleStream.of(answers.best()).boxed().toList());
  }

  private Output accumulated(Plan plan) {
    return output(plan, "accumulated");
  }

  private Output output(Plan plan, String name) {
    return Fixture.output(folder.resolve(name + plan.round()));
  }

  private static Column period(Plan plan) {
    return (plan.hasPeriods() ? col(plan.period()).cast("string") : lit("")).as("period");
  }

  private static Map<String, String> hex(Map<String, ? extends Accumulator<?>> accumulators) {
    Map<String, String> texts = new TreeMap<>();
    accumulators.forEach((period, a) -> texts.put(period, HexFormat.of().formatHex(a.toBytes())));
    return texts;
  }

  // --- in plain Java ---

  private static Map<String, Accumulator<?>> inJava(
      Plan plan, List<Row> people, ReleaseKey key, int shift) {
    return new TreeMap<>(inJava(plan, plan.protocol(), people, key, shift));
  }

  /**
   * By period what a server makes of the reports of this round's people.
   *
   * @param shift how many places further the person is whose value each has; 0 is the truth
   */
  private static <V, R> Map<String, Accumulator<R>> inJava(
      Plan plan, Protocol<V, R> protocol, List<Row> people, ReleaseKey key, int shift) {
    Map<String, Accumulator<R>> accumulators = new TreeMap<>();
    PublicHash rounds = new PublicHash("round\n" + plan.firstFingerprint());
    Map<String, Device> devices = new TreeMap<>();
    for (int i = 0; i < people.size(); i++) {
      Row person = people.get(i);
      Row value = people.get((i + shift) % people.size());
      if (value.getLong(2) != Values.OUTSIDE
          && RoundWalk.asks(protocol, word(rounds, person.get(1)))) {
        accumulators
            .computeIfAbsent(person.getString(0), p -> protocol.newAccumulator(plan.context(p)))
            .add(
                devices
                    .computeIfAbsent(person.getString(0), p -> Device.of(plan, p, key))
                    .report(protocol, person, value));
      }
    }
    return accumulators;
  }

  /** Period, id, item and number of the people, sorted. */
  private static List<Row> rows(Plan plan) {
    Dataset<Row> people = people(plan);
    StructType schema = people.schema();
    Values values = plan.task().values();
    Dataset<Row> asked = people.withColumn("__id", Columns.id(plan, schema));
    Column number = values.number(plan, schema, col("__id")).orElse(lit(null));
    return asked
        .withColumn("__number", number)
        .select(
            period(plan),
            col("__id"),
            values.item(plan, schema, col("__number")).cast("bigint"),
            col("__number"))
        .orderBy("period", "__id")
        .collectAsList();
  }

  /** What a client makes its reports of a period with. */
  private record Device(KeyedRandomness coins, PublicHash cohorts) {
    static Device of(Plan plan, String period, ReleaseKey key) {
      String label =
          plan.fingerprint() + (period.isEmpty() ? "" : "\n" + plan.period() + "=" + period);
      return new Device(
          new KeyedRandomness(key, label, plan.fingerprint()), new PublicHash("cohort\n" + label));
    }

    <V, R> R report(Protocol<V, R> protocol, Row person, Row value) {
      Object id = person.get(1);
      if ((Object) protocol instanceof NumberProtocol<?> any) {
        @SuppressWarnings("unchecked") // the protocol itself
        NumberProtocol<R> numbers = (NumberProtocol<R>) any;
        int cohort = numbers.cohort((int) value.getLong(2), word(cohorts, id));
        long input = numbers.input(value.getDouble(3), cohort);
        return numbers.report(input, cohort, open(coins, id, input));
      }
      if ((Object) protocol instanceof VectorProtocol<?> any) {
        @SuppressWarnings("unchecked") // the protocol itself
        VectorProtocol<R> vectors = (VectorProtocol<R>) any;
        double[] numbers = value.<Double>getList(3).stream().mapToDouble(x -> x).toArray();
        int[] input = vectors.input(numbers, () -> word(cohorts, id));
        return vectors.report(input, open(coins, id, VectorProtocol.word(input)));
      }
      Object input =
          value.isNullAt(3)
              ? (Object) (int) value.getLong(2)
              : value.<Double>getList(3).stream().mapToDouble(x -> x).toArray();
      @SuppressWarnings("unchecked") // an item or a vector, as the task says
      V taken = (V) input;
      long code = protocol.randomizer().encode(taken);
      return protocol.randomizer().randomize(taken, open(coins, id, code));
    }
  }

  private static RandomSource open(KeyedRandomness coins, Object id, long word) {
    return id instanceof Long number ? coins.open(number, word) : coins.open(bytes(id), word);
  }

  private static long word(PublicHash hash, Object id) {
    return id instanceof Long number ? hash.word(number) : hash.word(bytes(id));
  }

  private static byte[] bytes(Object text) {
    return ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  // --- reports that are there ---

  private Map<String, Accumulator<?>> ofReports(Plan plan, int leftOut) {
    return new TreeMap<>(ofReports(plan, plan.protocol(), leftOut));
  }

  /** By period the sum of the reports on storage; refuses one that the protocol cannot make. */
  private <V, R> Map<String, Accumulator<R>> ofReports(
      Plan plan, Protocol<V, R> protocol, int leftOut) {
    Map<String, Accumulator<R>> accumulators = new TreeMap<>();
    Output reports = output(plan, "privatized");
    List<Row> rows =
        reports
            .read(Privatization.REPORTS, reports.runs())
            .select(period(plan), col("report"))
            .collectAsList();
    for (Row row : rows.subList(leftOut, rows.size())) {
      accumulators
          .computeIfAbsent(row.getString(0), p -> protocol.newAccumulator(plan.context(p)))
          .add(row.getAs("report"));
    }
    return accumulators;
  }
}
