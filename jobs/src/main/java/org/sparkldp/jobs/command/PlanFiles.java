package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.release.ReleasePlan;
import org.sparkldp.jobs.release.ReleasePlanReader;
import org.sparkldp.jobs.table.DomainTable;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;

/** Reads plans: a user's file, or the one beside a table. */
final class PlanFiles {
  private PlanFiles() {}

  /** A user's plan, or the next round's that {@code estimate} wrote, its attachment beside it. */
  static Plan read(SparkSession spark, Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Path attachment = folder.resolve(Output.ATTACHMENT);
      return reader(
              spark, folder, Files.exists(attachment) ? TextFile.bytes(attachment) : new byte[0])
          .read(TextFile.text(file), file.getFileName().toString());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** A user's plan of a release. */
  static ReleasePlan release(SparkSession spark, Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      return new ReleasePlanReader(new Context(spark, folder, new byte[0], false))
          .read(TextFile.text(file), file.getFileName().toString());
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static IllegalArgumentException unreadable(Path file, IOException e) {
    return Require.refusal(e, "the plan must be a readable file. Provided path: %s.", file);
  }

  /** A plan as text. */
  static Plan parse(SparkSession spark, String text, String origin) {
    return reader(spark, Path.of(""), new byte[0]).read(text, origin);
  }

  /** The plan beside finished tables. */
  static Plan beside(SparkSession spark, Output folder, String table) {
    return new PlanReader(new Context(spark, Path.of(""), folder.require(table).attachment(), true))
        .read(folder.plan(), folder + "/" + Output.PLAN);
  }

  /** The folders under those names. */
  static List<Output> outputs(SparkSession spark, List<String> folders) {
    return folders.stream().map(folder -> new Output(spark, folder)).toList();
  }

  private static PlanReader reader(SparkSession spark, Path folder, byte[] attachment) {
    return new PlanReader(new Context(spark, folder, attachment, false));
  }

  /** Public tables through Spark, strategies from the cache or made now. */
  private record Context(SparkSession spark, Path folder, byte[] attachment, boolean isAsked)
      implements PlanContext {
    @Override
    public List<String> distinct(String table, String column) {
      return Inputs.distinct(spark, table, column);
    }

    @Override
    public BitSet[] select(ProductDomain domain, List<String> predicates) {
      return new DomainTable(spark, domain).select(predicates);
    }

    @Override
    public StrategyFile strategy(StrategyRequest request) {
      return OptimizeCommand.obtain(request);
    }
  }
}
