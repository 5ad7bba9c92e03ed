package org.sparkldp.jobs.source;

import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.plans.logical.InsertIntoStatement;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.InsertIntoDataSourceCommand;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Lets {@code INSERT INTO} a table of the source {@link LdpSource ldp} take rows of people, whose
 * columns are not those of the estimates that the table shows. Spark finds it as a service; without
 * it, write by {@code CREATE TABLE ... AS SELECT} or from a DataFrame.
 */
public final class SourceExtensions implements SparkSessionExtensionsProvider {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    extensions.injectResolutionRule(
        new AbstractFunction1<>() {
          @Override
          public Rule<LogicalPlan> apply(SparkSession session) {
            return new PeopleInserted();
          }
        });
    TableFunctions.register(extensions);
    return BoxedUnit.UNIT;
  }

  /** Before Spark casts the query to the columns of the table. */
  private static final class PeopleInserted extends Rule<LogicalPlan> {
    @Override
    public LogicalPlan apply(LogicalPlan plan) {
      if (plan instanceof SaveIntoDataSourceCommand save
          && save.dataSource() instanceof LdpSource) {
        LdpSource.requireAdding(save.mode() == SaveMode.Overwrite);
      }
      return plan instanceof InsertIntoStatement insert
              && insert.table() instanceof LogicalRelation table
              && table.relation() instanceof AnswersRelation
              && insert.query().resolved()
          ? new InsertIntoDataSourceCommand(table, insert.query(), insert.overwrite())
          : plan;
    }
  }
}
