package org.sparkldp.analysis.algebra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;

/**
 * Makes the choice once, at its first use. Two copies of OpenBLAS crash a process: so where a
 * system's own is loaded already, ours is not, and where ours is, Spark's netlib stays in Java.
 */
final class AlgebraChoice {
  private static final Path LOADED = Path.of("/proc/self/maps");

  /** Made when somebody computes, as loading takes a while. */
  private static final class Current {
    static final Algebra ALGEBRA = choose(System.getProperty(Algebra.CHOICE));
  }

  private AlgebraChoice() {}

  static Algebra current() {
    return Current.ALGEBRA;
  }

  static Algebra choose(String choice) {
    if (choice == null) {
      if (isAnotherLoaded()) {
        return Algebra.java();
      }
      try {
        keepNetlibInJava();
        return Algebra.openBlas();
      } catch (UnsupportedOperationException e) {
        return Algebra.java();
      }
    }
    return switch (choice) {
      case "native" -> Algebra.openBlas();
      case "java" -> Algebra.java();
      default ->
          throw Require.refusal(
              "%s must be native or java. Provided value: %s; leave it out to take what loads.",
              Algebra.CHOICE, choice);
    };
  }

  /**
   * Keeps Spark's netlib from loading a system's BLAS, LAPACK and ARPACK beside OpenBLAS, unless
   * somebody has chosen; what it has loaded before stays.
   */
  private static void keepNetlibInJava() {
    for (String library : new String[] {"blas", "lapack", "arpack"}) {
      String property = "dev.ludovic.netlib." + library + ".nativeLib";
      if (System.getProperty(property) == null) {
        System.setProperty(property, "none");
      }
    }
  }

  private static boolean isAnotherLoaded() {
    try (Stream<String> files = Files.lines(LOADED)) {
      return isAnother(files);
    } catch (IOException | UncheckedIOException elsewhere) {
      return false; // not Linux
    }
  }

  /** Whether one of the files that a process has loaded is a BLAS, and not ours. */
  static boolean isAnother(Stream<String> files) {
    return files.anyMatch(
        file ->
            file.matches(".*/lib(open)?blas[^/]*\\.so.*")
                && !file.matches(".*(bytedeco|javacpp).*"));
  }
}
