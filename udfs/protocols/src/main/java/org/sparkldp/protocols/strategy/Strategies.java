package org.sparkldp.protocols.strategy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

/**
 * The places of strategies: in memory, then in a folder of strategy files, then among those that
 * are shipped, then made anew.
 *
 * <p>The system property {@value #PROPERTY} names the folder, or else the environment variable
 * LDP_STRATEGIES, or else {@code .cache/spark-ldp/strategies} in the user's home. Files are named
 * by the fingerprints of the request and of the strategy, so that either finds them.
 */
public final class Strategies {
  /** System property that names the folder. */
  public static final String PROPERTY = "ldp.strategies";

  /** The folder of shipped strategies, beside this class. */
  private static final String SHIPPED = "shipped/";

  /** Digits of a strategy's fingerprint in specs and file names. */
  private static final int DIGITS = 32;

  private static final Map<String, StrategyFile> RECENT =
      new LinkedHashMap<>(32, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StrategyFile> eldest) {
          return size() > 16;
        }
      };

  private Strategies() {}

  /** The first 32 digits of the strategy's fingerprint, as specs name it. */
  public static String name(Strategy strategy) {
    return strategy.fingerprint().substring(0, DIGITS);
  }

  /** Keeps a strategy in memory, to be found by its name. */
  public static StrategyFile remember(StrategyFile file) {
    synchronized (RECENT) {
      RECENT.put(name(file.strategy()), file);
    }
    return file;
  }

  /** The strategy of that name; refused if nobody has it. */
  public static StrategyFile named(String name) {
    synchronized (RECENT) {
      StrategyFile known = RECENT.get(name);
      if (known != null) {
        return known;
      }
    }
    return inFolder("*-" + name + ".strategy")
        .or(() -> shipped(file -> file.endsWith("-" + name + ".strategy")))
        .filter(file -> name(file.strategy()).equals(name))
        .map(Strategies::remember)
        .orElseThrow(
            () ->
                Require.refusal(
                    "a strategy must be at hand. Looked for: %s in %s; copy its file there, or let"
                        + " LDP_STRATEGIES name the folder that has it.",
                    name, folder()));
  }

  /** The strategy that answers a request: the cached one, or one made now and cached. */
  public static StrategyFile obtain(StrategyRequest request) {
    Optional<StrategyFile> cached = cached(request);
    if (cached.isPresent()) {
      return remember(cached.get());
    }
    return store(request, maker(request).make(request, OptionalDouble.empty(), () -> true));
  }

  /** Who makes the strategy that a request asks for; refused where nobody can. */
  public static StrategyMaker maker(StrategyRequest request) {
    return Services.load(StrategyMaker.class).stream()
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "a strategy must be shipped, read from a file, or made by the optimizer."
                        + " Provided: %s; put spark-ldp-optimizer.jar beside spark-ldp.jar (or"
                        + " ldp-analysis beside ldp-protocols), or use strategy(file=...).",
                    request.spec()));
  }

  /** {@link #cached(StrategyRequest)}, unless it was looked for less long than that. */
  public static Optional<StrategyFile> cached(StrategyRequest request, OptionalDouble seconds) {
    seconds.ifPresent(
        least ->
            Require.that(least > 0)
                .orRefuse("seconds must be above 0. Provided value: %s.", least));
    return cached(request)
        .filter(file -> seconds.isEmpty() || file.secondsAsked() >= seconds.getAsDouble());
  }

  /**
   * What was made for a request before, here or by us; a file that cannot be read any more counts
   * as none.
   */
  public static Optional<StrategyFile> cached(StrategyRequest request) {
    String prefix = requestName(request) + "-";
    try {
      return inFolder(prefix + "*.strategy").or(() -> shipped(file -> file.startsWith(prefix)));
    } catch (IllegalArgumentException damagedOrOfAnotherRelease) {
      return Optional.empty();
    }
  }

  private static Optional<StrategyFile> shipped(Predicate<String> wanted) {
    InputStream names = Strategies.class.getResourceAsStream(SHIPPED + "index.txt");
    if (names == null) { // a jar of what randomizing needs
      return Optional.empty();
    }
    try (BufferedReader index =
        new BufferedReader(new InputStreamReader(names, StandardCharsets.UTF_8))) {
      return index
          .lines()
          .filter(wanted)
          .findFirst()
          .map(
              name ->
                  StrategyFile.read(
                      name, () -> Strategies.class.getResourceAsStream(SHIPPED + name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file name of a request's strategy. */
  public static String fileName(StrategyRequest request, Strategy strategy) {
    return requestName(request) + "-" + name(strategy) + ".strategy";
  }

  /** Puts a strategy into the folder and into memory, as the answer to a request from now on. */
  public static StrategyFile store(StrategyRequest request, StrategyFile file) {
    try {
      Files.createDirectories(folder());
      try (DirectoryStream<Path> older =
          Files.newDirectoryStream(folder(), requestName(request) + "-*.strategy")) {
        for (Path path : older) {
          Files.delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("strategies must be writable: " + folder() + ".", e);
    }
    file.write(folder().resolve(fileName(request, file.strategy())));
    return remember(file);
  }

  private static String requestName(StrategyRequest request) {
    return request.spec().fingerprint().substring(0, DIGITS);
  }

  private static Optional<StrategyFile> inFolder(String pattern) {
    if (!Files.isDirectory(folder())) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(folder(), pattern)) {
      for (Path path : found) {
        return Optional.of(StrategyFile.read(path));
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("strategies must be readable: " + folder() + ".", e);
    }
  }

  /** The folder of strategy files. */
  public static Path folder() {
    String named = System.getProperty(PROPERTY, System.getenv("LDP_STRATEGIES"));
    return named != null && !named.trim().isEmpty()
        ? Paths.get(named)
        : Paths.get(System.getProperty("user.home"), ".cache", "spark-ldp", "strategies");
  }
}
