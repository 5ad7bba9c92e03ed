package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.sql.DocPage;

/**
 * Each task has a page, {@code jobs/docs/tasks/NAME.md}: a sentence, a plan that reads, and the
 * keys that the provider declares. {@code -Dldp.docs.write=true} writes the keys.
 */
class TaskPagesTest {
  private static final Path PAGES = DocPage.repository().resolve("jobs/docs/tasks");

  @TempDir Path folder;

  static Stream<String> tasks() {
    return Tasks.all().stream().map(TaskKind::name);
  }

  private static Path page(String task) {
    return PAGES.resolve(task + ".md");
  }

  @ParameterizedTest
  @MethodSource("tasks")
  void thePageNamesTheKeysOfTheTask(String name) throws IOException {
    TaskKind<?, ?> task = Tasks.of(name);
    DocPage.check(
        page(name),
        Map.of(
            "keys",
            () ->
                "Keys of its own: "
                    + listed(task.keys().stream())
                    + ". Steps of `postprocess`: "
                    + listed(task.steps().stream())
                    + "."));
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
    String page = Files.readString(page(name));
    Matcher plan = Pattern.compile("(?s)```hocon\n(.*?)```").matcher(page);
    assertTrue(page.startsWith("# Task " + name + "\n\n`task = " + name + "`"), "its first line");
    assertTrue(plan.find(), "a plan");
    Plan read = new PlanReader(new TestContext(folder)).read(plan.group(1), name + ".md");
    assertEquals(name, read.task().kind().name());
  }
}
