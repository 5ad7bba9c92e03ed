package org.sparkldp.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.datasets.law.Discrete;

class DatasetsTest {
  @Test
  void all_namesTheFamiliesInOrder() {
    assertEquals(
        List.of(
            "bimodal",
            "events",
            "exponential",
            "gamma",
            "gapped",
            "gaussian",
            "geometric",
            "heaped",
            "heights",
            "interval",
            "laplace",
            "panel",
            "rounded",
            "student",
            "trips",
            "two-normals",
            "two-point",
            "uniform",
            "whole",
            "zipf"),
        names());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "zipf | zipf(k=256,s=1.1)",
        "zipf() | zipf(k=256,s=1.1)",
        "zipf(k=16) | zipf(k=16,s=1.1)",
        " zipf ( s = 2 , k = 16 ) | zipf(k=16,s=2.0)",
        "zipf(s=1.50) | zipf(k=256,s=1.5)",
        "zipf(s=1e-3) | zipf(k=256,s=0.001)",
        "zipf(s=0.1000000000000000055511) | zipf(k=256,s=0.1)",
        "gaussian(mu=-0,sigma=1e9) | gaussian(mu=0.0,sigma=1000000000.0)",
        "gaussian(mu=0.30000000000000004) | gaussian(mu=0.30000000000000004,sigma=1.0)",
        "events | events(days=30)"
      })
  void find_printsTheCanonicalText(String written, String canonical) {
    assertEquals(canonical, Datasets.find(written).toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "pareto | must be one of bimodal, events, exponential, gamma, gapped, gaussian, geometric, heaped,"
            + " heights, interval, laplace, panel, rounded, student, trips, two-normals, two-point,"
            + " uniform, whole, zipf. Provided name: pareto. Choose one of them",
        "zipf(k=1) | k (domain size, items) must be an integer in [2, 1048576]. Provided value: 1."
            + " Leave it out for the default 256.",
        "zipf(k=1048577) | must be an integer in [2, 1048576]",
        "zipf(k=9999999999) | must be an integer in [2, 1048576]",
        "zipf(k=2.5) | must be an integer",
        "zipf(k=) | must be an integer",
        "zipf(s=-0.1) | must be a number in [0.0, 10.0]. Provided value: -0.1",
        "zipf(s=NaN) | must be a number",
        "zipf(s=Infinity) | must be a number",
        "zipf(s=1e999) | must be a number in [0.0, 10.0]",
        "gaussian(sigma=0) | must be a number in [0.000000001, 1000000000.0]",
        "geometric(ratio=1.01) | must be a number in [0.001, 1.0]",
        "bimodal(weight=2) | must be a number in [0.0, 1.0]",
        "events(days=0) | must be an integer in [1, 366]",
        "zipf(q=3) | must be one of [k, s]. Provided name: q. Remove it",
        "zipf(k=2,k=3) | must be given once. Provided twice: k",
        "zipf(16) | Write for example zipf(k=256,s=1.1)."
      })
  void find_refusesInOneSentence_rule_offer_remedy(String written, String part) {
    assertTrue(refusal(written).contains(part), refusal(written));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "zipf(", "zipf)", "Zipf", "zipf(k=3", "zipf(k=3)x", "zipf(k=(3))"})
  void find_refusesTextThatIsNoSpec(String written) {
    assertTrue(refusal(written).startsWith("A generator must be written name("));
  }

  @Test
  void all_findsTheFamilyOfAUsersJar(@TempDir Path jar) throws IOException {
    withJar(
        jar,
        Constant.class,
        () -> {
          assertTrue(names().contains("constant"));
          assertEquals("constant(value=3)", Datasets.find("constant(value=3)").toString());
          assertEquals(3, Datasets.find("constant(value=3)").row(1, 0)[0]);
          return null;
        });
    assertFalse(names().contains("constant"));
  }

  @Test
  void all_refusesTwoFamiliesOfOneName(@TempDir Path jar) throws IOException {
    String message =
        withJar(
            jar,
            OtherZipf.class,
            () -> assertThrows(IllegalStateException.class, Datasets::all).getMessage());
    assertTrue(message.contains("Provided twice: zipf"), message);
  }

  @Test
  void all_needsNoContextClassLoader() throws InterruptedException {
    List<String> names = names();
    Thread thread = new Thread(() -> assertEquals(names, names()));
    thread.setContextClassLoader(null);
    Throwable[] thrown = new Throwable[1];
    thread.setUncaughtExceptionHandler((t, e) -> thrown[0] = e);
    thread.start();
    thread.join();
    assertNull(thrown[0]);
  }

  @Test
  void parameter_refusesADefaultOutsideItsRange() {
    assertThrows(
        IllegalArgumentException.class, () -> GeneratorParameter.integer("k", "size", 0, 1, 2));
    assertThrows(
        IllegalArgumentException.class,
        () -> GeneratorParameter.real("s", "slope", Double.NaN, 1, 2));
  }

  @Test
  void spec_refusesAParameterTheFamilyDidNotDeclare() {
    GeneratorSpec spec = Datasets.find("uniform").spec();
    assertEquals("uniform", spec.family());
    assertThrows(IllegalArgumentException.class, () -> spec.real("s"));
  }

  private static List<String> names() {
    return Datasets.all().stream().map(GeneratorFamily::name).toList();
  }

  private static String refusal(String written) {
    return assertThrows(IllegalArgumentException.class, () -> Datasets.find(written)).getMessage();
  }

  /** Calls with a context class loader that also sees a jar with one more family. */
  private static <T> T withJar(Path jar, Class<?> family, Supplier<T> call) throws IOException {
    Path services = Files.createDirectories(jar.resolve("META-INF/services"));
    Files.writeString(services.resolve(GeneratorCatalogue.class.getName()), family.getName());
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      Thread.currentThread().setContextClassLoader(loader);
      return call.get();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** A family as a user would write it. */
  public static final class Constant implements GeneratorCatalogue {
    @Override
    public List<GeneratorFamily> families() {
      return List.of(
          new GeneratorFamily(
              "constant",
              "one number again and again",
              List.of(GeneratorParameter.integer("value", "the number", 1, 0, 9)),
              Constant::generator));
    }

    private static Generator generator(GeneratorSpec spec) {
      int value = spec.integer("value");
      Truth truth = new Discrete(value, new double[] {1});
      return new Generator(
          spec, List.of(new Column.OfInt("item", "the number", truth, (seed, index) -> value)));
    }
  }

  /** A family whose name is taken. */
  public static final class OtherZipf implements GeneratorCatalogue {
    @Override
    public List<GeneratorFamily> families() {
      return List.of(
          new GeneratorFamily(
              "zipf",
              "another zipf",
              List.of(),
              spec -> {
                throw new AssertionError("never asked");
              }));
    }
  }
}
