package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * A plan's domain as a table, one row an item, on which SQL predicates say which items they count.
 * It holds levels only, nobody's values.
 *
 * <p>A text level is itself, a whole number too. A bin is asked twice, with its lower end and with
 * the largest number below its upper end, and a predicate that differs between them is refused: it
 * cuts through the bin. The extra levels under {@code outside = category} and {@code missing =
 * category} are NULL.
 */
public final class DomainTable {
  private static final int ITEM_LIMIT = 1 << 16;
  private static final String NUMBER = "__ldp_item";

  private final SparkSession spark;
  private final ProductDomain domain;

  /** The table of a domain. */
  public DomainTable(SparkSession spark, ProductDomain domain) {
    this.spark = spark;
    this.domain = domain;
  }

  /** For each predicate the items that satisfy it; NULL counts as no. */
  public BitSet[] select(List<String> predicates) {
    BitSet[] lower = select(predicates, false);
    BitSet[] upper = select(predicates, true);
    for (int i = 0; i < lower.length; i++) {
      if (!lower[i].equals(upper[i])) {
        throw Require.refusal(
            "a predicate must hold for all of a bin or for none of it. Provided: %s; put a"
                + " bin's edge where it cuts.",
            predicates.get(i));
      }
      Require.that(!lower[i].isEmpty())
          .orRefuse(
              "a predicate must hold for an item of the domain. Provided: %s, which holds for none;"
                  + " leave it out, or widen the domain.",
              predicates.get(i));
    }
    return lower;
  }

  private BitSet[] select(List<String> predicates, boolean upperEnds) {
    StructType schema = new StructType().add(NUMBER, DataTypes.IntegerType);
    List<Attribute> attributes = domain.attributes();
    for (Attribute attribute : attributes) {
      schema = schema.add(attribute.column(), Columns.sqlType(attribute.domain().kind()));
    }
    int items = items();
    List<Row> rows = new ArrayList<>(items);
    for (int item = 0; item < items; item++) {
      int[] levels = domain.levels(item);
      Object[] cells = new Object[levels.length + 1];
      cells[0] = item;
      for (int i = 0; i < levels.length; i++) {
        cells[i + 1] = level(attributes.get(i).domain(), levels[i], upperEnds);
      }
      rows.add(RowFactory.create(cells));
    }
    Dataset<Row> table =
        StructFields.nested(
            spark.createDataFrame(rows, schema),
            attributes.stream().map(Attribute::column).toList());
    BitSet[] selected = new BitSet[predicates.size()];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = new BitSet();
      try {
        Dataset<Row> holding = table.where(functions.expr(predicates.get(i)));
        requireRepeatable(holding, predicates.get(i));
        for (Row row : holding.select(NUMBER).collectAsList()) {
          selected[i].set(row.getInt(0));
        }
      } catch (Exception e) {
        // Analysis exceptions are checked in Scala, so Java cannot name them in a catch of its own.
        if (e instanceof AnalysisException analysis) {
          throw Require.refusal(
              e,
              "a predicate must be valid SQL over the plan's columns. Provided: %s ; %s.",
              predicates.get(i),
              analysis.getSimpleMessage());
        }
        throw e;
      }
    }
    return selected;
  }

  private static void requireRepeatable(Dataset<Row> holding, String predicate) {
    boolean isSame =
        Scala.list(holding.queryExecution().analyzed().expressions()).stream()
            .allMatch(Repeatable::is);
    if (!isSame) {
      throw Require.refusal(
          "a predicate must hold for the same items whenever it is asked: nothing random, and"
              + " nothing that depends on the time, the user or the session. Provided: %s.",
          predicate);
    }
  }

  private int items() {
    long items = 1;
    for (int size : domain.sizes()) {
      items *= size;
      if (items > ITEM_LIMIT) {
        throw Require.refusal(
            "predicates work on domains of at most %s items. Provided: more; use a named"
                + " workload, or bin the domain more coarsely.",
            ITEM_LIMIT);
      }
    }
    return (int) items;
  }

  private static Object level(Domain domain, int digit, boolean upperEnd) {
    return digit < domain.size() ? domain.value(digit, upperEnd) : null;
  }
}
