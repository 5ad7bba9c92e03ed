package org.sparkldp.jobs.source;

import java.util.Arrays;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.sources.TableScan;
import org.apache.spark.sql.types.StructType;

/**
 * The answers to a question, as a table. Each scan reads what is in storage then; what is inserted
 * is people, who are asked.
 */
final class AnswersRelation extends BaseRelation implements TableScan, InsertableRelation {
  private final SQLContext context;
  private final SourceRequest question;
  private final StructType schema;
  private final boolean isTable;

  /**
   * Answers.
   *
   * @param isTable whether the options are of a table that is written too, not of one read
   */
  AnswersRelation(SQLContext context, SourceRequest question, StructType schema, boolean isTable) {
    this.context = context;
    this.question = question;
    this.schema = schema;
    this.isTable = isTable;
  }

  @Override
  public SQLContext sqlContext() {
    return context;
  }

  @Override
  public StructType schema() {
    return schema;
  }

  @Override
  public RDD<Row> buildScan() {
    return LdpSource.saying(
        () -> {
          if (!isTable) {
            question.requireReading();
          }
          return question
              .show()
              .of(question)
              .select(
                  Arrays.stream(schema.fieldNames())
                      .map(name -> functions.col("`" + name + "`"))
                      .toArray(Column[]::new))
              .rdd();
        });
  }

  @Override
  public void insert(Dataset<Row> people, boolean overwrite) {
    LdpSource.requireAdding(overwrite);
    LdpSource.saying(
        () -> {
          question.ask(people);
          return null;
        });
  }
}
