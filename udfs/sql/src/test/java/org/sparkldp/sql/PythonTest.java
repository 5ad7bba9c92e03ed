package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package passes its own tests, where there is a Python, and its wheel is what a wheel
 * must be. What is skipped is said on standard error, with the number of tests.
 */
class PythonTest {
  private static final Path PROJECT = DocPage.repository().resolve("udfs/python");
  private static final Pattern RAN = Pattern.compile("Ran (\\d+) tests?");

  @TempDir static Path folder;

  @Test
  void thePackagePassesItsTestsThatNeedNoPySpark() throws Exception {
    PythonOfThisMachine python = PythonOfThisMachine.orSkip(count("test_pure.py"));
    passes(python, "test_pure.py");
  }

  @Test
  void thePackagePassesItsTestsWithPySpark() throws Exception {
    PythonOfThisMachine python = PythonOfThisMachine.withPySparkOrSkip(count("test_spark.py"));
    passes(python, "test_spark.py");
  }

  @Test
  void theExamplesOfThePagePrintWhatItSays() throws Exception {
    PythonOfThisMachine python = PythonOfThisMachine.withPySparkOrSkip(count("test_docs.py"));
    passes(python, "test_docs.py");
  }

  private static void passes(PythonOfThisMachine python, String file) throws Exception {
    PythonOfThisMachine.Ended ended = python.run(PROJECT, "-B", "-m", "unittest", "tests/" + file);
    assertEquals(0, ended.code(), ended.output());
    Matcher ran = RAN.matcher(ended.output());
    assertTrue(ran.find() && Integer.parseInt(ran.group(1)) >= count(file), ended.output());
    System.err.println("ldp: " + ran.group() + " of Python, " + file + ", with " + python);
  }

  private static int count(String file) throws IOException {
    return (int)
        Files.readAllLines(PROJECT.resolve("tests").resolve(file)).stream()
            .filter(line -> line.strip().startsWith("def test_"))
            .count();
  }

  @Test
  void theWheelHasTheSameBytesEachTimeAndARecordOfEachFile() throws Exception {
    Path wheel = wheel(DocPage.repository().resolve("udfs/sql/target"));
    assertEquals("spark_ldp-0.1.0-py3-none-any.whl", wheel.getFileName().toString());
    assertArrayEquals(Files.readAllBytes(wheel), Files.readAllBytes(wheel(folder)));
    Set<String> recorded = new HashSet<>();
    try (ZipFile zip = new ZipFile(wheel.toFile())) {
      for (String line : text(zip, "spark_ldp-0.1.0.dist-info/RECORD").split("\n")) {
        String[] cells = line.split(",", -1);
        assertTrue(recorded.add(cells[0]), line);
        if (!cells[0].endsWith("/RECORD")) {
          byte[] content = bytes(zip, cells[0]);
          byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
          String text = Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
          assertEquals("sha256=" + text, cells[1], cells[0]);
          assertEquals(content.length, Integer.parseInt(cells[2]), cells[0]);
        }
      }
      List<String> held = zip.stream().map(ZipEntry::getName).toList();
      assertEquals(recorded, new HashSet<>(held));
      assertTrue(held.containsAll(List.of("spark_ldp/__init__.py", "spark_ldp/py.typed")));
      assertEquals(
          Files.readString(PROJECT.resolve("src/spark_ldp/_plan.py")),
          text(zip, "spark_ldp/_plan.py"));
      for (String fact : List.of("Name: spark-ldp", "Version: 0.1.0", "Requires-Python: >=3.9")) {
        assertTrue(text(zip, "spark_ldp-0.1.0.dist-info/METADATA").contains(fact), fact);
      }
    }
  }

  @Test
  void thePackageIsImportedFromItsWheel() throws Exception {
    PythonOfThisMachine python = PythonOfThisMachine.orSkip(1);
    Path wheel = wheel(Files.createDirectories(folder.resolve("import")));
    PythonOfThisMachine.Ended ended =
        python
            .withPath(wheel.toString())
            .run(
                folder,
                "-B",
                "-c",
                "import spark_ldp; print(spark_ldp.spec('grr', epsilon=1, k=3),"
                    + " spark_ldp.__file__)");
    assertEquals(0, ended.code(), ended.output());
    assertTrue(ended.output().startsWith("grr(epsilon=1.0,k=3) " + wheel), ended.output());
  }

  private static Path wheel(Path target) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                PROJECT.resolve("Wheel.java").toString(),
                target.toString(),
                PROJECT.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return Path.of(output.lines().reduce((first, last) -> last).orElseThrow());
  }

  private static byte[] bytes(ZipFile zip, String name) throws IOException {
    return zip.getInputStream(zip.getEntry(name)).readAllBytes();
  }

  private static String text(ZipFile zip, String name) throws IOException {
    return new String(bytes(zip, name), StandardCharsets.UTF_8);
  }
}
