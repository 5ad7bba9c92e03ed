package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.SparkThrowableHelper;
import org.apache.spark.package$;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Protocols;

/**
 * Python sees of a refusal what Java sees. Runs where SPARK_HOME has a Python of this line of
 * Spark, or where pyspark of this line can be imported; elsewhere it says that it is skipped, and
 * why.
 */
@ExtendWith(SparkTest.class)
class PythonErrorsTest {
  @TempDir Path folder;

  @Test
  void pythonCatchesEveryRefusalWithItsConditionStateParametersAndMessage() throws Exception {
    Map<String, String> environment = pyspark();
    List<ErrorsPageTest.Example> examples =
        ErrorsPageTest.EXAMPLES.stream()
            .filter(example -> example.entry().isEmpty() && !example.sql().contains("stream"))
            .toList();
    Path statements = folder.resolve("statements.sql");
    Files.write(statements, examples.stream().map(ErrorsPageTest.Example::sql).toList());

    environment.put("PYSPARK_SUBMIT_ARGS", "--jars " + ours() + " pyspark-shell");
    String script = DocPage.repository().resolve("udfs/sql/src/test/python/errors.py").toString();
    List<String> seen =
        python(environment, script, statements.toString())
            .lines()
            .filter(line -> line.startsWith("REFUSED\t"))
            .toList();

    assertEquals(
        examples.stream()
            .map(example -> asPython(ErrorsPageTest.refusal(example)))
            .collect(Collectors.joining("\n")),
        String.join("\n", seen));
  }

  private static String asPython(SparkThrowable refusal) {
    Map<String, String> parameters = new TreeMap<>(refusal.getMessageParameters());
    return String.join(
        "\t",
        "REFUSED",
        refusal.getClass().getSimpleName(),
        refusal.getCondition(),
        refusal.getSqlState(),
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + " = " + entry.getValue())
            .collect(Collectors.joining("; ")),
        SparkThrowableHelper.getMessage(refusal.getCondition(), refusal.getMessageParameters()));
  }

  /** Jars of our own classes, which may lie in folders. */
  private String ours() throws Exception {
    List<String> jars = new ArrayList<>();
    for (Class<?> type : List.of(LdpExtensions.class, Protocols.class)) {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      jars.add((Files.isDirectory(place) ? jar(place, jars.size() + ".jar") : place).toString());
    }
    return String.join(",", jars);
  }

  private Path jar(Path classes, String name) throws IOException {
    Path jar = folder.resolve(name);
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  /** The environment in which pyspark of this line is imported; skips the test without one. */
  private Map<String, String> pyspark() throws Exception {
    Map<String, String> environment = new TreeMap<>();
    String home = System.getenv("SPARK_HOME");
    if (home != null && Files.isDirectory(Path.of(home, "python"))) {
      try (Stream<Path> libraries = Files.list(Path.of(home, "python/lib"))) {
        environment.put(
            "PYTHONPATH",
            Stream.concat(
                    Stream.of(home + "/python"),
                    libraries.map(Path::toString).filter(file -> file.endsWith(".zip")))
                .collect(Collectors.joining(File.pathSeparator)));
      }
    }
    String version;
    try {
      version = python(environment, "-c", "import pyspark; print(pyspark.__version__)").strip();
    } catch (IOException | AssertionError e) {
      throw skipped("SPARK_HOME has no Python, and pyspark cannot be imported");
    }
    String line = package$.MODULE$.SPARK_VERSION_SHORT().replaceFirst("\\.\\d+$", ".");
    if (!version.startsWith(line)) {
      throw skipped("pyspark is " + version + ", and this line is " + line + "x");
    }
    return environment;
  }

  private static RuntimeException skipped(String reason) {
    String sentence = "SKIPPED, errors as Python sees them: " + reason;
    System.err.println(sentence);
    return Assumptions.<RuntimeException>abort(sentence);
  }

  private String python(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "Python must end");
    String text = Files.readString(output);
    assertEquals(0, process.exitValue(), text);
    return text;
  }
}
