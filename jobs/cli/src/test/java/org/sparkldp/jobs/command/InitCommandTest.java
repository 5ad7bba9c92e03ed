package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.draft.DomainDraft;
import org.sparkldp.jobs.draft.Drafting;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.sql.SparkTest;

/** From one's own table to answers: a drafted plan, a key, and the run that init names. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class InitCommandTest {
  private static final int PEOPLE = 300;
  private static final String COUNTRIES = "--column country --id person --items DE,FR,IT";

  @RegisterExtension static final Sandbox box = new Sandbox();

  private static int tests;

  /** A folder of the test's own, in which its plan and key come to lie. */
  private final String own = "test" + ++tests;

  private final Path plan = box.at(own + "/plan.conf");

  /** One table in many forms. */
  @BeforeAll
  static void lay() throws IOException {
    csv("people.csv", ",", "");
    csv("semicolons.csv", ";", "");
    csv("people.data", ",", "");
    csv("UTF-16LE.csv", "|", "\ufeff");
    csv("UTF-16.csv", "|", ""); // which writes a mark itself
    csv("UTF-8.csv", "|", "\ufeff");
    people(PEOPLE, 0).coalesce(1).write().json(box.path("people.json"));
    people(2_000, 0).write().parquet(box.path("people")); // what a quantile needs
    people(1_000, 0).write().parquet(box.path("thousand")); // as many as the table of errors shows
    people(PEOPLE, 0).write().mode("overwrite").saveAsTable("init_people");
  }

  @AfterAll
  static void dropTable() {
    spark().sql("DROP TABLE IF EXISTS init_people");
  }

  @BeforeEach
  void makeOwn() throws IOException {
    Files.createDirectories(box.at(own));
  }

  /** People with a country, an age and a height; some values are missing. */
  private static Dataset<Row> people(int people, int shift) {
    String country =
        "element_at(array('DE', 'FR', 'IT', '?', NULL), CAST(1 + (id + %d) %% 5 AS INT))";
    return spark()
        .range(people)
        .selectExpr(
            "concat('p', id) AS person",
            country.formatted(shift) + " AS country",
            "CAST(18 + (id * 7 + %d) %% 60 AS INT) AS age".formatted(shift),
            "150 + ((id * 13 + %d) %% 400) / 10 AS height".formatted(shift));
  }

  private static void csv(String name, String delimiter, String mark) throws IOException {
    StringBuilder text = new StringBuilder(mark + "person,country,age,height\n");
    for (Row row : people(PEOPLE, 0).collectAsList()) {
      text.append(row.mkString(",").replace("null", "")).append('\n');
    }
    Charset encoding = Charset.forName(name.startsWith("UTF") ? name.replace(".csv", "") : "UTF-8");
    Files.write(box.at(name), text.toString().replace(",", delimiter).getBytes(encoding));
  }

  private Ended init(String table, String options) {
    return ldp(
        "init %s --output %s " + options.replace("@", box.path("") + "/"), place(table), plan);
  }

  private static String place(String table) {
    return box.has(table) ? box.path(table) : table;
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
      words.set(at, box.path(own + "/" + words.get(at)));
    }
    words.replaceAll(word -> word.replaceAll("^'(.*)'$", "$1"));
    words.addAll(List.of("--format", "csv"));
    return Ended.of(words.toArray(new String[0])).done();
  }

  private String plan() {
    return box.read(own + "/plan.conf");
  }

  // To answers.

  /** Each task, domain, format, encoding and delimiter once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "semicolons.csv | --column age,height --items 0..90/2;90..180/2 | type =",
        "UTF-16LE.csv   | --column country --items DE,FR,IT             | type = list",
        "UTF-16.csv     | --column age --items 18..80                   | from = 18, to = 80",
        "UTF-8.csv      | --column height --task mean --items 100..250 | lower=100,upper=250",
        "people.data    | --column age --task workload --items 10..90/8 --read"
            + " format=csv | count = 8",
        "people.json    | --column height --items 100..200/10 | count = 10",
        "people         | --column age --task quantile --items 0..120 | step=1",
        "init_people    | --column AGE --items ages | column = age",
        "people.csv     | --column height --task density --items 100..250 | lower=100",
        "people.csv     | --column age,height --task query --items 0..250 | queries",
      })
  void theDraftOfEachTaskOverEachFormatRunsAsItIs(String table, String options, String words)
      throws IOException {
    Ended drafted = init(table, "--id person --epsilon 4 " + options);
    assertTrue(plan().contains(words), plan());
    Ended done = next(drafted);
    assertTrue(done.lines().size() > 1, done::toString);
    for (double estimate : Ended.column(done.out().replaceAll("\"[^\"]*\"", "x"), "estimate")) {
      assertTrue(Double.isFinite(estimate), done::toString);
    }
    assertTrue(box.names(own).stream().anyMatch(name -> name.endsWith(".html")));
    if (table.startsWith("UTF")) {
      drafted.keeps("--read");
      assertTrue(plan().contains("delimiter = \"|\""), plan());
    }
  }

  @Test
  void aFileWithoutAHeaderHasItsColumnsByPlace() {
    box.write("adult.csv", "39, State-gov, M\n".repeat(150) + "40, Private, F\n".repeat(150));
    String options = "--column _c1 --id row --items Private,State-gov --epsilon 10";
    Ended refused = init("adult.csv", options);
    refused.badInput();
    assertFalse(refused.err().contains("39") || refused.err().contains("State"), refused::toString);
    String reading = " --read header=false --read ignoreLeadingWhiteSpace=true";
    double[] estimates = next(init("adult.csv", options + reading)).column("estimate");
    // A report is another item's with probability 9e-5: 20 of 300 are impossible.
    assertEquals(150, estimates[0], 20);
    assertEquals(0, estimates[2], 20, "no value has a space left");
  }

  @Test
  void aFieldWithinAStructIsNamedAsSparkNamesIt() throws IOException {
    people(PEOPLE, 0)
        .selectExpr("struct(person) AS who", "named_struct('place', struct(country, age)) AS said")
        .write()
        .parquet(box.path(own + "/nested"));
    String nested = own + "/nested";
    Ended ran = next(init(nested, "--column SAID.place.country --id who.person --items DE,FR,IT"));
    assertEquals(3 + 2, ran.lines().size(), ran::toString);
    assertTrue(plan().contains("said.place.country") || plan().contains("SAID"), plan());
    Files.delete(plan);
    next(init(nested, "--column said.place.age --id who.person --items 0..99 --epsilon 9"));
    Files.delete(plan);
    init(nested, "--column said.place.town --id who.person --items DE").badInput("said.place.town");
  }

  @Test
  void itemsInAFileBeginAtThePlansFolder() {
    box.write("lists/countries.txt", "DE\nFR\nIT\n");
    init("people.csv", "--column country --id person --items @lists/countries.txt").done();
    assertTrue(plan().contains("path = \"../lists/countries.txt\""), plan());
  }

  @Test
  void missingAndUnknownAreTwoItems() {
    Ended drafted = init("people.csv", COUNTRIES + " --epsilon 10");
    assertTrue(plan().contains("\n# missing = category "), plan());
    box.write(own + "/plan.conf", plan().replace("# missing =", "missing ="));
    Ended ran = next(drafted);
    assertTrue(ran.lines().get(4).startsWith("(other),"), ran::toString);
    assertTrue(ran.lines().get(5).startsWith("(missing),"), ran::toString);
    // With epsilon 10 a report is another item's with probability 2e-4; 20 such are impossible.
    for (double estimate : ran.column("estimate")) {
      assertEquals(PEOPLE / 5.0, estimate, 20, ran::toString);
    }
  }

  /** What nobody but people can know is left open, and is refused until it is written. */
  @Test
  void aWholeTableIsFilledInAndAsked() throws IOException {
    Ended drafted = init("people.csv", "--task table --id person --epsilon 8");
    drafted.done().says("where a ? stands: 3 lines");
    assertTrue(plan().contains("  { column = country, domain { ? } }\n"), plan());
    assertFalse(plan().contains("column = person"), plan());
    String run = "run --plan " + plan + " --input " + box.at("people.csv") + " --output %s";
    ldp(run, box.at(own + "/no")).badInput("plan.conf with a ? on line 18, 19, 20;");
    String filled =
        plan()
            .replace("country, domain { ? }", "country, domain { type = list, items = [DE, FR] }")
            .replaceAll(
                "(age|height), domain \\{ \\? }",
                "$1, domain { type = bins, from = 0, to = 250, count = 25 }");
    box.write(own + "/plan.conf", filled + "ask = [[country, age], [age, height]]\n");
    Ended ran = next(drafted);
    assertTrue(ran.lines().get(1).startsWith("country=DE,"), ran::toString);
    assertEquals(1 + 3 + 26 + 26, ran.lines().size(), ran::toString);
  }

  @Test
  void aWholeTableOfKnownTypes() {
    Ended drafted = init("people", "--task table --id person");
    drafted.done();
    assertTrue(plan().contains("column = country, domain { type = list, items = [?] } }"), plan());
    String bins = ", domain { type = bins, from = ?, to = ?, count = 20 }, sum = true }";
    assertTrue(plan().contains("column = age" + bins), plan());
    assertTrue(plan().contains("column = height" + bins), plan());
  }

  @Test
  void aWholeTableWithItsValues() {
    String items = "--items DE,FR;0..100/10 --column country,age";
    init("people", "--task table --id person " + items).done().says("10,000 people: expect shares");
    assertEquals(List.of(), PlanReader.gaps(plan()));
    assertTrue(plan().contains("to = 100, count = 10 }, sum = true }"), plan());
    assertTrue(plan().contains("joins even bins, and ranges of more than 16"), plan());
  }

  /** Nobody has to look for what may be asked. */
  @Test
  void theHelpNamesWhatIsDrafted() {
    String help = ldp("init --help").done().out();
    for (Drafting drafting : Face.all(Drafting.class)) {
      assertTrue(help.contains(drafting.kind()), drafting.kind());
    }
  }

  @Test
  void aFileThatLooksLikeATableIsNamedByAPath() {
    ldp("init pom.xml --column a --id row").badInput("say ./pom.xml, with --read format");
  }

  /** The table of errors is that of the intervals which a run then shows. */
  @Test
  void theErrorThatIsExpectedIsTheOneThatComes() {
    Ended drafted = init("thousand", "--column age --id person --items 18..77");
    Ended ran = next(drafted);
    String said =
        ran.err().replaceAll("(?s).*about ([0-9,.]+) people either way.*", "$1").replace(",", "");
    double[] lower = ran.column("lower");
    double[] upper = ran.column("upper");
    double width =
        IntStream.range(0, lower.length)
            .mapToDouble(i -> (upper[i] - lower[i]) / 2)
            .average()
            .orElseThrow();
    assertEquals(width, Double.parseDouble(said), 0.1 * width);
    assertTrue(drafted.out().contains(said + " people"), drafted::toString);
    ran.says("warning: these are too few people");
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

  /** Plan and messages for a file of this content, in a folder of its own. */
  private String drafted(String ending, String content, String folder) {
    return drafted(box.write(own + folder + "/people." + ending, content));
  }

  private String drafted(Path table) {
    Path folder = table.getParent();
    Ended ended =
        ldp(
            "init %s --column country --id person --items DE,FR --output %s/plan.conf",
            table, folder);
    ended.done();
    String all = ended.out() + ended.err() + box.read(folder.getFileName() + "/plan.conf");
    return all.replace(folder.toString(), "");
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void filesThatDifferInValuesAloneGiveTheSamePlanAndMessages(List<String> pair) {
    assertEquals(
        drafted(pair.get(0), pair.get(1), "one"), drafted(pair.get(0), pair.get(2), "two"));
    // A reader that looks at rows tells the same files apart, so the comparison is of such files.
    assertNotEquals(inferred(pair.get(0), "one"), inferred(pair.get(0), "two"));
  }

  private StructType inferred(String format, String folder) {
    return spark()
        .read()
        .options(Map.of("header", "true", "inferSchema", "true"))
        .format(format)
        .load(box.path(own + folder + "/people." + format))
        .schema();
  }

  @Test
  void tablesThatDifferInValuesAloneGiveTheSamePlanAndMessages() {
    people(PEOPLE, 0).write().parquet(box.path(own + "one/people"));
    people(PEOPLE, 3).write().parquet(box.path(own + "two/people"));
    assertEquals(drafted(box.at(own + "one/people")), drafted(box.at(own + "two/people")));
  }

  @Test
  void anotherHeaderIsAnotherPlan() {
    assertNotEquals(
        drafted("csv", "person,country\n", "one"), drafted("csv", "person;country\n", "two"));
  }

  // The key.

  @Test
  void aNewKeyIsForItsUserAloneAndIsKept() throws IOException {
    Ended first = init("people.csv", COUNTRIES).done();
    Path key = box.at(own + "/release.key");
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(key)));
    String secret = Files.readString(key).strip();
    assertTrue(secret.matches("[0-9a-f]{64}"), "64 digits");
    assertFalse((first.out() + first.err() + plan()).contains(secret.substring(0, 8)));
    Files.delete(plan);
    init("people.csv", COUNTRIES).done().says("was there and is used");
    assertEquals(secret, Files.readString(key).strip());
  }

  @Test
  void aKeyThatOthersMayReadIsRefusedAndNoPlanIsWritten() throws IOException {
    Path key = box.write("open.key", "ab".repeat(32));
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    init("people.csv", COUNTRIES + " --key-file @open.key").badInput("chmod 600");
    assertFalse(Files.exists(plan));
  }

  @Test
  void rowsWithoutAnIdTakeNoKey() {
    init("people.csv", "--column country --id row --items DE,FR").done();
    assertFalse(box.has(own + "/release.key"));
    assertTrue(plan().contains("randomness = write-once"), plan());
    assertTrue(plan().contains("spends epsilon twice"), plan());
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
        "--column country --id person --items towns | or one of ages, countries, countries-alpha-3",
        "--column age,height --id person --items ages | a domain must be given for each",
        "--column age --id person --items 5..4 | finite and above the smallest",
        "--column age --id person --items 0.5..4 | give FROM..TO/BINS",
        "--column age --id person --items 0..4/0 | bins must be at least 1",
        "--column height --id person --task mean | whose bounds must come from public knowledge",
        "--column age,height --id person --task mean --items 0..1 | one private column",
        "--column height --id person --task regression | init drafts plans of the tasks density,",
        "--column height --id person --task sum | init drafts plans of the tasks density,",
        "--column country --id person --items DE,FR --epsilon 0 | epsilon",
        "--column height --id person --task mean --items 0..9/3 | give --items FROM..TO",
        "--column country --id person --items DE,FR --public country | neither the private column",
        "--column height --id row --task quantile --items 1..2 | rounds divide people by"
      })
  void aRefusalIsOneSentenceAndNothingIsWritten(String options, String sentence) {
    Ended refused = init("people.csv", options);
    refused.badInput(sentence);
    assertEquals(1, refused.err().strip().lines().count(), refused::toString);
    assertEquals(List.of(), box.names(own));
  }

  @Test
  void aPlanThatIsThereIsNotLost() {
    box.write(own + "/plan.conf", "mine");
    init("people.csv", "--column country --id row").says("a plan must be a new file");
    assertEquals("mine", plan());
  }

  @Test
  void aTableThatIsNotThereIsRefused() {
    init("no_such_table", "--column a --id row").badInput();
    assertNotEquals(Exit.DONE, init(box.path("none.csv"), "--column a --id row").code());
    ldp("init").says("init needs FILE_OR_TABLE");
  }

  @ParameterizedTest
  @MethodSource("ready")
  void everyReadyDomainIsOneThatPlansTake(String domain) {
    init("people.csv", "--column age --id person --items " + domain).done();
  }

  static List<String> ready() {
    return DomainDraft.names().stream().filter(name -> !name.equals("places")).toList();
  }

  @Test
  void namesThatHoconWouldReadOtherwiseAreQuoted() throws IOException {
    box.write("odd.csv", "a.b,\"null\",\"${x}\"\np,DE,1\n");
    for (String column : List.of("a.b", "${x}")) {
      Ended done = init("odd.csv", "--column " + column + " --id null --items 1,2");
      assertEquals(2 + 2, next(done).lines().size());
      Files.delete(plan);
    }
  }
}
