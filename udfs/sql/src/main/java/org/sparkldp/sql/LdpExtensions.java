package org.sparkldp.sql;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistryBase;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.SparkPlan;
import org.sparkldp.sql.catalyst.BatchRule;
import org.sparkldp.sql.catalyst.Scala;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The door by which the functions enter a session. Being on the class path is enough (Spark finds
 * it as a service); where services are stripped, name it:
 *
 * <pre>{@code
 * --conf spark.sql.extensions=org.sparkldp.sql.LdpExtensions
 * }</pre>
 *
 * Entering twice does no harm.
 */
public final class LdpExtensions implements SparkSessionExtensionsProvider {

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    KeyLocation.requireKeyNotCopied(); // before the first report, and before the first function
    SharedServer.isHere(); // reads how the JVM was started before any SQL can say otherwise
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public KeyedLineage apply(SparkSession session) {
            return new KeyedLineage(session);
          }
        });
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public OwnIds apply(SparkSession session) {
            return new OwnIds();
          }
        });
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public StreamedDraws apply(SparkSession session) {
            return new StreamedDraws();
          }
        });
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public AddedReports apply(SparkSession session) {
            return new AddedReports(session);
          }
        });
    extensions.injectCheckRule(
        new AbstractFunction1<>() {
          @Override
          public RedrawnReports apply(SparkSession session) {
            return new RedrawnReports(session);
          }
        });
    extensions.injectResolutionRule(
        new AbstractFunction1<>() {
          @Override
          public ReportQuestion apply(SparkSession session) {
            return new ReportQuestion();
          }
        });
    // So that EXPLAIN shows what it does to plans that adapt, before they do.
    extensions.injectQueryStagePrepRule(
        new AbstractFunction1<>() {
          @Override
          public Rule<SparkPlan> apply(SparkSession session) {
            return new BatchRule().preColumnarTransitions();
          }
        });
    extensions.injectColumnar(
        new AbstractFunction1<>() {
          @Override
          public BatchRule apply(SparkSession session) {
            return new BatchRule();
          }
        });
    register();
    return BoxedUnit.UNIT;
  }

  /** As Spark's own functions are: a permanent view may use no others without a database. */
  private static void register() {
    FunctionRegistryBase<Expression> own = FunctionRegistry$.MODULE$.builtin();
    for (LdpFunctions.SqlFunction function : LdpFunctions.ALL) {
      if (!own.functionExists(function.identifier())) {
        own.registerFunction(function.identifier(), function.info(), function.calls(Scala::list));
      }
    }
  }
}
