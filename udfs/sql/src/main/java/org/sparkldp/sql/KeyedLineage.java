package org.sparkldp.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.HiveTableRelation;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.plans.QueryPlan;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.plans.logical.View;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.internal.SQLConf;
import org.sparkldp.sql.catalyst.Plans;
import org.sparkldp.sql.catalyst.Scala;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * The rule, checked on every analysed plan, that where attributes are {@link KeyedAttributes
 * restricted} a keyed report is of a person as stored: value and id are bare columns of one row of
 * one table of a catalogue, and the pinned ones where there is a pin. Otherwise the user could make
 * up the value, or the person, and undo reports.
 *
 * <p>A column is followed through projections that copy or rename it, filters, sorts, limits,
 * subqueries' names, views and joins. Anything else ends the way and is refused: constants, casts
 * and other expressions, VALUES, range, explode, aggregates, windows, unions, common table
 * expressions that are used twice, files by their paths. What stands in no list here is refused.
 */
final class KeyedLineage extends AbstractFunction1<LogicalPlan, BoxedUnit> {
  static final String SESSION_CATALOG = "spark_catalog";

  private static final String FUNCTION = "ldp_randomize";

  private final SparkSession session;

  KeyedLineage(SparkSession session) {
    this.session = session;
  }

  @Override
  public BoxedUnit apply(LogicalPlan plan) {
    Plans.operators(plan)
        .filter(operator -> !(operator instanceof LogicalPlan query) || query.resolved())
        .forEach(
            operator ->
                Plans.expressions(operator).forEach(expression -> check(expression, operator)));
    return BoxedUnit.UNIT;
  }

  private void check(Expression expression, QueryPlan<?> plan) {
    RowRandomizer.attribute(expression)
        .ifPresent(attribute -> require(attribute, Scala.list(expression.children()), plan));
  }

  /**
   * @param arguments value and id, each under the function's own cast
   */
  private void require(String attribute, List<Expression> arguments, QueryPlan<?> plan) {
    KeyedAttributes allowed =
        LdpErrors.refusing(FUNCTION, KeyedAttributes::here, KeyedAttributes.ENTRY);
    if (!allowed.isRestricted()) {
      return;
    }
    LdpErrors.refuse(FUNCTION, () -> allowed.require(attribute), "attribute");
    Expression value = arguments.get(0);
    KeyedAttributes.Pin stored =
        stored(
            source(Items.value(value), plan),
            source(arguments.get(1), plan),
            Items.of(value).map(items -> items.names().digest().substring(0, 16)).orElse(""));
    if (stored == null) {
      throw LdpErrors.invalid(
          FUNCTION,
          "value and id must be bare columns of one row of a stored table, for a made-up one could"
              + " undo reports. Provided attribute: "
              + attribute
              + "; name columns as they are stored, or let the job privatize make the reports.",
          "value",
          "id");
    }
    if (!allowed.allows(attribute, stored)) {
      throw LdpErrors.invalid(
          FUNCTION,
          "an attribute must be of the column, and by the id, that "
              + KeyedAttributes.ENTRY
              + " pins it to. Provided attribute: "
              + attribute
              + ", of "
              + stored
              + ".",
          "attribute");
    }
  }

  /**
   * The place where a value is stored.
   *
   * @param relation the place in the plan; columns of one place are of one row
   * @param column catalogue, database, table and column, in small letters
   */
  private record StoredColumn(LogicalPlan relation, List<String> column) {}

  /** Where two columns of a query are stored; null unless they are bare columns of one row. */
  KeyedAttributes.Pin stored(LogicalPlan plan, String value, String id) {
    return stored(source(value, plan), source(id, plan), "");
  }

  private static KeyedAttributes.Pin stored(StoredColumn value, StoredColumn id, String items) {
    return value == null || id == null || value.relation != id.relation
        ? null
        : new KeyedAttributes.Pin(value.column, id.column.get(id.column.size() - 1), items);
  }

  private StoredColumn source(String name, LogicalPlan plan) {
    List<Attribute> named =
        Scala.list(plan.output()).stream().filter(a -> a.name().equalsIgnoreCase(name)).toList();
    return named.size() == 1 ? source(named.get(0).exprId(), plan) : null;
  }

  private StoredColumn source(Expression argument, QueryPlan<?> plan) {
    Expression bare = argument instanceof Cast cast ? cast.child() : argument;
    if (!(bare instanceof AttributeReference attribute)) {
      return null;
    }
    for (Object child : Scala.list(plan.children())) {
      if (child instanceof LogicalPlan input && gives(input, attribute.exprId())) {
        return source(attribute.exprId(), input);
      }
    }
    return null;
  }

  private static boolean gives(LogicalPlan plan, ExprId id) {
    return attribute(plan, id) != null;
  }

  private static Attribute attribute(LogicalPlan plan, ExprId id) {
    for (Attribute attribute : Scala.list(plan.output())) {
      if (attribute.exprId().equals(id)) {
        return attribute;
      }
    }
    return null;
  }

  private StoredColumn source(ExprId id, LogicalPlan plan) {
    if (plan instanceof Project project) {
      ExprId below = renamed(id, project);
      return below == null ? null : source(below, project.child());
    }
    boolean isCopy =
        plan instanceof Filter
            || plan instanceof SubqueryAlias
            || plan instanceof View
            || plan instanceof Sort
            || plan instanceof GlobalLimit
            || plan instanceof LocalLimit
            || plan instanceof Join;
    if (isCopy) {
      for (LogicalPlan child : Scala.list(plan.children())) {
        if (gives(child, id)) {
          return source(id, child);
        }
      }
      return null;
    }
    List<String> table = table(plan);
    Attribute column = attribute(plan, id);
    if (table == null || column == null) {
      return null;
    }
    List<String> names = new ArrayList<>(table);
    names.add(column.name());
    return new StoredColumn(
        plan, names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
  }

  /** The column below a projection of which it is a copy; null if it is no copy. */
  private static ExprId renamed(ExprId id, Project project) {
    for (NamedExpression column : Scala.list(project.projectList())) {
      if (column.exprId().equals(id)) {
        Object source = column instanceof Alias alias ? unchanged(alias.child()) : column;
        return source instanceof AttributeReference attribute ? attribute.exprId() : null;
      }
    }
    return null;
  }

  /** Views cast their columns to the types that they had, which is nothing if they have them. */
  private static Expression unchanged(Expression expression) {
    return expression instanceof Cast cast && cast.dataType().equals(cast.child().dataType())
        ? cast.child()
        : expression;
  }

  /** Catalogue, database and table; null for what no catalogue holds. */
  private List<String> table(LogicalPlan plan) {
    if (plan instanceof LogicalRelation relation && relation.catalogTable().isDefined()) {
      return table(relation.catalogTable().get());
    }
    if (plan instanceof HiveTableRelation relation) {
      return table(relation.tableMeta());
    }
    if (plan instanceof DataSourceV2Relation relation
        && relation.catalog().isDefined()
        && relation.identifier().isDefined()
        && isOperators(relation.catalog().get().name())) {
      List<String> names = new ArrayList<>();
      names.add(relation.catalog().get().name());
      names.addAll(List.of(relation.identifier().get().namespace()));
      names.add(relation.identifier().get().name());
      return names;
    }
    return null;
  }

  private static List<String> table(CatalogTable table) {
    TableIdentifier name = table.identifier();
    return List.of(
        name.catalog().isDefined() ? name.catalog().get() : SESSION_CATALOG,
        name.database().isDefined() ? name.database().get() : "",
        name.table());
  }

  /** A session can define a catalogue of its own, with any tables in it. */
  private boolean isOperators(String catalog) {
    String entry = "spark.sql.catalog." + catalog;
    SparkConf conf = KeyLocation.conf();
    SQLConf settings = session.sessionState().conf();
    Map<String, String> all = Scala.map(settings.getAllConfs());
    return all.entrySet().stream()
        .filter(set -> set.getKey().equals(entry) || set.getKey().startsWith(entry + "."))
        .allMatch(set -> set.getValue().equals(conf.get(set.getKey(), null)));
  }
}
