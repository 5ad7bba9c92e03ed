package org.sparkldp.optimizer;

import org.apache.hadoop.conf.Configuration;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;
import picocli.CommandLine.Option;

/** The workload of a command. */
final class WorkloadOptions {
  @Option(
      names = "--workload",
      paramLabel = "W",
      description =
          "a name such as prefix, all-range, marginals-3, parity-3, '2*prefix+histogram', or a"
              + " CSV file of queries, one a row")
  private String name;

  @Option(
      names = "--attributes",
      paramLabel = "SIZES",
      description = "sizes of the domain's attributes, such as 4x3x2; by default one, or bits")
  private String attributes = "";

  /** The workload over a domain. */
  Workload over(int domain) {
    Require.that(name != null)
        .orRefuse("a workload must be named with --workload. Provided: none; prefix is one.");
    int[] sizes = StrategyRequest.attributes(attributes, domain);
    if (name.endsWith(".csv")) {
      TextFile file = TextFile.of(name, new Configuration());
      return MatrixWorkload.readCsv(PlanFiles.text(file, "file of queries"), sizes);
    }
    return Workloads.parse(name, sizes);
  }
}
