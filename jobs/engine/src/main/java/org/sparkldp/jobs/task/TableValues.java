package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.collected.TableColumn;
import org.sparkldp.jobs.collected.TableSchema;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Repeatable;
import org.sparkldp.protocols.check.Require;

/**
 * Several columns of each person, of which the protocol asks a few together.
 *
 * @param schema the columns in the cells of the plan
 * @param ask the tables by their columns; none where they are to be chosen
 */
public record TableValues(TableSchema schema, List<List<String>> ask) implements Values {
  static final String ASK = "ask";
  static final String LABEL = "label";
  static final String IMPOSSIBLE = "impossible";
  private static final String ATTRIBUTES = "attributes";

  static TableValues read(Settings plan, OutsideRule outside) {
    for (String many : List.of("period", "reports_per_person")) {
      if (plan.has(many) && !List.of("", "1").contains(plan.string(many))) {
        throw plan.mistake(
            many,
            "a person of a table must answer once, because its answers take reports for those of"
                + " different people. Provided: %s = %s; leave it out.",
            many,
            plan.string(many));
      }
    }
    List<TableColumn> given = plan.sections(ATTRIBUTES, TableColumn.class);
    boolean isNamed = plan.has(ASK);
    List<TableColumn> columns =
        isNamed ? given : given.stream().map(TableColumn::joinable).toList();
    TableSchema schema =
        plan.at(
            ATTRIBUTES,
            () ->
                new TableSchema(
                    columns.stream()
                        .map(
                            each ->
                                TableAttribute.of(
                                    each, outside.isCategory(), outside.keepsMissing()))
                        .toList(),
                    "",
                    List.of()));
    List<List<String>> ask =
        isNamed ? plan.at(ASK, () -> requireTables(schema.names(), plan.lists(ASK))) : List.of();
    List<TableSchema.Never> impossible =
        plan.has(IMPOSSIBLE)
            ? plan.at(
                IMPOSSIBLE,
                () ->
                    plan.texts(IMPOSSIBLE).stream()
                        .map(predicate -> never(plan, schema, predicate))
                        .toList())
            : List.of();
    String label = plan.has(LABEL) ? plan.text(LABEL) : "";
    return plan.at(
        label.isEmpty() ? ATTRIBUTES : LABEL,
        () -> new TableValues(new TableSchema(schema.attributes(), label, impossible), ask));
  }

  private static List<List<String>> requireTables(List<String> names, List<List<String>> ask) {
    for (List<String> table : ask) {
      Require.that(
              !table.isEmpty()
                  && names.containsAll(table)
                  && table.stream().distinct().count() == table.size())
          .orRefuse(
              "ask must name tables of different attributes, of %s. Provided: %s.", names, table);
    }
    List<String> left = new ArrayList<>(names);
    ask.forEach(left::removeAll);
    Require.that(!ask.isEmpty() && left.isEmpty())
        .orRefuse(
            "ask must name each attribute in some table. Missing: %s; leave out attributes that"
                + " nobody is asked about, or leave out ask, and tables are chosen.",
            left);
    return ask;
  }

  private static TableSchema.Never never(Settings plan, TableSchema schema, String predicate) {
    Expression parsed = parsed(predicate);
    List<Integer> named =
        IntStream.range(0, schema.attributes().size())
            .filter(a -> names(parsed, schema.names().get(a)))
            .boxed()
            .toList();
    Require.that(!named.isEmpty())
        .orRefuse(
            "impossible must name attributes of the plan. Provided: %s ; attributes: %s.",
            predicate, schema.names());
    BitSet items = plan.context().select(schema.planned(named), List.of(predicate))[0];
    return new TableSchema.Never(predicate, named, items.stream().boxed().toList());
  }

  private static boolean names(Expression parsed, String column) {
    return Repeatable.contains(
        parsed,
        part -> part instanceof UnresolvedAttribute of && of.name().equalsIgnoreCase(column));
  }

  private static Expression parsed(String predicate) {
    try {
      return CatalystSqlParser$.MODULE$.parseExpression(predicate);
    } catch (Exception e) {
      // Parse exceptions are checked in Scala, so Java cannot name them in a catch of its own.
      if (e instanceof AnalysisException analysis) {
        throw Require.refusal(
            e,
            "impossible must be SQL predicates. Provided: %s ; %s.",
            predicate,
            analysis.getSimpleMessage().lines().findFirst().orElse(""));
      }
      throw e;
    }
  }

  /** The parameters of the protocol that the plan decides. */
  Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(
        ATTRIBUTES,
        schema.attributes().stream().map(TableAttribute::asked).collect(Collectors.joining("_")));
    if (!ask.isEmpty()) {
      parameters.put(ASK, ask.stream().map(this::numbers).collect(Collectors.joining(".")));
    } else if (!schema.label().isEmpty()) {
      parameters.put(LABEL, Integer.toString(columns().indexOf(schema.label())));
    }
    return parameters;
  }

  private String numbers(List<String> table) {
    return new TreeSet<>(table.stream().map(columns()::indexOf).toList())
        .stream().map(Object::toString).collect(Collectors.joining("-"));
  }

  @Override
  public List<String> columns() {
    return schema.names();
  }

  @Override
  public List<Attribute> attributes() {
    return schema.attributes().stream().map(each -> each.column().attribute()).toList();
  }

  @Override
  public Map<String, DataType> types() {
    return Columns.types(attributes());
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(
        ATTRIBUTES, schema.attributes().stream().map(each -> Keys.written(each.column())).toList());
    if (!ask.isEmpty()) {
      settings.put(ASK, ask);
    }
    if (!schema.label().isEmpty()) {
      settings.put(LABEL, schema.label());
    }
    if (!schema.impossible().isEmpty()) {
      settings.put(
          IMPOSSIBLE, schema.impossible().stream().map(TableSchema.Never::predicate).toList());
    }
    return settings;
  }

  @Override
  public Optional<Map<String, Object>> onDevices(Plan plan) {
    return Optional.of(
        Map.of("table", schema.attributes().stream().map(TableValues::onDevices).toList()));
  }

  /** What finds a value's coordinate on a device. */
  private static Map<String, Object> onDevices(TableAttribute attribute) {
    Map<String, Object> keys =
        ItemValues.onDevices(attribute.column().attribute(), attribute.domain());
    keys.put("size", attribute.planned() + (attribute.hasMissing() ? 1 : 0));
    if (attribute.hasMissing()) {
      keys.put("missing", attribute.apart());
    }
    if (attribute.hasOutside()) {
      keys.put("other", attribute.apart());
    }
    if (attribute.isSummed()) {
      keys.put("place", 1);
    }
    attribute.digits().ifPresent(digits -> keys.put("digits", digits));
    return keys;
  }

  /** What the protocol takes: a coordinate of each column. */
  @Override
  public Optional<Column> number(Plan plan, StructType table, Column id) {
    return Optional.of(
        array(
            schema.attributes().stream()
                .map(each -> each.coordinate(table))
                .toArray(Column[]::new)));
  }

  @Override
  public Column item(Plan plan, StructType table, Column number) {
    return NumberValues.accepted(plan, number, lit(0L));
  }

  @Override
  public Column isOutside(Plan plan, StructType table, Column item) {
    return outside(table, false).values().stream().reduce(Column::or).orElseThrow();
  }

  @Override
  public Map<String, Column> outside(Plan plan, StructType table) {
    return outside(table, plan.outside().keepsMissing());
  }

  private Map<String, Column> outside(StructType table, boolean keepsMissing) {
    Map<String, Column> outside = new LinkedHashMap<>();
    for (TableAttribute each : schema.attributes()) {
      TableAttribute known = TableAttribute.of(each.column(), false, keepsMissing);
      outside.put(each.name(), known.level(table).equalTo(OUTSIDE));
    }
    return outside;
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, id};
  }
}
