package org.sparkldp.optimizer;

import java.util.List;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.jobs.command.DesignOptions;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.VerboseOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ldp design --task workload}: which mechanism for a workload? */
@Command(
    name = "workload",
    mixinStandardHelpOptions = true,
    description = {
      "Many counts of the same items, such as a distribution function.",
      "Sample complexities are the people needed until the mean variance of an answer, as a"
          + " fraction of people, is 0.01: in the worst case, and for people evenly spread."
    })
public final class DesignWorkloadCommand implements OtherCommand {
  @Mixin private DesignOptions asked;
  @Mixin private WorkloadOptions workload;

  @Option(names = "--mechanisms", split = ",", paramLabel = "M", description = "which, default all")
  private List<String> mechanisms = Mechanisms.names();

  @Mixin private VerboseOption verbose;

  @Override
  public String under() {
    return "design";
  }

  @Override
  public Integer call() {
    try (ProgressPrinter progress =
        new ProgressPrinter(Double.POSITIVE_INFINITY, verbose.isAsked())) {
      return asked.print(
          WorkloadDesign.ranked(
              workload.over(asked.domain()),
              asked.epsilon(),
              mechanisms,
              at -> progress.goesOn(at::text)),
          verbose.isAsked() ? List.of() : WorkloadDesign.DETAILS);
    }
  }
}
