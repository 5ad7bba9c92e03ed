package org.sparkldp.jobs.source;

import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.execution.streaming.Sink;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.sources.RelationProvider;
import org.apache.spark.sql.sources.SchemaRelationProvider;
import org.apache.spark.sql.sources.StreamSinkProvider;
import org.apache.spark.sql.streaming.OutputMode;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.exit.Ended;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * The data source {@code ldp}: writing to it runs a plan over the rows that are written, reading it
 * gives the plan's estimates. So whoever has only SQL or a DataFrame has the safe path of {@code
 * ldp run}: once only, late rows, the ledger.
 *
 * <pre>{@code
 * CREATE TABLE countries USING ldp OPTIONS (plan 'country.conf', output '/lake/ldp/country')
 *   AS SELECT id, country FROM people;
 * SELECT * FROM countries;
 * }</pre>
 *
 * <p>Options: {@link SourceRequest}. What was drawn lies under {@code output}, outside of the
 * table's own location, so dropping the table deletes nothing, and making it again draws nobody
 * again. Rows that are appended ask those who came later; of a folder that stands, ignore asks
 * nobody and errorifexists ends; overwrite is refused, because what was drawn stays. Errors: {@link
 * Ended}, one sentence.
 */
public final class LdpSource
    implements CreatableRelationProvider,
        SchemaRelationProvider,
        RelationProvider,
        StreamSinkProvider,
        DataSourceRegister {

  @Override
  public String shortName() {
    return "ldp";
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context, SaveMode mode, Map<String, String> options, Dataset<Row> people) {
    return saying(
        () -> {
          SourceRequest question = question(context, options);
          if (question.takes(mode)) {
            question.ask(people);
          }
          return new AnswersRelation(context, question, question.written().schema(question), true);
        });
  }

  @Override
  public BaseRelation createRelation(SQLContext context, Map<String, String> options) {
    return saying(
        () -> {
          SourceRequest question = question(context, options);
          // Also of CREATE TABLE without AS, whose options are those of writing; that scans
          // nothing.
          return new AnswersRelation(context, question, question.show().schema(question), false);
        });
  }

  /** A table of the catalogue, which knows its columns. */
  @Override
  public BaseRelation createRelation(
      SQLContext context, Map<String, String> options, StructType schema) {
    return saying(() -> new AnswersRelation(context, question(context, options), schema, true));
  }

  /** Refuses a stream, whose batches are written one by one. */
  @SuppressWarnings({"MissingOverride", "DoNotCallSuggester"}) // of Scala 2.13; the next is of 2.12
  public Sink createSink(
      SQLContext context, Map<String, String> options, Seq<String> columns, OutputMode mode) {
    throw ofStream();
  }

  @SuppressWarnings({"MissingOverride", "DoNotCallSuggester"})
  public Sink createSink(
      SQLContext context,
      Map<String, String> options,
      scala.collection.Seq<String> columns,
      OutputMode mode) {
    throw ofStream();
  }

  private static Ended ofStream() {
    return Ended.of(
        Require.refusal(
            "the source ldp is written batch by batch. Provided: a stream; write each batch of it in"
                + " foreachBatch, or run `ldp run --stream`."));
  }

  /** Spark's options know no case. */
  private static SourceRequest question(SQLContext context, Map<String, String> options) {
    SourceRequest.requireKnown(Scala.map(options).keySet());
    return SourceRequest.of(context.sparkSession(), name -> options.get(name).getOrElse(() -> ""));
  }

  /**
   * Refuses to replace; not where the source is made, for Spark overwrites whatever table it makes.
   */
  static void requireAdding(boolean isOverwrite) {
    saying(
        () -> {
          Require.that(!isOverwrite)
              .orRefuse(
                  "the source ldp keeps what was drawn, for a person is asked once only. Provided:"
                      + " overwrite; append, or name another output.");
          return null;
        });
  }

  static <T> T saying(Supplier<T> step) {
    try {
      return step.get();
    } catch (Exception | Error failure) { // Spark's too, which Scala does not declare
      throw Ended.of(failure);
    }
  }
}
