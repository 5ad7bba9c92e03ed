package org.sparkldp.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.sql.KeyLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp bench}: the benchmark tables. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "CPU time of privatize + accumulate, against a plain count.",
      "Through SQL, keyed, against the plain count of the same column; ratios within the"
          + " run are the result. A machine that is busy with other work gives none (exit code"
          + " 1)."
    })
public final class BenchCommand implements OtherCommand {
  @ParentCommand private HasSession ldp;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      description = "rows of the table, several separated by commas; default 20000000")
  private List<Long> rows = List.of(20_000_000L);

  @Option(
      names = "--domain",
      paramLabel = "K",
      description = "items, Zipf-distributed; default 256")
  private int domain = 256;

  @Option(names = "--epsilon", paramLabel = "E", description = "epsilon of a report, default 1")
  private double epsilon = 1.0;

  @Option(
      names = "--protocols",
      split = ",",
      paramLabel = "NAMES",
      description = "default grr,hadamard,olh,oue")
  private List<String> protocols = List.of("grr", "hadamard", "olh", "oue");

  @Option(names = "--rounds", paramLabel = "R", description = "counted rounds, default 9")
  private int rounds = 9;

  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "where tables are kept between runs")
  private Path data;

  @Option(
      names = "--busy",
      description = "give figures of a busy machine too; the column other_load says how busy")
  private boolean isBusyAllowed;

  @Mixin private FormatOption format;

  @Override
  public Integer call() throws IOException {
    SparkSession spark = ldp.session().spark();
    Files.createDirectories(data);
    Path key = data.resolve("bench.key");
    if (!Files.exists(key)) {
      // It protects nobody, the people are made up; but key files are their user's only.
      Files.createFile(
          key, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(key, "5c".repeat(32));
    }
    List<String> specs = protocols.stream().map(this::spec).toList();
    List<Naive> naives =
        protocols.stream().flatMap(name -> Naive.of(name, domain, epsilon).stream()).toList();
    HistogramBench bench = new HistogramBench(spark, KeyLocation.find(key.toString()));
    Map<String, String> frame = bench.frame();
    System.err.println("ldp: " + frame);
    List<HistogramBench.Measurement> all = new ArrayList<>();
    for (long count : rows) {
      all.addAll(bench.run(table(spark, count), specs, naives, rounds));
      double otherLoad = all.get(all.size() - 1).otherLoad();
      if (otherLoad > OtherLoad.MOST && !isBusyAllowed) {
        System.err.printf(
            Locale.ROOT,
            "ldp: too busy to measure: other programs used %.0f %% of the machine, where at most"
                + " %.0f %% leave ratios right. Try again when it is quiet.%n",
            100 * otherLoad,
            100 * OtherLoad.MOST);
        return Exit.FAILED;
      }
    }
    new TableLayout<HistogramBench.Measurement>()
        .with("rows", HistogramBench.Measurement::rows)
        .with("case", HistogramBench.Measurement::name)
        .with("cpu_ns_per_row", HistogramBench.Measurement::cpuNanosPerRow)
        .with("wall_seconds", HistogramBench.Measurement::wallSeconds)
        .with("cpu_ratio", HistogramBench.Measurement::ratio)
        .with("other_load", HistogramBench.Measurement::otherLoad)
        // A result file says where it was measured.
        .with(format.get() == OutputFormat.TABLE ? Map.of() : frame)
        .of(all)
        .print(format.get(), System.out);
    return Exit.DONE;
  }

  /** What the protocol must be given, so that it takes the items, or takes them as numbers. */
  private String spec(String name) {
    Map<String, String> table =
        Map.of("epsilon", "" + epsilon, "k", "" + domain, "lower", "0", "upper", "" + (domain - 1));
    return Protocols.declaration(name).parameters().stream()
        .filter(Parameter::isRequired)
        .map(given -> given.name() + "=" + table.getOrDefault(given.name(), given.example()))
        .collect(Collectors.joining(",", name + "(", ")"));
  }

  private String table(SparkSession spark, long count) {
    Path table = data.resolve("zipf-" + domain + "-" + count);
    if (!Files.exists(table)) {
      System.err.println("ldp: writing " + table);
      Generation.write(
          spark, Datasets.find("zipf(k=" + domain + ")"), 1, count, 8, table.toString());
    }
    return table.toString();
  }
}
