package org.sparkldp.bench;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.sparkldp.lab.OtherLoad;

/**
 * Prints what a report costs under each protocol, in nanoseconds and bytes of garbage: made row by
 * row, made in batches, accumulated. Gives no table where other programs had more of the machine
 * than {@link OtherLoad#MOST}, except with {@code --busy}.
 *
 * <p>Arguments: specs; without any, one or two of every protocol.
 */
public final class ReportCosts {
  private static final List<String> SPECS =
      List.of(
          "grr(epsilon=1,k=256)",
          "sue(epsilon=1,k=256)",
          "oue(epsilon=1,k=256)",
          "olh(epsilon=1,k=256)",
          "hadamard(epsilon=1,k=256)",
          "subset(epsilon=1,k=256)",
          "pgr(epsilon=1,k=256)",
          "rappor(epsilon=1,k=256)",
          "duchi(epsilon=1,lower=0,upper=1)",
          "mean(epsilon=1,lower=0,upper=1)",
          "laplace-mean(epsilon=1,lower=0,upper=1)",
          "gaussian-noise(epsilon=1,delta=1e-5,lower=0,upper=1)",
          "privunit(epsilon=4,d=100,radius=1)",
          "l2-ball(epsilon=1,d=100,radius=1)",
          "hypercube(epsilon=1,d=100,radius=1)",
          "gaussian-vector(epsilon=1,delta=1e-5,d=100,radius=1)",
          "laplace-vector(epsilon=1,d=100,radius=1)",
          "one-coordinate(epsilon=1,d=100,radius=1)",
          "coordinate-sampling(epsilon=1,d=100,radius=1)");

  private ReportCosts() {}

  /** Runs and prints. */
  public static void main(String[] arguments) throws RunnerException {
    List<String> given = new ArrayList<>(List.of(arguments));
    boolean isBusyAllowed = given.remove("--busy");
    Options options =
        new OptionsBuilder()
            .include(ReportBenchmark.class.getSimpleName())
            .param("spec", (given.isEmpty() ? SPECS : given).toArray(new String[0]))
            .addProfiler(GCProfiler.class)
            .build();
    OtherLoad load = OtherLoad.start();
    Collection<RunResult> results = new Runner(options).run();
    double share = load.share();
    if (share > OtherLoad.MOST && !isBusyAllowed) {
      System.err.printf(
          Locale.ROOT,
          "too busy to measure: other programs used %.0f %% of the machine. Try again when it is"
              + " quiet.%n",
          100 * share);
      System.exit(1);
    }
    print(results, share);
  }

  private static void print(Collection<RunResult> results, double share) {
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    for (RunResult result : results) {
      String method = result.getParams().getBenchmark().replaceAll(".*\\.", "");
      Map<String, String> row =
          rows.computeIfAbsent(result.getParams().getParam("spec"), spec -> new LinkedHashMap<>());
      row.put(method, format(result.getPrimaryResult().getScore()));
      Result<?> garbage = result.getSecondaryResults().get("gc.alloc.rate.norm");
      row.put(method + " bytes", format(garbage == null ? Double.NaN : garbage.getScore()));
    }
    System.out.printf(
        Locale.ROOT,
        "%n%s, Java %s, %d processors, other load %.2f. Nanoseconds and bytes a report.%n%n",
        LocalDate.now(ZoneOffset.UTC),
        System.getProperty("java.vm.version"),
        Runtime.getRuntime().availableProcessors(),
        share);
    List<String> columns = new ArrayList<>();
    for (String method : List.of("randomize", "randomizeInBatches", "accumulate")) {
      columns.add(method);
      columns.add(method + " bytes");
    }
    System.out.println("| protocol | " + String.join(" | ", columns) + " |");
    System.out.println("|---|" + "---:|".repeat(columns.size()));
    rows.forEach(
        (spec, row) ->
            System.out.println(
                "| `"
                    + spec
                    + "` | "
                    + columns.stream().map(row::get).collect(Collectors.joining(" | "))
                    + " |"));
  }

  private static String format(double number) {
    return String.format(Locale.ROOT, number < 10 ? "%.1f" : "%.0f", number);
  }
}
