package org.sparkldp.jobs.job;

import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.exit.Causes;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.DomainTable;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;

/** Reads plans: a user's file, or the one beside a table. */
public final class PlanFiles {
  private PlanFiles() {}

  /** A user's plan, or the next round's that {@code estimate} wrote, its attachment beside it. */
  public static Plan read(SparkSession spark, String pathOrUri) {
    return read(spark, pathOrUri, List.of());
  }

  /**
   * The same.
   *
   * @param facets what the caller offers to plans, such as a source of strategies
   */
  public static Plan read(SparkSession spark, String pathOrUri, List<?> facets) {
    TextFile file = file(spark, pathOrUri);
    try {
      TextFile attached = file.beside(Output.ATTACHMENT);
      byte[] attachment = attached.exists() ? attached.bytes() : new byte[0];
      return new PlanReader(new Context(spark, file::beside, attachment, false, facets))
          .read(file.text(), file.name());
    } catch (IOException e) {
      throw unreadable("plan", file, e);
    }
  }

  /** What a plan in that file names outside itself. */
  public static PlanContext context(SparkSession spark, TextFile file) {
    return new Context(spark, file::beside, new byte[0], false, List.of());
  }

  /** A file on this machine's disk, or of the file systems that the session knows. */
  public static TextFile file(SparkSession spark, String pathOrUri) {
    return TextFile.of(pathOrUri, spark.sessionState().newHadoopConf());
  }

  /** The text of a file that a user named; refused where it cannot be read. */
  public static String text(TextFile file, String what) {
    try {
      return file.text();
    } catch (IOException e) {
      throw unreadable(what, file, e);
    }
  }

  private static IllegalArgumentException unreadable(String what, TextFile file, IOException e) {
    return Require.refusal(
        e,
        "the %s must be a readable file. Provided path: %s%s.",
        what,
        file,
        Causes.of(e).map(" (%s)"::formatted).orElse(""));
  }

  /** A plan as text. */
  public static Plan parse(SparkSession spark, String text, String origin) {
    return reader(spark, path -> file(spark, path), new byte[0]).read(text, origin);
  }

  /** A plan's text that is to become a file of that name. */
  public static Plan draft(SparkSession spark, String text, String pathOrUri) {
    TextFile file = file(spark, pathOrUri);
    return reader(spark, file::beside, new byte[0]).read(text, file.name());
  }

  /** The plan beside finished tables. */
  public static Plan beside(SparkSession spark, String name, String table) {
    Output folder = new Output(spark, name).requireNoFile();
    folder.require(table);
    return new PlanReader(
            new Context(spark, path -> file(spark, path), folder.attachment(), true, List.of()))
        .read(folder.plan(), folder + "/" + Output.PLAN);
  }

  private static PlanReader reader(
      SparkSession spark, Function<String, TextFile> files, byte[] attachment) {
    return new PlanReader(new Context(spark, files, attachment, false, List.of()));
  }

  /** Public tables through Spark. */
  private record Context(
      SparkSession spark,
      Function<String, TextFile> files,
      byte[] attachment,
      boolean isAsked,
      List<?> facets)
      implements PlanContext {
    @Override
    public TextFile file(String path) {
      return files.apply(path);
    }

    @Override
    public List<String> distinct(String table, String column) {
      return Inputs.distinct(spark, table, column);
    }

    @Override
    public BitSet[] select(ProductDomain domain, List<String> predicates) {
      return new DomainTable(spark, domain).select(predicates);
    }

    @Override
    public <T> Optional<T> facet(Class<T> type) {
      return facets.stream().filter(type::isInstance).<T>map(type::cast).findFirst();
    }
  }
}
