package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.pipeline.Inputs;
import org.sparkldp.jobs.pipeline.Output;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.protocols.postprocess.Consistencies;
import org.sparkldp.protocols.postprocess.Consistency;

/** Reads plans: a user's file, or the one beside a table. */
final class PlanFiles {
  private PlanFiles() {}

  /** A user's plan. */
  static Plan read(SparkSession spark, Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      return reader(spark, folder)
          .read(Files.readString(file, StandardCharsets.UTF_8), file.getFileName().toString());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the plan must be a readable file. Provided path: " + file + ".", e);
    }
  }

  /** A plan as text. */
  static Plan parse(SparkSession spark, String text, String origin) {
    return reader(spark, Path.of("")).read(text, origin);
  }

  /** The plan beside finished tables. */
  static Plan beside(SparkSession spark, Output folder, String table) {
    return parse(spark, folder.require(table).plan(), folder + "/" + Output.PLAN);
  }

  /** The folders under those names. */
  static List<Output> outputs(SparkSession spark, List<String> folders) {
    return folders.stream().map(folder -> new Output(spark, folder)).toList();
  }

  private static PlanReader reader(SparkSession spark, Path folder) {
    return new PlanReader(
        folder,
        (table, column) -> Inputs.distinct(spark, table, column),
        Consistencies.all().stream().map(Consistency::name).collect(Collectors.toSet()));
  }
}
