package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.collected.TableAttribute;
import org.sparkldp.jobs.collected.TableSchema;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Repeatable;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;

/**
 * Several columns of each person, of which the protocol asks a few together. Values outside, or
 * missing, are levels of a text's column as of any other domain's; a number has one level for both.
 *
 * @param all the columns, two or more
 * @param outside the plan's rule for values in no cell
 * @param ask the tables by their columns; none where they are to be chosen
 * @param label the column whose pairs are asked first
 * @param impossible what holds for nobody
 */
public record TableValues(
    List<TableColumn> all,
    OutsideRule outside,
    List<List<String>> ask,
    Optional<String> label,
    List<Never> impossible)
    implements Values {
  static final String ASK = "ask";
  static final String LABEL = "label";
  static final String IMPOSSIBLE = "impossible";
  private static final String ATTRIBUTES = "attributes";

  /**
   * What cannot be.
   *
   * @param predicate in SQL
   * @param columns that it names, by their numbers
   * @param items of their levels together for which it holds
   */
  record Never(String predicate, List<Integer> columns, BitSet items) {
    private static Never of(Settings plan, ProductDomain domain, String predicate) {
      List<Integer> columns =
          IntStream.range(0, domain.attributes().size())
              .filter(a -> names(predicate, domain.columns().get(a)))
              .boxed()
              .toList();
      Require.that(!columns.isEmpty())
          .orRefuse(
              "impossible must name attributes of the plan. Provided: %s ; attributes: %s.",
              predicate, domain.columns());
      BitSet[] items = plan.context().select(named(domain, columns), List.of(predicate));
      return new Never(predicate, columns, items[0]);
    }

    private static ProductDomain named(ProductDomain domain, List<Integer> columns) {
      List<Attribute> named = columns.stream().map(domain.attributes()::get).toList();
      return new ProductDomain(named, domain.hasOther(), domain.hasMissing());
    }

    private static boolean names(String predicate, String column) {
      try {
        return Repeatable.contains(
            CatalystSqlParser$.MODULE$.parseExpression(predicate),
            e -> e instanceof UnresolvedAttribute named && named.name().equalsIgnoreCase(column));
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
  }

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
    List<TableColumn> all = plan.sections(ATTRIBUTES, TableColumn.class);
    plan.at(ATTRIBUTES, () -> domain(all, outside)); // checks that the columns make a domain
    List<String> names = all.stream().map(TableColumn::column).toList();
    if (!Attribute.areOfDifferentColumns(all.stream().map(TableColumn::attribute).toList())) {
      throw plan.mistake(ATTRIBUTES, "attributes must be of different columns.");
    }
    List<List<String>> ask = plan.has(ASK) ? plan.lists(ASK) : List.of();
    if (plan.has(ASK)) {
      plan.at(ASK, () -> requireTables(names, ask));
    }
    Optional<String> label = plan.has(LABEL) ? Optional.of(plan.text(LABEL)) : Optional.empty();
    if (label.filter(one -> !names.contains(one)).isPresent()) {
      throw plan.mistake(
          LABEL, "label must be one of the attributes %s. Provided value: %s.", names, label.get());
    }
    ProductDomain domain = domain(all, outside);
    List<Never> impossible =
        plan.has(IMPOSSIBLE)
            ? plan.at(
                IMPOSSIBLE,
                () ->
                    plan.texts(IMPOSSIBLE).stream()
                        .map(predicate -> Never.of(plan, domain, predicate))
                        .toList())
            : List.of();
    return new TableValues(all, outside, ask, label, impossible);
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

  private static ProductDomain domain(List<TableColumn> all, OutsideRule outside) {
    return ProductDomain.of(all.stream().map(TableColumn::attribute).toList(), outside);
  }

  /** The columns with the levels that a plan's rule adds. */
  ProductDomain domain() {
    return domain(all, outside);
  }

  /** The parameters of the protocol that the plan decides. */
  Map<String, String> parameters() {
    boolean other = outside.isCategory();
    boolean missing = outside.keepsMissing();
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(
        ATTRIBUTES,
        all.stream().map(c -> c.asked(other, missing)).collect(Collectors.joining("_")));
    if (!ask.isEmpty()) {
      parameters.put(ASK, ask.stream().map(this::numbers).collect(Collectors.joining(".")));
    } else {
      label.ifPresent(name -> parameters.put(LABEL, Integer.toString(columns().indexOf(name))));
    }
    return parameters;
  }

  private String numbers(List<String> table) {
    return new TreeSet<>(table.stream().map(columns()::indexOf).toList())
        .stream().map(Object::toString).collect(Collectors.joining("-"));
  }

  @Override
  public List<String> columns() {
    return all.stream().map(TableColumn::column).toList();
  }

  @Override
  public List<Attribute> attributes() {
    return all.stream().map(TableColumn::attribute).toList();
  }

  @Override
  public Map<String, DataType> types() {
    return Columns.types(attributes());
  }

  @Override
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(ATTRIBUTES, all.stream().map(Keys::written).toList());
    if (!ask.isEmpty()) {
      settings.put(ASK, ask);
    }
    label.ifPresent(name -> settings.put(LABEL, name));
    if (!impossible.isEmpty()) {
      settings.put(IMPOSSIBLE, predicates());
    }
    return settings;
  }

  @Override
  public Optional<Map<String, Object>> onDevices(Plan plan) {
    return Optional.of(Map.of("table", all.stream().map(c -> c.onDevices(domain())).toList()));
  }

  /** What the protocol takes: a coordinate of each column. */
  @Override
  public Optional<Column> number(Plan plan, StructType schema, Column id) {
    ProductDomain domain = domain();
    return Optional.of(
        array(all.stream().map(c -> coordinate(c, domain, schema)).toArray(Column[]::new)));
  }

  private static Column coordinate(TableColumn column, ProductDomain domain, StructType schema) {
    int size = column.domain().size();
    Column level = Columns.level(column.attribute(), domain, schema);
    if (column.domain().kind() == Domain.ColumnKind.TEXT) {
      return level.cast(DataTypes.DoubleType);
    }
    Column inside = level.cast(DataTypes.DoubleType);
    if (column.sum()) {
      inside =
          LdpColumns.call(
              "ldp_place",
              column.domain(),
              "place",
              DataTypes.DoubleType,
              true,
              Columns.number(column.column(), schema),
              lit((double) OUTSIDE));
    }
    return coalesce(
        when(level.geq(lit((long) size)), lit(column.sum() ? size + 1.0 : size)).otherwise(inside),
        lit((double) OUTSIDE));
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    return NumberValues.accepted(plan, number, lit(0L));
  }

  @Override
  public Column isOutside(Plan plan, StructType schema, Column item) {
    ProductDomain known = domain(all, OutsideRule.FAIL);
    return known.attributes().stream()
        .map(attribute -> Columns.level(attribute, known, schema).equalTo(OUTSIDE))
        .reduce(Column::or)
        .orElseThrow();
  }

  @Override
  public Column[] arguments(boolean isKeyed, Column item, Column number, Column id) {
    return new Column[] {number, id};
  }

  /**
   * The columns of the table that answers are about.
   *
   * @param groups of each column and each of its cells the group that is asked
   */
  TableSchema schema(List<int[]> groups) {
    List<TableAttribute> attributes =
        IntStream.range(0, all.size())
            .mapToObj(a -> attribute(all.get(a), groups.get(a)))
            .map(each -> isOutsideMissing(each) ? each.withOutside() : each)
            .toList();
    return new TableSchema(
        attributes,
        label.orElse(""),
        impossible.stream().map(each -> never(each, attributes, groups)).toList());
  }

  private List<String> predicates() {
    return impossible.stream().map(Never::predicate).toList();
  }

  /** A cell cannot be where nobody can be in any part of it. */
  private TableSchema.Never never(
      Never never, List<TableAttribute> attributes, List<int[]> groups) {
    ProductDomain named = Never.named(domain(), never.columns);
    List<Integer> sizes = never.columns.stream().map(a -> attributes.get(a).levels()).toList();
    BitSet cells = new BitSet();
    cells.set(0, sizes.stream().reduce(1, (x, y) -> x * y));
    for (int item = 0; item < named.size(); item++) {
      if (never.items.get(item)) {
        continue;
      }
      int[] at = named.levels(item);
      IntStream to = IntStream.of(0);
      for (int i = 0; i < at.length; i++) {
        int column = never.columns.get(i);
        int size = sizes.get(i);
        int[] levels = levels(attributes.get(column), at[i], groups.get(column));
        to = to.flatMap(cell -> Arrays.stream(levels).map(level -> cell * size + level));
      }
      to.forEach(cells::clear);
    }
    return new TableSchema.Never(never.predicate, never.columns, cells.stream().boxed().toList());
  }

  /** The levels that are asked for a level of the plan; two of a cell that has ends. */
  private static int[] levels(TableAttribute attribute, int level, int[] groups) {
    if (attribute.kind() == TableAttribute.LevelKind.CATEGORIES) {
      return new int[] {level};
    }
    if (level >= groups.length) {
      return new int[] {attribute.levels() - 1};
    }
    int group = groups[level];
    return attribute.isSummed() ? new int[] {2 * group, 2 * group + 1} : new int[] {group};
  }

  private boolean isOutsideMissing(TableAttribute attribute) {
    return outside.isCategory() && attribute.kind() != TableAttribute.LevelKind.CATEGORIES;
  }

  private TableAttribute attribute(TableColumn column, int[] groups) {
    Domain domain = column.domain();
    String type = Columns.sqlType(domain.kind()).sql();
    boolean isMissing = outside.keepsMissing();
    if (domain instanceof Domain.BinDomain bins) {
      double[] edges = bins.edges();
      List<Double> kept =
          IntStream.range(0, edges.length)
              .filter(i -> i == 0 || i == edges.length - 1 || groups[i] != groups[i - 1])
              .mapToObj(i -> edges[i])
              .toList();
      return TableAttribute.number(
          column.column(), type, kept, column.sum(), isMissing || outside.isCategory());
    }
    List<String> labels =
        new ArrayList<>(IntStream.range(0, domain.size()).mapToObj(domain::item).toList());
    boolean isOrdered = domain.kind() == Domain.ColumnKind.INTEGER;
    if (outside.isCategory() && !isOrdered) {
      labels.add(ProductDomain.OTHER);
    }
    return TableAttribute.of(
        column.column(), type, isOrdered, labels, isMissing || (isOrdered && outside.isCategory()));
  }
}
