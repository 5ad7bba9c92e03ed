package org.sparkldp.jobs.source;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StringType;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.exit.Ended;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.SharedServer;
import org.sparkldp.sql.catalyst.Scala;
import scala.Function1;
import scala.Tuple3;
import scala.collection.Seq;
import scala.runtime.AbstractFunction1;

/**
 * The table functions of a collected table: {@code ldp_ask('DIR', 'SELECT ...')} answers about its
 * people, and {@code ldp_synthesize('DIR', rows[, copies[, seed]])} draws synthetic ones. On a
 * server that several people share, DIR must lie below a folder that the operator named in {@value
 * #FOLDERS} when the application started.
 */
final class TableFunctions {
  /** Folders of collected tables, with commas. */
  static final String FOLDERS = "spark.ldp.tableFolders";

  private TableFunctions() {}

  static void register(SparkSessionExtensions extensions) {
    extensions.injectTableFunction(entry("ldp_ask", TableFunctions::answers));
    extensions.injectTableFunction(entry("ldp_synthesize", TableFunctions::people));
  }

  /** A function by its name; {@code S} is the sequence that this line's Scala takes. */
  private static <S> Tuple3<FunctionIdentifier, ExpressionInfo, Function1<S, LogicalPlan>> entry(
      String name, Function<List<Expression>, LogicalPlan> builder) {
    return new Tuple3<>(
        new FunctionIdentifier(name),
        new ExpressionInfo(TableFunctions.class.getName(), name),
        new AbstractFunction1<>() {
          @Override
          @SuppressWarnings("unchecked") // each line calls it with its own sequence
          public LogicalPlan apply(S given) {
            try {
              return builder.apply(Scala.list((Seq<Expression>) given));
            } catch (RuntimeException failure) {
              throw Ended.of(failure);
            }
          }
        });
  }

  private static LogicalPlan answers(List<Expression> given) {
    Require.that(given.size() == 2 && isText(given.get(0)) && isText(given.get(1)))
        .orRefuse(
            "ldp_ask takes two constant texts, the folder of a collected table and a query over"
                + " people. Provided: %s arguments.",
            given.size());
    SparkSession spark = SparkSession.active();
    return table(spark, given.get(0))
        .ask(spark, String.valueOf(given.get(1).eval(null)))
        .queryExecution()
        .analyzed();
  }

  private static LogicalPlan people(List<Expression> given) {
    boolean areNumbers =
        given.stream().skip(1).allMatch(e -> e.foldable() && e.dataType() instanceof IntegralType);
    Require.that(given.size() >= 2 && given.size() <= 4 && isText(given.get(0)) && areNumbers)
        .orRefuse(
            "ldp_synthesize takes constants: the folder of a collected table, the number of rows,"
                + " and perhaps of copies and a seed. Provided: %s arguments.",
            given.size());
    SparkSession spark = SparkSession.active();
    return table(spark, given.get(0))
        .synthesize(
            spark, number(given, 1, 0), Math.toIntExact(number(given, 2, 0)), number(given, 3, 1))
        .queryExecution()
        .analyzed();
  }

  private static boolean isText(Expression e) {
    return e.foldable() && e.dataType() instanceof StringType;
  }

  private static long number(List<Expression> given, int place, long otherwise) {
    Object value = place < given.size() ? given.get(place).eval(null) : null;
    return value instanceof Number number ? number.longValue() : otherwise;
  }

  private static FittedTable table(SparkSession spark, Expression given) {
    String folder = String.valueOf(given.eval(null));
    SourceRequest.obeying(SharedServer::requireNoFreeKey);
    if (SharedServer.isHere()) {
      requireNamed(spark, folder, SparkEnv.get().conf().get(FOLDERS, ""));
    }
    return FittedTable.read(spark, folder);
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
    SourceRequest.obeying(
        () ->
            Require.that(isBelow)
                .orRefuse(
                    "on a server that several people share, a collected table must lie below a"
                        + " folder that %s names when the application starts. Provided path: %s.",
                    FOLDERS, folder));
  }

  /** Where a folder is, without steps up. */
  private static URI place(SparkSession spark, String folder) {
    return new Path(new Output(spark, folder).toString()).toUri().normalize();
  }
}
