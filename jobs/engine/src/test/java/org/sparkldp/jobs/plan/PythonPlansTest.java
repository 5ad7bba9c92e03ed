package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.catalogue.ProductProtocols;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.sql.DocPage;
import org.sparkldp.tables.protocol.Tables;

/**
 * The plans that the Python package writes mean what the sample plans mean, and the package knows
 * the protocols and tasks that there are. {@code -Dldp.docs.write=true} writes what it knows.
 */
class PythonPlansTest {
  private static final Path PYTHON = DocPage.repository().resolve("udfs/python");
  private static final Path SAMPLES = DocPage.repository().resolve("conf/plans");

  static List<Path> plans() {
    return Fixture.listed(PYTHON.resolve("tests/golden/plans"), ".*");
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aPlanFromPythonIsTheSamplePlan(Path file) throws IOException {
    Plan sample = read(SAMPLES.resolve(file.getFileName()));
    Plan python = read(file);
    assertEquals(sample.text(), python.text());
    assertEquals(sample.fingerprint(), python.fingerprint());
  }

  @Test
  void thereIsAPlanFromPythonOfMostTasks() throws IOException {
    TreeSet<String> tasks = new TreeSet<>();
    for (Path file : plans()) {
      tasks.add(read(file).task().kind().name());
    }
    assertTrue(
        tasks.containsAll(
            List.of("gaussian-mean", "histogram", "mean", "quantile", "query", "workload")),
        tasks::toString);
  }

  private static Plan read(Path file) throws IOException {
    return new PlanReader(new TestContext(SAMPLES))
        .read(Files.readString(file), file.getFileName().toString());
  }

  @Test
  void thePackageKnowsTheProtocolsAndTheTasks() throws IOException {
    DocPage.checkText(PYTHON.resolve("src/spark_ldp/declarations.json"), declarations());
  }

  private static String declarations() {
    return "{\n\"plan\": "
        + list(Keys.of(Plan.class).stream().filter(key -> !key.equals("task")).sorted())
        + ",\n\"protocols\": {\n"
        + Stream.of(new ProductProtocols(), new Tables())
            .flatMap(catalogue -> catalogue.declarations().stream())
            .sorted(Comparator.comparing(Declaration::name))
            .map(PythonPlansTest::protocol)
            .collect(Collectors.joining(",\n"))
        + "\n},\n\"tasks\": {\n"
        + Tasks.all().stream()
            .sorted(Comparator.comparing(TaskKind::name))
            .map(PythonPlansTest::task)
            .collect(Collectors.joining(",\n"))
        + "\n}\n}\n";
  }

  private static String protocol(Declaration<?> declaration) {
    return quoted(declaration.name())
        + ": ["
        + declaration.parameters().stream()
            .map(PythonPlansTest::parameter)
            .collect(Collectors.joining(", "))
        + "]";
  }

  private static String parameter(Parameter parameter) {
    return "{\"name\": %s, \"kind\": %s, \"required\": %s}"
        .formatted(quoted(parameter.name()), quoted(parameter.kind().noun), parameter.isRequired());
  }

  private static String task(TaskKind<?, ?> task) {
    return "%s: {\"keys\": %s, \"steps\": %s}"
        .formatted(quoted(task.name()), list(sorted(task.keys())), list(sorted(task.steps())));
  }

  private static Stream<String> sorted(Collection<String> names) {
    return names.stream().sorted();
  }

  private static String list(Stream<String> names) {
    return names.map(PythonPlansTest::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  /** Names are words. */
  private static String quoted(String name) {
    return '"' + name + '"';
  }
}
