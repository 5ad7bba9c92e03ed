package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.sql.DocPage;

/**
 * Each task has a section on the page {@code jobs/docs/tasks.md}: a sentence, a plan that reads,
 * and the keys that its kind declares. {@code -Dldp.docs.write=true} writes the keys.
 */
class TasksPageTest {
  private static final Path PAGE = DocPage.repository().resolve("jobs/docs/tasks.md");

  @TempDir Path folder;

  static Stream<String> tasks() {
    return Tasks.all().stream().map(TaskKind::name);
  }

  /** The section of each task, by its name. */
  static Map<String, String> sections() throws IOException {
    Map<String, String> sections = new TreeMap<>();
    for (String section : Files.readString(PAGE).split("\n(?=## )")) {
      sections.put(section.lines().findFirst().orElseThrow().replace("## ", ""), section);
    }
    return sections;
  }

  @Test
  void thePageNamesTheKeysOfEachTask() throws IOException {
    DocPage.check(PAGE, Map.of("keys", TasksPageTest::keys));
  }

  private static String keys() {
    return Tasks.all().stream()
        .map(
            task ->
                "| `%s` | %s | %s |"
                    .formatted(
                        task.name(), listed(task.keys().stream()), listed(task.steps().stream())))
        .collect(
            Collectors.joining(
                "\n", "| task | keys of its own | steps of `postprocess` |\n|---|---|---|\n", ""));
  }

  private static String listed(Stream<String> names) {
    String all =
        names.collect(Collectors.toCollection(TreeSet::new)).stream()
            .map(name -> "`" + name + "`")
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "none" : all;
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void thePlanOfThePageAsksByTheTask(String name) throws IOException {
    String section = sections().getOrDefault(name, "");
    String beginning = "## " + name + "\n\n`task = " + name + "`";
    Matcher plan = Pattern.compile("(?s)```hocon\n(.*?)```").matcher(section);
    assertTrue(
        section.startsWith(beginning) && plan.find(),
        () ->
            PAGE
                + " must have a section about the task, which begins with these lines:\n"
                + beginning
                + "\nand has a plan between ```hocon and ```.");
    Plan read = new PlanReader(new TestContext(folder)).read(plan.group(1), name + ".md");
    assertEquals(name, read.task().kind().name());
  }
}
