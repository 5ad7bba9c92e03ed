package org.sparkldp.jobs.source;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.StringType;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.SharedServer;
import org.sparkldp.sql.catalyst.Scala;
import scala.Function1;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/**
 * The table function {@code ldp_ask('DIR', 'SELECT ...')}: answers about the people of a collected
 * table. On a server that several people share, DIR must lie below a folder that the operator named
 * in {@value #FOLDERS} when the application started.
 */
final class AskFunction {
  /** Folders of collected tables, with commas. */
  static final String FOLDERS = "spark.ldp.tableFolders";

  private static final String NAME = "ldp_ask";

  static final Tuple3<FunctionIdentifier, ExpressionInfo, Function1<Seq<Expression>, LogicalPlan>>
      ENTRY =
          new Tuple3<>(
              new FunctionIdentifier(NAME),
              new ExpressionInfo(AskFunction.class.getName(), NAME),
              new AbstractFunction1<>() {
                @Override
                public LogicalPlan apply(Seq<Expression> given) {
                  return answers(Scala.list(given));
                }
              });

  private AskFunction() {}

  private static LogicalPlan answers(List<Expression> given) {
    Require.that(
            given.size() == 2
                && given.stream().allMatch(e -> e.foldable() && e.dataType() instanceof StringType))
        .orRefuse(
            "ldp_ask takes two constant texts, the folder of a collected table and a query over"
                + " people. Provided: %s arguments.",
            given.size());
    String folder = String.valueOf(given.get(0).eval(null));
    SparkSession spark = SparkSession.active();
    if (SharedServer.isHere()) {
      requireNamed(spark, folder, SparkEnv.get().conf().get(FOLDERS, ""));
    }
    return FittedTable.read(spark, folder)
        .ask(spark, String.valueOf(given.get(1).eval(null)))
        .queryExecution()
        .analyzed();
  }

  /** Refuses a folder that lies below none of those that an operator named. */
  static void requireNamed(SparkSession spark, String folder, String named) {
    URI place = place(spark, folder);
    boolean isBelow =
        Arrays.stream(named.split(","))
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .map(text -> place(spark, text))
            .anyMatch(above -> (place + "/").startsWith(above + "/"));
    if (!isBelow) {
      throw new Refusal(
          Require.refusal(
                  "on a server that several people share, a collected table must lie below a folder"
                      + " that %s names when the application starts. Provided path: %s.",
                  FOLDERS, folder)
              .getMessage());
    }
  }

  /** Where a folder is, without steps up. */
  private static URI place(SparkSession spark, String folder) {
    return new Path(new Output(spark, folder).toString()).toUri().normalize();
  }
}
