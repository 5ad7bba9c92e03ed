package org.sparkldp.sql;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationDef;
import org.apache.spark.sql.catalyst.plans.logical.CTERelationRef;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.types.MetadataBuilder;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.sql.catalyst.SparkLine;
import scala.Option;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractPartialFunction;

/**
 * A report knows its question: the column that {@code ldp_randomize} makes carries the spec as
 * metadata, which Spark hands on through projections, other names, views, caches and Parquet files.
 * Who accumulates reports under another spec is refused; an estimate would be far off in silence.
 * In the same way columns of item numbers, reports and accumulators carry their items.
 */
final class ReportQuestion extends Rule<LogicalPlan> {
  /** Of the metadata: the spec under which a column's reports were drawn. */
  static final String KEY = "ldp.spec";

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return marked(plan, new HashMap<>());
  }

  /**
   * @param named what queries that WITH names give. Spark hands it to their readers before it is
   *     marked
   */
  private static LogicalPlan marked(LogicalPlan plan, Map<ExprId, Expression> named) {
    return plan.resolveOperatorsUp(
        new AbstractPartialFunction<>() {
          @Override
          public boolean isDefinedAt(LogicalPlan any) {
            return true;
          }

          @Override
          public LogicalPlan apply(LogicalPlan operator) {
            LogicalPlan marked =
                operator.mapExpressions(
                    new AbstractFunction1<Expression, Expression>() {
                      @Override
                      public Expression apply(Expression expression) {
                        return marked(expression, operator, named);
                      }
                    });
            if (marked instanceof CTERelationDef query && query.resolved()) {
              Scala.list(query.output()).forEach(column -> named.put(column.exprId(), column));
            }
            return marked;
          }
        });
  }

  private static Expression marked(
      Expression expression, LogicalPlan operator, Map<ExprId, Expression> named) {
    if (operator instanceof CTERelationRef && expression instanceof Attribute column) {
      return named.getOrDefault(column.exprId(), column);
    }
    Expression inside =
        named.isEmpty()
            ? expression
            : expression.transform(
                new AbstractPartialFunction<>() {
                  @Override
                  public boolean isDefinedAt(Expression part) {
                    return part instanceof SubqueryExpression;
                  }

                  @Override
                  public Expression apply(Expression part) {
                    SubqueryExpression query = (SubqueryExpression) part;
                    return query.withNewPlan(marked(query.plan(), named));
                  }
                });
    return inside instanceof Alias alias ? marked(alias, operator) : inside;
  }

  private static Alias marked(Alias alias, LogicalPlan operator) {
    Expression source = alias.child();
    if (source instanceof AttributeReference column && operator.childrenResolved()) {
      // A function of SQL becomes an operator below, which was marked after this one named it.
      source =
          Scala.list(operator.children()).stream()
              .flatMap(child -> Scala.list(child.output()).stream())
              .filter(below -> below.exprId().equals(column.exprId()))
              .findFirst()
              .orElse((Attribute) column);
    }
    Optional<String> spec = of(source);
    Optional<ItemNames> items = items(source);
    if (spec.equals(of(alias)) && items.equals(items(alias))) {
      return alias;
    }
    MetadataBuilder metadata = new MetadataBuilder().withMetadata(alias.metadata());
    spec.ifPresent(text -> metadata.putString(KEY, text));
    items.ifPresent(names -> names.into(metadata));
    return new Alias(
        alias.child(),
        alias.name(),
        alias.exprId(),
        alias.qualifier(),
        Option.apply(metadata.build()),
        alias.nonInheritableMetadataKeys());
  }

  /** The spec that an expression's reports were drawn with, where it is known. */
  static Optional<String> of(Expression given) {
    Expression expression = SparkLine.called(given);
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

  /** The items that item numbers, reports or an accumulator are of, where they are known. */
  static Optional<ItemNames> items(Expression given) {
    Expression expression = SparkLine.called(given);
    if (expression instanceof Cast cast) {
      return items(cast.child());
    }
    if (expression instanceof NamedExpression named && expression.resolved()) {
      return ItemNames.of(named.metadata());
    }
    if (expression instanceof AggregateExpression aggregate
        && aggregate.aggregateFunction() instanceof Accumulating sums) {
      return items(sums.arguments().get(0));
    }
    return expression instanceof ObjectCall call && call.target() instanceof RowRandomizer
        ? items(Scala.<Expression>list(call.children()).get(0))
        : Items.of(expression).map(Items::names);
  }

  /** Refuses reports that were drawn with another spec; says once where that is not known. */
  static void require(String function, Protocol<?, ?> protocol, Expression report) {
    String spec = protocol.spec().toString();
    if (report.foldable() || SparkLine.body(report).contains(spec)) {
      return; // made of constants, or by a function that names the spec
    }
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
