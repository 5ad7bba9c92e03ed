package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.SparkTest;

/** From one's own table to answers: a drafted plan, a key, and the run that init names. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class InitCommandTest {
  private static final int PEOPLE = 2_000;

  @TempDir Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  /** People with a country, an age and a height, numbers as texts; some values are missing. */
  private static Dataset<Row> people(int people, long shift) {
    String country = "element_at(array('DE', 'FR', 'IT', '?', NULL), CAST(1 + id % 5 AS INT))";
    return spark()
        .range(people)
        .selectExpr(
            "concat('p', id) AS person",
            country.replace("id %", "(id + " + shift + ") %") + " AS country",
            "CAST(18 + (id * 7 + " + shift + ") % 60 AS INT) AS age",
            "150 + ((id * 13 + " + shift + ") % 400) / 10 AS height",
            "CAST(id % 2 AS INT) AS region");
  }

  private String csv(String name, String delimiter) throws IOException {
    return csv(name, delimiter, people(PEOPLE, 0));
  }

  private String csv(String name, String delimiter, Dataset<Row> people) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(String.join(delimiter, people.columns()));
    for (Row row : people.collectAsList()) {
      lines.add(
          IntStream.range(0, row.size())
              .mapToObj(i -> row.isNullAt(i) ? "" : String.valueOf(row.get(i)))
              .collect(Collectors.joining(delimiter)));
    }
    return Files.write(folder.resolve(name), lines).toString();
  }

  private Ended init(String table, String... options) {
    List<String> all = new ArrayList<>(List.of("init", table));
    all.addAll(List.of(options));
    if (!all.contains("--output")) {
      all.addAll(List.of("--output", path("plan.conf")));
    }
    return Ended.of(all.toArray(new String[0]));
  }

  /** Runs the command that init says is next, with its output in the test's folder. */
  private Ended next(Ended init) {
    init.done();
    String command =
        init.err()
            .lines()
            .filter(line -> line.startsWith("ldp: next: jobs/bin/ldp "))
            .collect(Collectors.joining())
            .substring("ldp: next: jobs/bin/ldp ".length());
    List<String> words = new ArrayList<>(List.of(command.split(" ")));
    for (String option : List.of("--output", "--html")) {
      int at = words.indexOf(option) + 1;
      words.set(at, path(words.get(at)));
    }
    words.replaceAll(word -> word.replaceAll("^'(.*)'$", "$1"));
    words.addAll(List.of("--format", "csv"));
    return Ended.of(words.toArray(new String[0])).done();
  }

  private String plan() throws IOException {
    return Files.readString(folder.resolve("plan.conf"));
  }

  // To answers.

  static Stream<Arguments> tasks() {
    return Stream.of(
        Arguments.of("histogram", List.of("--column", "country", "--items", "DE,FR,IT")),
        Arguments.of("histogram", List.of("--column", "age", "--domain", "ages", "--missing")),
        Arguments.of("histogram", List.of("--column", "age", "--lower", "18", "--upper", "80")),
        Arguments.of(
            "histogram",
            List.of("--column", "height", "--lower", "100", "--upper", "200", "--bins", "10")),
        Arguments.of(
            "histogram",
            List.of("--column", "age,height", "--domain", "places(step=45,south=0,west=90)")),
        Arguments.of(
            "workload",
            List.of("--column", "age", "--lower", "10", "--upper", "90", "--bins", "8")),
        Arguments.of("mean", List.of("--column", "height", "--lower", "100", "--upper", "250")),
        Arguments.of(
            "quantile",
            List.of("--column", "height", "--lower", "100", "--upper", "250", "--users", "2000")),
        Arguments.of("density", List.of("--column", "height", "--lower", "100", "--upper", "250")),
        Arguments.of("query", List.of("--column", "age,height", "--lower", "0", "--upper", "250")));
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void theDraftOfEachTaskRunsAsItIs(String task, List<String> options) throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--id", "person", "--task", task, "--epsilon", "4"));
    Ended done = next(init(csv("people.csv", ";"), all.toArray(new String[0])));
    assertTrue(done.lines().size() > 1, done::toString);
    for (double estimate : Ended.column(done.out().replaceAll("\"[^\"]*\"", "x"), "estimate")) {
      assertTrue(Double.isFinite(estimate), done::toString);
    }
    assertTrue(
        Files.size(
                folder.resolve("people-" + String.join("-", options.get(1).split(",")) + ".html"))
            > 0);
  }

  @Test
  void aTableOfTheCatalogueAndParquetAreDraftedByTheirSchemas() throws IOException {
    people(PEOPLE, 0).write().mode("overwrite").saveAsTable("init_people");
    try {
      Ended ofTable =
          init("init_people", "--column", "AGE", "--id", "person", "--domain", "ages(width=25)");
      assertTrue(plan().contains("column = age\n"), plan());
      assertEquals(6, next(ofTable).lines().size());
    } finally {
      spark().sql("DROP TABLE init_people");
    }
    people(PEOPLE, 0).write().parquet(path("people"));
    Ended ofFiles =
        init(
            path("people"),
            "--column",
            "age",
            "--id",
            "person",
            "--task",
            "quantile",
            "--lower",
            "0",
            "--upper",
            "120",
            "--users",
            "2000",
            "--output",
            path("median.conf"));
    assertTrue(Files.readString(folder.resolve("median.conf")).contains("step=1"), "whole numbers");
    assertEquals(2, next(ofFiles).lines().size());
  }

  @Test
  void ofJsonOnlyTheColumnsThatAreNamedAreKnown() throws IOException {
    people(PEOPLE, 0).coalesce(1).write().json(path("people.json"));
    Ended drafted =
        init(path("people.json"), "--column", "country", "--id", "person", "--items", "DE,FR,IT");
    assertEquals(5, next(drafted).lines().size());
  }

  @ParameterizedTest
  @CsvSource({"UTF-16LE, true", "UTF-16, false", "UTF-8, true"})
  void aFileOfAnotherEncodingAndDelimiterRuns(String encoding, boolean hasMark) throws IOException {
    String text = (hasMark ? "\ufeff" : "") + Files.readString(Path.of(csv("plain.csv", "|")));
    Path file = folder.resolve("people.csv");
    Files.write(file, text.getBytes(Charset.forName(encoding)));
    Ended drafted =
        init(file.toString(), "--column", "country", "--id", "person", "--items", "DE,FR,IT");
    drafted.says("--read 'delimiter=|'");
    assertEquals(5, next(drafted).lines().size());
  }

  @Test
  void aFileWithoutAHeaderHasItsColumnsByPlace() throws IOException {
    String rows = "39, State-gov, Male\n".repeat(1000) + "40, Private, Female\n".repeat(1000);
    String file = Files.writeString(folder.resolve("adult.csv"), rows).toString();
    Ended refused = init(file, "--column", "_c1", "--id", "row", "--items", "Private,State-gov");
    refused.badInput();
    assertFalse(refused.err().contains("39") || refused.err().contains("State"), refused::toString);
    Ended drafted =
        init(
            file,
            "--column",
            "_c1",
            "--id",
            "row",
            "--items",
            "Private,State-gov",
            "--epsilon",
            "10",
            "--read",
            "header=false",
            "--read",
            "ignoreLeadingWhiteSpace=true");
    double[] estimates = Ended.column(next(drafted).out(), "estimate");
    assertEquals(1000, estimates[0], 100, "of 0.1 expected");
    assertEquals(0, estimates[2], 100, "no value has a space left");
  }

  @Test
  void itemsInAFileBeginAtThePlansFolder() throws IOException {
    Path lists = Files.createDirectory(folder.resolve("lists"));
    Files.writeString(lists.resolve("countries.txt"), "DE\nFR\nIT\n");
    Files.createDirectory(folder.resolve("plans"));
    Ended drafted =
        init(
            csv("people.csv", ","),
            "--column",
            "country",
            "--id",
            "person",
            "--items",
            lists.resolve("countries.txt").toString(),
            "--output",
            path("plans/mine.conf"));
    String text = Files.readString(folder.resolve("plans/mine.conf"));
    assertTrue(text.contains("path = \"../lists/countries.txt\""), text);
    assertEquals(5, next(drafted).lines().size());
  }

  @Test
  void missingAndUnknownAreTwoItems() throws IOException {
    Ended drafted =
        init(
            csv("people.csv", ","),
            "--column",
            "country",
            "--id",
            "person",
            "--items",
            "DE,FR,IT",
            "--missing",
            "--epsilon",
            "10");
    List<String> lines = next(drafted).lines();
    assertTrue(lines.get(4).startsWith("(other),"), lines::toString);
    assertTrue(lines.get(5).startsWith("(missing),"), lines::toString);
    double[] estimates = Ended.column(String.join("\n", lines), "estimate");
    // With epsilon 10 a report is another item's with probability 2e-4; 60 such are impossible.
    for (double estimate : estimates) {
      assertEquals(PEOPLE / 5.0, estimate, 60, lines::toString);
    }
  }

  @Test
  void aFileWithAnotherEndingIsNamedByAPathAndItsFormat() throws IOException {
    String file = csv("people.data", ",");
    Ended drafted =
        init(
            file,
            "--column",
            "country",
            "--id",
            "person",
            "--items",
            "DE,FR,IT",
            "--read",
            "format=csv");
    assertEquals(5, next(drafted).lines().size());
    Ended refused = ldp("init pom.xml --column a --id row");
    refused.badInput("say ./pom.xml, with --read format");
  }

  // What is public.

  /** Files whose private values differ, in every way that a reader might be tempted to look at. */
  static Stream<List<String>> pairs() {
    String header = "person,country,age\n";
    return Stream.of(
        List.of("csv", header + "p,DE,31\n", header + "p,n/a;;;;,\"x\"\n"),
        List.of("csv", header + "p,DE,31\n", header),
        List.of("csv", header + "p,DE,31\n", header + "p,\u00e4;\u00f6,\t\t\t\n"),
        List.of("csv", header + "p,1,2\n", header + "p,FR,thirty\nq,\"\"\"\",'\n"),
        List.of(
            "json",
            "{\"person\":\"p\",\"country\":\"DE\",\"age\":3}\n",
            "{\"person\":\"p\",\"age\":[1],\"sick\":true}\n"));
  }

  private String drafted(String ending, String content, String subfolder) throws IOException {
    Path place = Files.createDirectory(folder.resolve(subfolder));
    Path file = Files.writeString(place.resolve("people." + ending), content);
    return drafted(file, place);
  }

  private String drafted(Path file, Path place) throws IOException {
    Ended ended =
        init(
            file.toString(),
            "--column",
            "country",
            "--id",
            "person",
            "--items",
            "DE,FR",
            "--output",
            place.resolve("plan.conf").toString());
    ended.done();
    String all = ended.out() + ended.err() + Files.readString(place.resolve("plan.conf"));
    return all.replace(place.toString(), "");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void filesThatDifferInValuesAloneGiveTheSamePlanAndMessages(List<String> pair)
      throws IOException {
    assertEquals(
        drafted(pair.get(0), pair.get(1), "one"), drafted(pair.get(0), pair.get(2), "two"));
  }

  @Test
  void tablesThatDifferInValuesAloneGiveTheSamePlanAndMessages() throws IOException {
    for (String which : List.of("one", "two")) {
      people(100, which.equals("one") ? 0 : 3)
          .write()
          .parquet(folder.resolve(which).resolve("people").toString());
    }
    assertEquals(
        drafted(folder.resolve("one/people"), folder.resolve("one")),
        drafted(folder.resolve("two/people"), folder.resolve("two")));
  }

  /** A reader that looks at rows tells the same files apart, so the comparison is of such files. */
  @ParameterizedTest
  @MethodSource("pairs")
  void aReaderOfRowsWouldTellTheseFilesApart(List<String> pair) throws IOException {
    List<StructType> schemas = new ArrayList<>();
    for (String content : pair.subList(1, 3)) {
      Path file = Files.writeString(folder.resolve(schemas.size() + "." + pair.get(0)), content);
      schemas.add(
          spark()
              .read()
              .options(Map.of("header", "true", "inferSchema", "true"))
              .format(pair.get(0))
              .load(file.toString())
              .schema());
    }
    assertNotEquals(schemas.get(0), schemas.get(1));
  }

  @Test
  void anotherHeaderIsAnotherPlan() throws IOException {
    assertNotEquals(
        drafted("csv", "person,country\n", "one"), drafted("csv", "person;country\n", "two"));
  }

  // The key.

  @Test
  void aNewKeyIsForItsUserAloneAndIsKept() throws IOException {
    String people = csv("people.csv", ",");
    String[] options = {"--column", "country", "--id", "person", "--items", "DE,FR,IT"};
    Ended first = init(people, options);
    Path key = folder.resolve("release.key");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
    String secret = Files.readString(key).strip();
    assertTrue(secret.matches("[0-9a-f]{64}"), "64 digits");
    assertFalse((first.out() + first.err() + plan()).contains(secret.substring(0, 8)));
    List<String> again = new ArrayList<>(List.of(options));
    again.addAll(List.of("--output", path("second.conf")));
    Ended second = init(people, again.toArray(new String[0]));
    second.says("was there and is used");
    assertEquals(secret, Files.readString(key).strip());
  }

  @Test
  void aKeyThatOthersMayReadIsRefusedAndNoPlanIsWritten() throws IOException {
    Path key = Files.writeString(folder.resolve("open.key"), "ab".repeat(32));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    Ended refused =
        init(
            csv("people.csv", ","),
            "--column",
            "country",
            "--id",
            "person",
            "--items",
            "DE,FR",
            "--key",
            key.toString());
    refused.badInput("chmod 600");
    assertFalse(Files.exists(folder.resolve("plan.conf")));
  }

  @Test
  void rowsWithoutAnIdTakeNoKey() throws IOException {
    Ended done =
        init(csv("people.csv", ","), "--column", "country", "--id", "row", "--items", "DE,FR");
    assertFalse(Files.exists(folder.resolve("release.key")));
    assertTrue(plan().contains("randomness = write-once"), plan());
    assertTrue(plan().contains("spends epsilon twice"), plan());
    assertEquals(4, next(done).lines().size());
  }

  // What is refused, in one sentence, before anything is written.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--id person --items DE,FR | init needs --column",
        "--column country --items DE,FR | init needs --id",
        "--column city --id person --items DE,FR | Missing: city; it has person, country, age",
        "--column country --id user --items DE,FR | Missing: user",
        "--column country --id person | never taken from the column itself",
        "--column country --id person --items DE,DE | items must differ",
        "--column country --id person --items nowhere.txt | --items must be a file that exists",
        "--column country --id person --items DE,FR --domain ages | given in one way",
        "--column country --id person --domain towns | a ready domain must be one of",
        "--column age,height --id person --domain ages | a domain must be given for each",
        "--column age --id person --lower 5 | --lower and --upper must both be given",
        "--column age --id person --lower 5 --upper 4 | the smaller one first",
        "--column age --id person --lower 0.5 --upper 4 | give --bins",
        "--column age --id person --lower 0 --upper 4 --bins 0 | --bins must be at least 1",
        "--column height --id person --task mean | whose bounds must come from public knowledge",
        "--column age,height --id person --task mean --lower 0 --upper 1 | one private column",
        "--column height --id person --task regression | init drafts plans of the tasks density,",
        "--column height --id person --task sum | a task must be one of",
        "--column country --id person --items DE,FR --epsilon 0 | epsilon",
        "--column country --id person --items DE,FR --outside drop | must state why",
        "--column country --id person --items DE,FR --outside keep | outside must be one of",
        "--column country --id person --items DE,FR --public country | neither the private column",
        "--column height --id row --task quantile --lower 1 --upper 2 | rounds divide people by",
        "--column height --id person --task mean --lower 1 --upper 2 --missing | belongs to domains"
      })
  void aRefusalIsOneSentenceAndNothingIsWritten(String options, String sentence)
      throws IOException {
    Ended refused = init(csv("people.csv", ","), options.strip().split(" "));
    refused.badInput(sentence.strip());
    assertEquals(1, refused.err().strip().lines().count(), refused::toString);
    assertFalse(Files.exists(folder.resolve("plan.conf")));
    assertFalse(Files.exists(folder.resolve("release.key")));
  }

  @Test
  void aPlanThatIsThereIsNotLost() throws IOException {
    Files.writeString(folder.resolve("plan.conf"), "mine");
    Ended refused = init(csv("people.csv", ","), "--column", "country", "--id", "row");
    refused.says("a plan must be a new file");
    assertEquals("mine", plan());
  }

  @Test
  void aTableThatIsNotThereIsRefused() {
    assertEquals(Exit.BAD_INPUT, init("no_such_table", "--column", "a", "--id", "row").code());
    assertNotEquals(Exit.DONE, init(path("none.csv"), "--column", "a", "--id", "row").code());
    assertTrue(Ended.of("init").err().contains("init needs FILE_OR_TABLE"));
  }

  @Test
  void theReadyDomainsAreListed() {
    String listed = ldp("init --list-domains").done().out();
    assertTrue(listed.contains("countries(code=alpha-2)"), listed);
    assertTrue(listed.contains("places("), listed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "countries",
        "ages",
        "incomes",
        "hours",
        "weekdays",
        "months",
        "weekdays(form=number)"
      })
  void everyReadyDomainIsOneThatPlansTake(String domain) throws IOException {
    Ended done =
        init(csv("people.csv", ","), "--column", "age", "--id", "person", "--domain", domain);
    done.done();
  }

  @Test
  void namesThatHoconWouldReadOtherwiseAreQuoted() throws IOException {
    String file =
        Files.write(
                folder.resolve("odd.csv"),
                List.of("a.b,\"null\",\"${x}\"", "p,DE,1"),
                StandardCharsets.UTF_8)
            .toString();
    for (String column : List.of("a.b", "${x}")) {
      Ended done =
          init(file, "--column", column, "--id", "null", "--items", "1,2", "--outside", "category");
      assertEquals(2 + 2, next(done).lines().size());
      Files.delete(folder.resolve("plan.conf"));
    }
  }

  /** The table of errors is that of the intervals which a run then shows. */
  @Test
  void theErrorThatIsExpectedIsTheOneThatComes() throws IOException {
    Ended drafted =
        init(
            csv("people.csv", ","),
            "--column",
            "age",
            "--id",
            "person",
            "--lower",
            "18",
            "--upper",
            "77",
            "--users",
            Integer.toString(PEOPLE));
    Ended ran = next(drafted);
    String said =
        ran.err().replaceAll("(?s).*about ([0-9,.]+) people either way.*", "$1").replace(",", "");
    double[] lower = Ended.column(ran.out(), "lower");
    double[] upper = Ended.column(ran.out(), "upper");
    double width =
        Arrays.stream(
                IntStream.range(0, lower.length)
                    .mapToDouble(i -> (upper[i] - lower[i]) / 2)
                    .toArray())
            .average()
            .orElseThrow();
    assertEquals(width, Double.parseDouble(said), 0.1 * width);
    assertTrue(drafted.out().contains(said + " people"), drafted::toString);
    ran.says("warning: these are too few people");
  }
}
