package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.TextBasedFileFormat;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * Settings of Spark's readers under which people are left out of a table, or a value of theirs is
 * missing, without a word: the one list of them. A table is refused under any of them, in the
 * session as it is now and in the options of each relation that its query reads.
 *
 * <p>A relation behind an RDD, a checkpoint or a cache is not seen: no plan shows its options.
 */
public final class ReadSettings {
  /**
   * A setting that is refused.
   *
   * @param refused the value that is; or, after {@code !}, the only one that is not
   */
  private record Rule(String name, String refused) {
    void require(String value, String place) {
      if (value == null) {
        return;
      }
      boolean isAny = refused.startsWith("!");
      boolean isNamed = value.strip().equalsIgnoreCase(isAny ? refused.substring(1) : refused);
      Require.that(isNamed == isAny)
          .orRefuse(
              "tables must be read whole, or people would be left out, or asked twice, without a"
                  + " word. Provided: %s in %s; leave it out.",
              isAny ? name : name + "=" + refused, place);
    }
  }

  private static List<Rule> rules(String lines) {
    return lines.lines().map(line -> new Rule(line.split(" ")[0], line.split(" ")[1])).toList();
  }

  private static final List<Rule> OF_SESSIONS =
      rules(
          """
          spark.sql.files.ignoreCorruptFiles true
          spark.sql.files.ignoreMissingFiles true
          spark.sql.files.ignoreInvalidPartitionPaths true
          spark.sql.hive.verifyPartitionPath true
          spark.sql.parquet.fieldId.read.ignoreMissing true
          spark.sql.caseSensitive true
          spark.sql.columnNameOfCorruptRecord !_corrupt_record
          """);

  /** Of those with tables of texts. */
  private static final List<Rule> OF_TEXTS = rules("spark.sql.legacy.timeParserPolicy LEGACY");

  private static final List<Rule> OF_APPLICATIONS =
      rules("spark.files.ignoreCorruptFiles true\nspark.files.ignoreMissingFiles true");

  private static final List<Rule> OF_HADOOP =
      rules(
          """
          mapreduce.input.pathFilter.class !
          mapreduce.input.linerecordreader.line.maxlength !2147483647
          avro.mapred.ignore.inputs.without.extension true
          orc.skip.corrupt.data true
          hive.exec.orc.skip.corrupt.data true
          orc.force.positional.evolution true
          """);

  /** Of readers; no case is another. */
  private static final List<Rule> OF_READERS =
      rules(
          """
          ignoreCorruptFiles true
          ignoreMissingFiles true
          ignoreInvalidPartitionPaths true
          columnNameOfCorruptRecord !_corrupt_record
          mode DROPMALFORMED
          samplingRatio !1.0
          modifiedAfter !
          modifiedBefore !
          ignoreExtension false
          fileNameOnly true
          failOnDataLoss false
          skipChangeCommits true
          ignoreChanges true
          excludeRegex !
          streaming-skip-overwrite-snapshots true
          """);

  private ReadSettings() {}

  /** Refuses a session in which any table might be read in part. */
  public static void require(SparkSession session) {
    require(OF_SESSIONS, conf(session), "the session");
    require(
        OF_APPLICATIONS,
        name -> session.sparkContext().getConf().get(name, null),
        "the application");
    require(OF_HADOOP, session.sessionState().newHadoopConf()::get, "the session");
  }

  /** Refuses a table that might be read in part: by its session as it is now, or by a relation. */
  public static void require(Dataset<Row> table) {
    require(table.sparkSession());
    leaves(table).forEach(leaf -> require(leaf, table.sparkSession()));
  }

  /** What a table's query reads, subqueries included. */
  public static List<LogicalPlan> leaves(Dataset<Row> table) {
    LogicalPlan query = table.queryExecution().analyzed();
    List<LogicalPlan> leaves = new ArrayList<>(Scala.list(query.collectLeaves()));
    Scala.list(query.subqueriesAll())
        .forEach(part -> leaves.addAll(Scala.list(part.collectLeaves())));
    return leaves;
  }

  private static void require(LogicalPlan leaf, SparkSession session) {
    if (leaf instanceof LogicalRelation relation
        && relation.relation() instanceof HadoopFsRelation files) {
      require(files.sparkSession()); // of a view that another session has made
      requireReader(Scala.map(files.options()));
      Configuration hadoop =
          files.sparkSession().sessionState().newHadoopConfWithOptions(files.options());
      require(OF_HADOOP, hadoop::get, "the options of a reader");
      requireTexts(files.fileFormat().getClass(), session);
    } else if (leaf instanceof DataSourceV2Relation relation) {
      requireReader(relation.options().asCaseSensitiveMap());
      if (relation.table()
          instanceof org.apache.spark.sql.execution.datasources.v2.FileTable files) {
        requireTexts(files.fallbackFileFormat(), session);
      }
    } else if (leaf instanceof HiveTableRelation relation) {
      requireReader(Scala.map(relation.tableMeta().storage().properties()));
    }
  }

  private static void requireTexts(Class<?> format, SparkSession session) {
    if (TextBasedFileFormat.class.isAssignableFrom(format)) {
      require(OF_TEXTS, conf(session), "the session");
    }
  }

  private static void requireReader(Map<String, String> options) {
    Map<String, String> inAnyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    inAnyCase.putAll(options);
    require(OF_READERS, inAnyCase::get, "the options of a reader");
    require(OF_HADOOP, inAnyCase::get, "the options of a reader");
  }

  private static Function<String, String> conf(SparkSession session) {
    return name -> Scala.optional(session.conf().getOption(name)).orElse(null);
  }

  private static void require(List<Rule> rules, Function<String, String> settings, String place) {
    rules.forEach(rule -> rule.require(settings.apply(rule.name), place));
  }
}
