package org.sparkldp.sql;

import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.types.MetadataBuilder;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.sql.catalyst.ObjectCall;
import scala.Option;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/**
 * A report knows its question: the column that {@code ldp_randomize} makes carries the spec as
 * metadata, which Spark hands on through projections, other names, views, caches and Parquet files.
 * Who accumulates reports under another spec is refused; an estimate would be far off in silence.
 */
final class ReportQuestion extends Rule<LogicalPlan> {
  /** Of the metadata: the spec under which a column's reports were drawn. */
  static final String KEY = "ldp.spec";

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan.resolveOperatorsUp(
        new AbstractPartialFunction<>() {
          @Override
          public boolean isDefinedAt(LogicalPlan any) {
            return true;
          }

          @Override
          public LogicalPlan apply(LogicalPlan operator) {
            return operator.mapExpressions(MARKING);
          }
        });
  }

  private static final AbstractFunction1<Expression, Expression> MARKING =
      new AbstractFunction1<>() {
        @Override
        public Expression apply(Expression expression) {
          return expression instanceof Alias alias ? marked(alias) : expression;
        }
      };

  private static Alias marked(Alias alias) {
    Optional<String> spec = of(alias.child());
    if (spec.isEmpty() || of(alias).isPresent()) {
      return alias;
    }
    return new Alias(
        alias.child(),
        alias.name(),
        alias.exprId(),
        alias.qualifier(),
        Option.apply(
            new MetadataBuilder()
                .withMetadata(alias.metadata())
                .putString(KEY, spec.get())
                .build()),
        alias.nonInheritableMetadataKeys());
  }

  /** The spec that an expression's reports were drawn with, where it is known. */
  static Optional<String> of(Expression expression) {
    if (expression instanceof Cast cast) {
      return of(cast.child());
    }
    if (expression instanceof NamedExpression named
        && expression.resolved()
        && named.metadata().contains(KEY)) {
      return Optional.of(named.metadata().getString(KEY));
    }
    return expression instanceof ObjectCall call
            && call.target() instanceof RowRandomizer randomizer
        ? randomizer.question()
        : Optional.empty();
  }

  /** Refuses reports that were drawn with another spec; says once where that is not known. */
  static void require(String function, Protocol<?, ?> protocol, Expression report) {
    if (report.foldable()) {
      return; // made of constants
    }
    String spec = protocol.spec().toString();
    Optional<String> drawn = of(report);
    if (drawn.isEmpty()) {
      Advice.once(
          function + " " + spec + " " + report.sql(),
          function
              + "(report, '"
              + spec
              + "'): nothing says with which spec these reports were drawn, so nobody can see if it"
              + " was another one, whose estimates would be wrong. A column that ldp_randomize made"
              + " knows it, also from a view or a Parquet file.");
    } else if (!drawn.get().equals(spec)) {
      throw LdpErrors.invalid(
          function,
          "reports must be accumulated under the spec that they were drawn with. Provided value: "
              + spec
              + ", for reports of "
              + drawn.get()
              + ".",
          "spec");
    }
  }
}
