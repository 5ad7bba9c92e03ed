package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.PythonOfThisMachine;
import org.sparkldp.sql.SparkTest;

/**
 * Every sample in {@code conf/deploy} and {@code conf/plans} works as shipped, for two nights.
 * Scripts and units run with a stub for {@code spark-submit}, the DAG with a stub for Airflow, and
 * the commands that they give then run in this JVM; of a manifest the arguments run.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class SamplesTest {
  private static final Path REPOSITORY = DocPage.repository();
  private static final List<String> NIGHTS = List.of("2026-01-01", "2026-01-02");
  private static final int ROWS = 300;

  /** Ends words of a command, and may not be in one. */
  private static final String END = "\u001f";

  /** The table of a plan that is not content with few events. */
  private static final Map<String, String> TABLES =
      Map.of(
          "audience.conf", "events --rows 77000",
          "heights.conf", "heights --rows 20000",
          "median-height.conf", "heights --rows 20000",
          "words.conf", "zipf(k=100000) --rows 2000",
          "daily-item.conf", "panel(people=100,days=2,k=8,change=0.02) --rows 200",
          "pickups.conf", "trips --rows 2000",
          "fares.conf", "trips --rows 2000");

  @RegisterExtension static final Sandbox box = new Sandbox();

  @BeforeAll
  static void tablesAndStubs() throws IOException {
    box.ldp("generate events(days=2) --rows %s --output @events", ROWS).done();
    program(
        "bin/spark-submit", "#!/bin/sh\nprintf '%s\\037' \"$@\" >>\"$CALLS\"\necho >>\"$CALLS\"\n");
    program("bin/date", "#!/bin/sh\n[ \"$*\" = '-u -d yesterday +%F' ] && echo \"$NIGHT\"\n");
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

  /** Runs a night's commands; the rows that are accumulated then. */
  private static long run(List<List<String>> commands) {
    long accumulated = -1;
    for (List<String> command : commands) {
      Ended ended = Ended.of(command.toArray(new String[0])).done();
      Matcher said =
          Pattern.compile("(\\d+) reports (?:accumulated|in \\S*accumulators)")
              .matcher(ended.err());
      accumulated = said.find() ? Long.parseLong(said.group(1)) : accumulated;
    }
    return accumulated;
  }

  /** A line for a shell, with this machine's places for those of the sample. */
  private static List<List<String>> shell(String line, String results, String night)
      throws IOException, InterruptedException {
    Path calls = box.at("calls-" + results + "-" + night);
    String here =
        line.replace("/opt/spark-ldp", REPOSITORY.toString())
            .replace("/opt/spark/bin", box.path("bin"))
            .replace("/data/ldp", box.path(results))
            .replace("/data/", box.path("") + "/");
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", here).inheritIO();
    builder.environment().putAll(Map.of("CALLS", calls.toString(), "NIGHT", night));
    assertEquals(0, builder.start().waitFor(), here);
    return commands(Files.readString(calls));
  }

  private static String only(String regex, String text) {
    Matcher found = Pattern.compile(regex).matcher(text);
    assertTrue(found.find(), regex);
    return found.group(1);
  }

  private static String service() throws IOException {
    String unit = sample("deploy/ldp-day.service").replaceAll("(?m)^[#].*\n", "");
    return only("(?m)^Environment=(.*)$", unit)
        + " "
        + only("(?s)\nExecStart=(.*)\n$", unit).replace("\\\n", "").replace("%%", "%");
  }

  /** The lines of cron call the same. */
  @Test
  void theServiceOfSystemdAndTheLinesOfCron() throws IOException, InterruptedException {
    String service = service();
    assertNights("systemd", 3, night -> shell(service, "systemd", night));
    List<String> lines =
        sample("deploy/ldp-day.service")
            .lines()
            .filter(line -> line.startsWith("#   ") && !line.contains("systemctl"))
            .map(line -> line.substring(4))
            .filter(line -> !line.startsWith("cp "))
            .toList();
    String command = lines.get(lines.size() - 1);
    assertTrue(command.startsWith("30 2 * * *  "), command);
    String exported =
        String.join("\n", lines.subList(0, lines.size() - 1)).replaceAll("(?m)^", "export ");
    String line = exported + "\n" + command.substring(12).replace("\\%", "%");
    assertEquals(
        shell(service, "anywhere", NIGHTS.get(1)).toString(),
        shell(line, "cron", NIGHTS.get(1))
            .toString()
            .replace(box.path("cron"), box.path("anywhere")));
  }

  @Test
  void theManifestsOfKubernetes() throws IOException, InterruptedException {
    List<List<String>> commands = manifest("kubernetes-sparkapplication.yaml");
    assertEquals(commands, manifest("kubernetes-apache-operator.yaml"));
    assertNights(
        "kubernetes",
        2,
        night ->
            commands.stream()
                .map(words -> words.stream().map(w -> w.replace(NIGHTS.get(0), night)).toList())
                .toList());
  }

  /** The arguments of its applications. */
  private static List<List<String>> manifest(String file) throws IOException {
    return Pattern.compile("(?:arguments|driverArgs):\n((?: +- .*\n)+)")
        .matcher(sample("deploy/" + file))
        .results()
        .map(
            arguments ->
                arguments
                    .group(1)
                    .replaceAll(" +- \"?([^\"\n]*)\"?\n", "$1" + END)
                    .replace("/etc/ldp", REPOSITORY.resolve("conf").toString())
                    .replace("s3a://BUCKET/ldp", box.path("kubernetes"))
                    .replace("s3a://BUCKET", box.path("")))
        .map(words -> List.of(words.split(END)))
        .toList();
  }

  /** Stands for Airflow: renders the templates of a day, and gives tasks as they are chained. */
  private static final String AIRFLOW =
      """
      import os, re, sys, types
      from datetime import date, timedelta
      chained = []
      class Task:
          def __init__(self, **o):
              assert o["deploy_mode"] == "client" and o["java_class"] == "org.sparkldp.jobs.Ldp"
              self.words = [o["application"], *o["application_args"]]
          def __rshift__(self, after):
              tasks = after if isinstance(after, list) else [after]
              chained.extend(t for t in [self, *tasks] if t not in chained)
              return after
      class DAG:
          def __init__(self, **options): pass
          def __enter__(self): return self
          def __exit__(self, *failure): pass
      name, parts = "airflow", "providers.apache.spark.operators.spark_submit".split(".")
      for part in [None, *parts]:
          name = name + "." + part if part else name
          sys.modules[name] = types.ModuleType(name)
      sys.modules["airflow"].DAG, sys.modules[name].SparkSubmitOperator = DAG, Task
      exec(open(sys.argv[1]).read())
      class macros:
          ds_add = lambda day, n: str(date.fromisoformat(day) + timedelta(days=n))
      given = dict(ds=os.environ["NIGHT"], macros=macros)
      for task in chained:
          print("\\x1f".join(re.sub(r"\\{\\{ (.*?) \\}\\}", lambda m: eval(m[1], given), w) for w in task.words))
      """;

  @Test
  void theDagOfAirflow() throws IOException, InterruptedException {
    box.write("airflow.py", AIRFLOW);
    PythonOfThisMachine python =
        PythonOfThisMachine.orSkip(1).with("LDP_HOME", REPOSITORY.toString());
    assertNights(
        "airflow",
        4,
        night -> {
          PythonOfThisMachine.Ended ended =
              python
                  .with("NIGHT", night)
                  .run(
                      box.at(""),
                      box.path("airflow.py"),
                      REPOSITORY.resolve("conf/deploy/airflow_dag.py").toString());
          assertEquals(0, ended.code(), ended::output);
          return commands(
              ended
                  .output()
                  .replace("s3a://BUCKET/ldp", box.path("airflow"))
                  .replace("s3a://BUCKET", box.path("")));
        });
  }

  /** What a scheduler would run in a night. */
  private interface Night {
    List<List<String>> commands(String day) throws IOException, InterruptedException;
  }

  /** Each night adds its people, and a night that is repeated adds nobody. */
  private static void assertNights(String name, int commands, Night sample)
      throws IOException, InterruptedException {
    long first = 0;
    for (String night : NIGHTS) {
      List<List<String>> words = sample.commands(night);
      assertEquals(commands, words.size(), words::toString);
      long rows = run(words);
      assertTrue(night.equals(NIGHTS.get(0)) ? rows > 0 && rows < ROWS : rows == ROWS, name);
      first = first == 0 ? rows : first;
    }
    assertTrue(run(sample.commands(NIGHTS.get(0))) == ROWS, "again, for nobody");
  }

  static List<Path> plans() throws IOException {
    try (Stream<Path> files = Files.list(REPOSITORY.resolve("conf/plans"))) {
      return files.filter(file -> file.toString().endsWith(".conf")).sorted().toList();
    }
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("plans")
  void thePlan(Path plan) throws IOException {
    String name = plan.getFileName().toString();
    String table = "events";
    if (TABLES.containsKey(name)) {
      table = TABLES.get(name).replaceAll("\\W", "");
      if (!box.has(table)) {
        box.ldp("generate " + TABLES.get(name) + " --output @" + table).done();
      }
    }
    String text = Files.readString(plan);
    if (text.contains("conf/plans/devices.csv")) { // plans are run from the repository's folder
      String here = REPOSITORY.resolve("conf/plans/devices.csv").toString();
      plan = box.write(name, text.replace("conf/plans/devices.csv", "\"" + here + "\""));
    }
    boolean isRelease = text.contains("task = release");
    boolean hasPeriod = text.contains("period = ");
    for (String night : NIGHTS) {
      Ended ended =
          box.ldp(
              "run --plan %s --format csv --output @out-%s --input @"
                  + table
                  + (hasPeriod ? " --days " + night : ""),
              plan,
              name);
      boolean isRepeated = !hasPeriod && night.equals(NIGHTS.get(1));
      assertEquals(isRepeated, ended.done().err().contains("already done"), ended::toString);
      assertTrue(ended.lines().size() > 1 || (isRelease && isRepeated), ended::toString);
    }
  }
}
