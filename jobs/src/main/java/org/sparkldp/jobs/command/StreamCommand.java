package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.HasSession;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp stream}: what {@code run --follow} does, with a name for each folder. */
@Command(
    name = "stream",
    mixinStandardHelpOptions = true,
    description = "Is run --follow, which names the folders of reports and accumulators itself.")
final class StreamCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @ArgGroup(exclusive = false, multiplicity = "1")
  private Following following;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "reports: a new folder, or one that holds reports of the same plan")
  private String output;

  @Option(
      names = "--accumulators",
      paramLabel = "DIR",
      description = "also adds up the reports of each batch, in this folder")
  private String accumulators;

  @Override
  public Integer call() {
    collect.requireOutside(ldp.session().spark(), output);
    return following.run(ldp, collect, output, accumulators);
  }
}
