package org.sparkldp.sql;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

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
    SeenErrors seen = new SeenErrors(folder);
    Map<String, String> environment = pyspark(seen);
    environment.put(
        "PYSPARK_SUBMIT_ARGS",
        "--jars "
            + seen.jars().stream().map(Path::toString).collect(Collectors.joining(","))
            + " pyspark-shell");
    Path script = DocPage.repository().resolve("udfs/sql/src/test/python/errors.py");
    seen.require(environment, List.of("python3", script.toString()));
  }

  /** The environment in which pyspark of this line is imported; skips the test without one. */
  private static Map<String, String> pyspark(SeenErrors seen) throws Exception {
    Map<String, String> environment = new TreeMap<>();
    String home = System.getenv("SPARK_HOME");
    if (home != null && Files.isDirectory(Path.of(home, "python", "lib"))) {
      try (Stream<Path> libraries = Files.list(Path.of(home, "python", "lib"))) {
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
      version =
          seen.run(
                  environment,
                  List.of("python3", "-c", "import pyspark; print(pyspark.__version__)"))
              .strip();
    } catch (IOException | AssertionError e) {
      throw SeenErrors.skipped(
          "Python", "SPARK_HOME has no Python, and pyspark cannot be imported");
    }
    String line = package$.MODULE$.SPARK_VERSION_SHORT().replaceFirst("\\.\\d+$", ".");
    if (!version.startsWith(line)) {
      throw SeenErrors.skipped("Python", "pyspark is " + version + ", and Spark is " + line + "x");
    }
    return environment;
  }
}
