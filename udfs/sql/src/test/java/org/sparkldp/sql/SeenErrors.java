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
import org.junit.jupiter.api.Assumptions;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * The examples of {@link ErrorsPageTest} as another program sees them: it gets them as a file of
 * statements, and prints a line for each refusal, which must be the one that Java sees.
 */
final class SeenErrors {
  private final Path folder;

  /**
   * @param folder for files in between
   */
  SeenErrors(Path folder) {
    this.folder = folder;
  }

  /** A program as it is begun, to which the file of statements is added. */
  void require(Map<String, String> environment, List<String> program)
      throws IOException, InterruptedException {
    List<ErrorsPageTest.Example> examples =
        ErrorsPageTest.EXAMPLES.stream()
            .filter(example -> example.entry().isEmpty() && !example.sql().contains("stream"))
            .toList();
    Path statements = folder.resolve("statements.sql");
    Files.write(statements, examples.stream().map(ErrorsPageTest.Example::sql).toList());
    List<String> command = new ArrayList<>(program);
    command.add(statements.toString());
    String output = run(environment, command);
    assertEquals(
        examples.stream()
            .map(example -> line(ErrorsPageTest.refusal(example)))
            .collect(Collectors.joining("\n")),
        output
            .lines()
            .filter(line -> line.startsWith("REFUSED\t"))
            .collect(Collectors.joining("\n")),
        output);
  }

  private static String line(SparkThrowable refusal) {
    Map<String, String> parameters = new TreeMap<>(refusal.getMessageParameters());
    return String.join(
        "\t",
        "REFUSED",
        refusal.getClass().getSimpleName(),
        SparkLine.condition(refusal),
        refusal.getSqlState(),
        parameters.entrySet().stream()
            .map(entry -> entry.getKey() + " = " + entry.getValue())
            .collect(Collectors.joining("; ")),
        SparkThrowableHelper.getMessage(
            SparkLine.condition(refusal), refusal.getMessageParameters()));
  }

  /** What a program prints; it must end, and well. */
  String run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the program must end");
    String text = Files.readString(output);
    assertEquals(0, process.exitValue(), text);
    return text;
  }

  /** Jars of our own classes, which may lie in folders, and of what they need beside Spark. */
  List<Path> jars() throws Exception {
    List<Path> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (entry.matches(".*[/\\\\]commons-(statistics|numbers|rng)-[^/\\\\]*\\.jar")) {
        jars.add(Path.of(entry));
      }
    }
    for (Class<?> type : List.of(LdpExtensions.class, Protocols.class)) {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      jars.add(Files.isDirectory(place) ? jar(place, jars.size() + ".jar") : place);
    }
    return jars;
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

  /** Skips a test, and says so where it is seen. */
  static RuntimeException skipped(String what, String reason) {
    String sentence = "SKIPPED, errors as " + what + " sees them: " + reason + ".";
    System.err.println(sentence);
    return Assumptions.<RuntimeException>abort(sentence);
  }
}
