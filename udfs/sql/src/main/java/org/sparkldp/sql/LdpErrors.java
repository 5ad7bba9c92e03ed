package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.QueryContext;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.errors.QueryCompilationErrors;
import org.sparkldp.sql.catalyst.Scala;
import scala.Option;
import scala.collection.immutable.Map$;

/**
 * Every refusal of the SQL floor, raised at analysis on the driver under Spark's own conditions and
 * SQLSTATEs. Messages hold parameters and types, never data. Methods throw; their declared result
 * lets callers write {@code throw} where the compiler must see that nothing follows.
 */
final class LdpErrors {
  private LdpErrors() {}

  /** DATATYPE_MISMATCH.INVALID_ARG_VALUE: a constant that the protocols floor refuses. */
  static RuntimeException invalidArgument(String function, String sentence) {
    return mismatch("INVALID_ARG_VALUE", function, sentence);
  }

  /** DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE: an argument of a type that is not taken. */
  static RuntimeException unexpectedType(
      String function, String argument, String required, Expression given) {
    return mismatch(
        "UNEXPECTED_INPUT_TYPE",
        function,
        "The argument "
            + argument
            + " must be "
            + required
            + ". Provided type: "
            + given.dataType().sql()
            + ".");
  }

  /** DATATYPE_MISMATCH.NON_FOLDABLE_INPUT: an argument that must be a constant. */
  static RuntimeException notConstant(String function, String argument) {
    return mismatch(
        "NON_FOLDABLE_INPUT",
        function,
        "The argument " + argument + " must be a constant, the same for all rows.");
  }

  /** WRONG_NUM_ARGS. */
  static RuntimeException wrongNumberOfArguments(String function, int given, Object... expected) {
    Throwable error =
        QueryCompilationErrors.wrongNumArgsError(
            function,
            Scala.seq(List.of(expected)),
            given,
            QueryCompilationErrors.wrongNumArgsError$default$4(),
            QueryCompilationErrors.wrongNumArgsError$default$5(),
            QueryCompilationErrors.wrongNumArgsError$default$6());
    throw unchecked(error);
  }

  private static RuntimeException mismatch(String kind, String function, String sentence) {
    String condition = "DATATYPE_MISMATCH." + kind;
    // Connect's clients write a condition's message anew, in Spark's words, and ours would be lost.
    throw unchecked(
        new AnalysisException(
            "[" + condition + "] Cannot resolve " + function + ". " + sentence + " SQLSTATE: 42K09",
            Option.empty(),
            Option.empty(),
            Option.empty(),
            SharedServer.isConnectAsking() ? Option.empty() : Option.apply(condition),
            Map$.MODULE$.empty(),
            new QueryContext[0],
            Option.apply("42K09"),
            Option.empty()));
  }

  /**
   * Catalyst's builders declare nothing, as Scala has no checked exceptions; so the method declares
   * it for javac.
   */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException unchecked(Throwable error) throws E {
    throw (E) error;
  }
}
