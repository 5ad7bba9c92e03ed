package org.sparkldp.lab;

import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp generate}: writes a synthetic dataset. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = "Writes a synthetic dataset with known truth, as Parquet.")
@CommandGroup.Of(CommandGroup.AHEAD)
public final class GenerateCommand implements OtherCommand {
  @ParentCommand private HasSession ldp;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "a generator, such as zipf or \"zipf(k=64,s=1.2)\"")
  private String name;

  @Option(names = "--list", description = "name the generators")
  private boolean list;

  @Option(names = "--rows", paramLabel = "N", description = "number of rows")
  private Long rows;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Option(names = "--output", paramLabel = "DIR", description = "a new folder")
  private String output;

  @Option(
      names = "--partitions",
      paramLabel = "P",
      description = "files the rows are cut into, default 8")
  private int partitions = 8;

  @Override
  public Integer call() {
    if (list) {
      new TableLayout<GeneratorFamily>()
          .with("name", GeneratorFamily::name)
          .with("description", GeneratorFamily::description)
          .of(Datasets.all())
          .print(OutputFormat.TABLE, System.out);
      return Exit.DONE;
    }
    Require.that(name != null && rows != null && output != null)
        .orRefuse(
            "generate needs NAME, --rows and --output (or --list). Provided: not all of them.");
    Generator found = Datasets.find(name);
    Generation.write(ldp.session().spark(), found, seed, rows, partitions, output);
    return Exit.DONE;
  }
}
