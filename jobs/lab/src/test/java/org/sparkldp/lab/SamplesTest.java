package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.store.SlowFileSystem;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/**
 * Every sample in {@code conf} works as shipped.
 *
 * <p>The sample project, {@code conf/sample}, runs for three nights by the page's crontab: its
 * table is made, rows come late, the second night fails, the dashboard shows all days, and values
 * are deleted. The script runs with a stub for {@code spark-submit}, and the commands that it gives
 * then run in this JVM. The manifest gives the same commands; {@code .ci/samples} has the
 * operator's schema read it, and runs the DAG by Airflow. The other plans run for two nights.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class SamplesTest {
  private static final Path REPOSITORY = DocPage.repository();
  private static final List<String> NIGHTS = List.of("2026-01-01", "2026-01-02");
  private static final List<String> THREE = List.of("2026-01-01", "2026-01-02", "2026-01-03");

  /** Ends words of a command, and may not be in one. */
  private static final String END = "\u001f";

  /** The table of a plan that is not content with few events. */
  private static final Map<String, String> TABLES =
      Map.of(
          "audience.conf", "events --rows 77000",
          "table.conf", "events --rows 20000",
          "heights.conf", "heights --rows 20000",
          "median-height.conf", "heights --rows 20000",
          "words.conf", "zipf(k=100000) --rows 2000",
          "daily-item.conf", "panel(people=100,days=2,k=8,change=0.02) --rows 200",
          "pickups.conf", "trips --rows 2000",
          "fares.conf", "trips --rows 2000");

  @RegisterExtension static final Sandbox box = new Sandbox();

  @BeforeAll
  static void tablesAndStubs() throws IOException {
    program(
        "bin/spark-submit", "#!/bin/sh\nprintf '%s\\037' \"$@\" >>\"$CALLS\"\necho >>\"$CALLS\"\n");
    program(
        "bin/date",
        """
        #!/bin/sh
        case "$*" in
          '-u -d yesterday +%F') echo "$NIGHT" ;;
          '-u -d -3days +%F') echo "$FIRST" ;;
          *) exit 1 ;;
        esac
        """);
  }

  private static void program(String name, String text) throws IOException {
    Files.setPosixFilePermissions(
        box.write(name, text), PosixFilePermissions.fromString("rwx------"));
  }

  private static String sample(String name) throws IOException {
    return Files.readString(REPOSITORY.resolve("conf").resolve(name));
  }

  /** The words of ldp's commands among those of spark-submit, a line each. */
  private static List<List<String>> commands(String calls) {
    return calls
        .lines()
        .map(line -> List.of(line.split(END)))
        .map(words -> words.subList(indexOfJar(words) + 1, words.size()))
        .toList();
  }

  private static int indexOfJar(List<String> words) {
    String jar = REPOSITORY.resolve("jobs/target/spark-ldp.jar").toString();
    assertTrue(words.contains(jar), words::toString);
    return words.indexOf(jar);
  }

  /** A line for a shell, with this machine's places for those of the sample. */
  private static List<List<String>> shell(String line, String results, String night)
      throws IOException, InterruptedException {
    Path calls = box.at("calls-" + results + "-" + night);
    String here =
        line.replace("/opt/spark-ldp", REPOSITORY.toString())
            .replace("/opt/spark/bin", box.path("bin"))
            .replace("/data/", box.path(results) + "/");
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", here);
    String first = LocalDate.parse(night).minusDays(2).toString();
    builder.environment().putAll(Map.of("CALLS", calls.toString(), "NIGHT", night, "FIRST", first));
    Files.deleteIfExists(calls);
    Ended.of(builder).done();
    return commands(Files.readString(calls));
  }

  private static String only(String regex, String text) {
    Matcher found = Pattern.compile(regex).matcher(text);
    assertTrue(found.find(), regex);
    return found.group(1);
  }

  /** The crontab of the page, as its shell runs the command. */
  private static String crontab() throws IOException {
    String page = Files.readString(REPOSITORY.resolve("jobs/docs/nightly.md"));
    String lines = only("(?s)The crontab of .*?```\n(.*?) +```", page).replaceAll("(?m)^ +", "");
    return lines
        .replaceAll("(?m)^(\\w+=)", "export $1")
        .replaceAll("(?m)^30 2 \\* \\* \\*  ", "")
        .replace("\\%", "%");
  }

  /** What cron calls in a night, with results in a folder. */
  private static List<List<String>> byCron(String results, String night)
      throws IOException, InterruptedException {
    return shell(crontab(), results, night);
  }

  /** A manifest knows no day: each step takes all that is not done yet. */
  @Test
  void theManifestOfKubernetes() throws IOException, InterruptedException {
    assertEquals(
        without(byCron("kubernetes", NIGHTS.get(1)), " --days [^ ]*| --format csv"),
        manifest("kubernetes-sparkapplication.yaml"));
  }

  private static List<List<String>> without(List<List<String>> commands, String options) {
    return commands.stream()
        .map(words -> List.of(String.join(" ", words).replaceAll(options, "").split(" ")))
        .toList();
  }

  /**
   * The image is not built here: its archive and its jar are those that others name, its user is
   * not root.
   */
  @Test
  void theImageOfKubernetesHoldsTheReleaseAndIsRunByANormalUser() throws IOException {
    String image = sample("sample/Dockerfile");
    String version = Files.readString(REPOSITORY.resolve("pom.xml")).split("</?version>")[1];
    assertTrue(image.contains("\nADD spark-ldp-" + version + "-without-spark.tar.gz /opt/\n"));
    assertTrue(image.contains("mv /opt/spark-ldp-" + version + " /opt/ldp "));
    assertTrue(image.contains("ln -s lib/spark-ldp.jar /opt/ldp/spark-ldp.jar\n"));
    assertTrue(
        sample("sample/kubernetes-sparkapplication.yaml").contains("/opt/ldp/spark-ldp.jar"));
    assertEquals("185", image.substring(image.lastIndexOf("\nUSER ") + 6).split("\n")[0]);
  }

  /** The arguments of its applications. */
  private static List<List<String>> manifest(String file) throws IOException {
    return Pattern.compile("arguments:\n((?: +- .*\n)+)")
        .matcher(sample("sample/" + file))
        .results()
        .map(
            arguments ->
                arguments
                    .group(1)
                    .replaceAll(" +- \"?([^\"\n]*)\"?\n", "$1" + END)
                    .replace("/etc/ldp", REPOSITORY.resolve("conf").toString())
                    .replace("s3a://BUCKET", box.path("kubernetes")))
        .map(words -> List.of(words.split(END)))
        .toList();
  }

  /** SQL of the sample, with this machine's places, or of the test. */
  private static Ended sql(String statements) {
    return Ended.ldp("sql --format csv -e %s", statements.replace("/data/", box.path("data") + "/"))
        .done();
  }

  /** A row of each of these people on a day. */
  private static void arrive(String day, String who) {
    sql(
        "INSERT INTO events SELECT id, element_at(array('US', 'DE', 'XX'), 1 + CAST(id % 3 AS"
            + " INT)), DATE'"
            + day
            + "' FROM range(4700, 4800) WHERE "
            + who);
  }

  private static Ended run(List<List<String>> commands) {
    Ended last = null;
    for (List<String> command : commands) {
      last = Ended.of(command.toArray(new String[0])).done();
    }
    return last;
  }

  /** What a machine that goes down leaves when it has drawn and begins to publish. */
  private static void fails(List<String> privatize) {
    SlowFileSystem.in(spark());
    try {
      SlowFileSystem.failsAt(1);
      Ended.of(privatize.toArray(new String[0])).failed();
    } finally {
      SlowFileSystem.outOf(spark());
    }
  }

  @Test
  void theNightsOfCron() throws IOException, InterruptedException {
    spark().conf().set("ldp.claim.seconds", "2");
    try {
      sql(sample("sample/table.sql"));

      arrive(THREE.get(0), "id % 10 > 0");
      run(byCron("data", THREE.get(0)));

      arrive(THREE.get(0), "id % 10 = 0");
      arrive(THREE.get(1), "true");
      fails(byCron("data", THREE.get(1)).get(0));

      arrive(THREE.get(2), "true");
      List<List<String>> third = byCron("data", THREE.get(2));
      run(third);

      String reports =
          "SELECT day, count(*), count(DISTINCT report_id) FROM parquet.`%s` GROUP BY day";
      List<String> drawn =
          List.of("2026-01-01,100,100", "2026-01-02,100,100", "2026-01-03,100,100");
      String asked = sql(reports.formatted("/data/ldp/reports/reports") + " ORDER BY day").out();
      assertEquals(drawn, asked.lines().skip(1).toList(), "each person once a day");
      String dashboard = sql(sample("sample/dashboard.sql")).out();
      assertEquals(7, dashboard.lines().count(), dashboard);

      sql("DROP TABLE events");
      sql(sample("sample/table.sql").replace("--   MSCK", "MSCK")); // over days that stand
      sql(sample("sample/delete.sql"));
      String left =
          "SELECT day, count(*), count_if(user_id = 4711) FROM events GROUP BY day ORDER BY day";
      assertEquals(List.of("2026-01-02,99,0", "2026-01-03,99,0"), sql(left).lines().subList(1, 3));
      assertEquals(3, sql(left).lines().size());
      run(third);
      assertEquals(dashboard, sql(sample("sample/dashboard.sql")).out(), "as it was");
    } finally {
      spark().conf().unset("ldp.claim.seconds");
      sql("DROP TABLE IF EXISTS events");
    }
  }

  static List<Path> plans() {
    return Fixture.listed(REPOSITORY.resolve("conf/plans"), ".*[.]conf");
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("plans")
  void thePlan(Path plan) throws IOException {
    String name = plan.getFileName().toString();
    String generator = TABLES.getOrDefault(name, "events(days=2) --rows 300");
    String table = generator.replaceAll("\\W", "");
    if (!box.has(table)) {
      box.ldp("generate " + generator + " --output @" + table).done();
    }
    String text = Files.readString(plan);
    if (text.contains("conf/plans/devices.csv")) { // plans are run from the repository's folder
      String here = REPOSITORY.resolve("conf/plans/devices.csv").toString();
      plan = box.write(name, text.replace("conf/plans/devices.csv", "\"" + here + "\""));
    }
    boolean isRelease = text.contains("task = release");
    boolean hasPeriod = text.contains("period = ");
    String few = text.contains("users=1000000") ? " --anyway" : ""; // the table has fewer people
    for (String night : NIGHTS) {
      Ended ended =
          box.ldp(
              "run --plan %s --format csv --output @out-%s --input @"
                  + table
                  + (hasPeriod ? " --days " + night : "")
                  + few,
              plan,
              name);
      boolean isRepeated = !hasPeriod && night.equals(NIGHTS.get(1));
      assertEquals(isRepeated, ended.done().err().contains("already done"), ended::toString);
      assertTrue(ended.lines().size() > 1 || (isRelease && isRepeated), ended::toString);
    }
  }
}
