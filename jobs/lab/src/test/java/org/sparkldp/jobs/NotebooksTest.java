package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.draw.Fixture;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.PythonOfThisMachine;
import org.sparkldp.sql.SparkTest;

/**
 * The notebooks of {@code jobs/notebooks} run. Every build executes their SQL statements and their
 * command lines in this JVM, cell by cell; a build that finds Jupyter and PySpark executes the
 * notebooks themselves.
 *
 * <p>So a notebook writes statements as {@code spark.sql("""...""")} and command lines as {@code
 * ldp.command("""...""")}, keeps its files in {@code data/}, and prints each plan that it writes in
 * the cell that writes it.
 */
@ExtendWith(SparkTest.class)
@Tag("long")
class NotebooksTest {
  private static final Path NOTEBOOKS = DocPage.repository().resolve("jobs/notebooks");
  private static final Pattern CALL =
      Pattern.compile(
          "(?s)(spark\\.sql|ldp\\.command)\\(\\s*\"\"\"(.*?)\"\"\""
              + "|(plan\\.run)\\(spark\\.table\\((.*?\")\\)\\n"
              + "|(estimates|drawn|left)(?:\\(\\))?\\.createOrReplaceTempView\\(\"(.*?)\"\\)");
  private static final Pattern ANY_CALL =
      Pattern.compile("spark\\.sql\\(|ldp\\.command\\(|plan\\.run\\(|createOrReplaceTempView\\(");
  private static final Pattern PLAN = Pattern.compile("\\.write\\(\"(data/[^\"]+\\.conf)\"\\)");
  private static final Pattern FILE =
      Pattern.compile(
          "open\\(\"(data/[^\"]+)\", \"w\"\\) as file:\\s+file\\.write\\(\"([^\"]+)\"\\)");

  @TempDir Path folder;

  /** The plan that a cell showed last, and where it ran. */
  private String plan = "";

  private String output = "";

  /** What a cell asks Spark or the launcher for. */
  private record Call(String function, String text) {}

  static List<Path> notebooks() {
    return Fixture.listed(NOTEBOOKS, ".*[.]ipynb");
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void everyStatementAndCommandOfANotebookRuns(Path notebook) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data"));
    Files.copy(SparkTest.KEY_FILE, data.resolve("release.key"), StandardCopyOption.COPY_ATTRIBUTES);
    SparkSession session = spark().newSession();
    SparkSession.setActiveSession(session);
    int executed = 0;
    try {
      for (JsonNode cell : cells(notebook, "code")) {
        writeFiles(cell);
        String code = text(cell.get("source"));
        for (Call call : calls(code)) {
          if (code.contains("cancelAllJobs")) {
            killed(session, call);
          } else {
            run(session, call);
          }
          executed++;
        }
      }
    } finally {
      SparkSession.setActiveSession(spark());
    }
    assertTrue(executed > 0, "a notebook asks Spark or the launcher");
  }

  private void run(SparkSession session, Call call) {
    String there = call.text.replaceAll("(?<![\\w/])data/", folder + "/data/");
    switch (call.function) {
      case "spark.sql" -> {
        int rows = session.sql(there).collectAsList().size();
        assertTrue(rows > 0 || there.strip().startsWith("CREATE"), there);
      }
      case "ldp.command" -> Ended.of(Ended.words(there).toArray(String[]::new)).done();
      case "plan.run" -> runPlan(session, there);
      default ->
          session
              .read()
              .format("ldp")
              .option("show", call.function)
              .option("output", output)
              .load()
              .createOrReplaceTempView(there);
    }
  }

  /** {@code "people"), output="...", days="..."} */
  private void runPlan(SparkSession session, String arguments) {
    DataFrameWriter<Row> writer =
        session
            .table(arguments.split("\"")[1])
            .write()
            .format("ldp")
            .mode("append")
            .option("plan_text", plan);
    Matcher option = Pattern.compile("(\\w+)=\"([^\"]+)\"").matcher(arguments);
    while (option.find()) {
      writer.option(option.group(1), option.group(2));
      output = option.group(1).equals("output") ? option.group(2) : output;
    }
    writer.save();
  }

  /** As somebody who cancels every job would have it; the run is repeated in the next cell. */
  private void killed(SparkSession session, Call call) {
    Thread killer =
        new Thread(
            () -> {
              try {
                for (int wait = 2_000; ; wait = 100) {
                  Thread.sleep(wait);
                  session.sparkContext().cancelAllJobs();
                }
              } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
              }
            });
    killer.start();
    try {
      assertThrows(org.sparkldp.jobs.exit.Ended.Failed.class, () -> run(session, call));
    } finally {
      killer.interrupt();
    }
  }

  /** Files that a cell makes; a plan as the notebook printed it when it was last executed. */
  private void writeFiles(JsonNode cell) throws IOException {
    String code = text(cell.get("source"));
    if (code.contains("print(plan)")) {
      plan = printed(cell);
    }
    Matcher written = PLAN.matcher(code);
    while (written.find()) {
      assertTrue(code.contains("print(plan)"), "a plan is shown");
      Files.writeString(folder.resolve(written.group(1)), plan);
    }
    Matcher file = FILE.matcher(code);
    while (file.find()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
    if (code.contains(Purse.LEDGER)) {
      SparkTest.startedWith(Purse.LEDGER, folder.resolve("data/ledger.db").toString());
    }
  }

  @ParameterizedTest
  @MethodSource("notebooks")
  void aNotebookIsKeptAsItWasExecutedWithPicturesAndWithoutMistakes(Path notebook)
      throws IOException {
    List<String> pictures = new ArrayList<>();
    for (JsonNode cell : cells(notebook, "code")) {
      assertTrue(cell.get("execution_count").isInt(), "every cell was executed");
      for (JsonNode output : cell.get("outputs")) {
        assertFalse(output.get("output_type").asText().equals("error"), notebook::toString);
        assertFalse(output.path("name").asText().equals("stderr"), notebook::toString);
        String picture = output.path("data").path("image/png").asText();
        pictures.add(picture.strip());
        assertTrue(picture.length() < 100_000, "pictures are small");
      }
    }
    JsonNode opening = cells(notebook, "markdown").get(0);
    assertTrue(
        text(opening.get("source")).matches("(?s)# .*!\\[.+\\]\\(attachment:result[.]png\\).*"));
    String result = opening.path("attachments").path("result.png").path("image/png").asText();
    assertTrue(!result.isEmpty() && pictures.contains(result), "it opens with one of its pictures");
  }

  /** Five minutes are for a machine that does nothing else; the limit here is ten. */
  @ParameterizedTest
  @MethodSource("notebooks")
  void jupyterExecutesTheNotebook(Path notebook) throws Exception {
    PythonOfThisMachine python =
        PythonOfThisMachine.withPySparkOrSkip(1)
            .havingOrSkip(List.of("nbconvert", "ipykernel", "matplotlib"), 1)
            .with("LDP_LAUNCHER", launcher());
    PythonOfThisMachine.Ended ended =
        python.run(
            folder,
            "-B",
            "-m",
            "nbconvert",
            "--to",
            "notebook",
            "--execute",
            "--ExecutePreprocessor.timeout=300",
            "--output-dir",
            folder.toString(),
            notebook.toString());
    assertEquals(0, ended.code(), ended.output());
    System.err.println("ldp: Jupyter executed " + notebook.getFileName() + " with " + python);
  }

  private static String launcher() {
    return String.join(
        " ",
        "'" + Path.of(System.getProperty("java.home"), "bin", "java") + "'",
        "'@" + DocPage.repository().resolve("conf/jvm.options") + "'",
        "-Xmx1g",
        "-Dlog4j2.configurationFile='"
            + DocPage.repository().resolve("conf/log4j2.properties")
            + "'",
        "-cp",
        "'" + System.getProperty("java.class.path") + "'",
        Ldp.class.getName());
  }

  @Test
  void aCallThatCannotBeExtractedIsRefused() {
    assertEquals(
        List.of(new Call("spark.sql", "SELECT 1"), new Call("ldp.command", "audit")),
        calls("spark.sql(\"\"\"SELECT 1\"\"\")\nldp.command(\"\"\"audit\"\"\", show=False)"));
    assertThrows(AssertionError.class, () -> calls("spark.sql(f\"\"\"SELECT {x}\"\"\")"));
    assertThrows(AssertionError.class, () -> calls("ldp.command('audit')"));
  }

  private static List<Call> calls(String code) {
    List<Call> calls = new ArrayList<>();
    Matcher call = CALL.matcher(code);
    while (call.find()) {
      int group = 1;
      while (call.group(group) == null) {
        group += 2;
      }
      calls.add(new Call(call.group(group), call.group(group + 1)));
    }
    assertEquals(ANY_CALL.matcher(code).results().count(), calls.size(), code);
    return calls;
  }

  private static List<JsonNode> cells(Path notebook, String kind) throws IOException {
    List<JsonNode> cells = new ArrayList<>();
    for (JsonNode cell : new ObjectMapper().readTree(notebook.toFile()).get("cells")) {
      if (cell.get("cell_type").asText().equals(kind)) {
        cells.add(cell);
      }
    }
    return cells;
  }

  /** A text is one string, or a list of lines. */
  private static String text(JsonNode node) {
    StringBuilder text = new StringBuilder(node.isArray() ? "" : node.asText());
    node.forEach(line -> text.append(line.asText()));
    return text.toString();
  }

  private static String printed(JsonNode cell) {
    StringBuilder text = new StringBuilder();
    cell.get("outputs").forEach(output -> text.append(text(output.path("text"))));
    return text.toString();
  }
}
