package org.sparkldp.jobs.task;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.words.WordsRound;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * One word each person, of an open domain. In each round it is the item of a candidate that the
 * word begins with, or "other"; a value that is no word is outside.
 *
 * @param column the words
 * @param isOfIdentifiers whether words are whole numbers
 * @param open the protocol as the plan writes it, where it leaves users to the table
 * @param isAnyway whether even far too few people are asked
 */
public record WordValues(
    String column, boolean isOfIdentifiers, Optional<ProtocolSpec> open, boolean isAnyway)
    implements Values {
  /** The parameter with the number of people. */
  static final String USERS = "users";

  /** Of people whose number the protocol says. */
  public WordValues(String column, boolean isOfIdentifiers) {
    this(column, isOfIdentifiers, Optional.empty(), false);
  }

  /** The words of a plan. */
  static WordValues read(Settings plan, OutsideRule outside) {
    if (outside.keepsMissing()) {
      throw plan.mistake(
          "missing",
          "missing = category belongs to domains, and words have none: say drop, or leave it out.");
    }
    ProtocolSpec written = ProtocolSpec.parse(plan.string("protocol"));
    boolean isOpen = !written.arguments().containsKey(USERS);
    return new WordValues(
        plan.text("column"), false, Optional.of(written).filter(spec -> isOpen), false);
  }

  /** The same words, as the protocol of a round takes them. */
  WordValues in(WordsRound round) {
    return new WordValues(column, round.isOfIdentifiers(), open, isAnyway);
  }

  /** Of people whose number is known. */
  WordValues known() {
    return new WordValues(column, isOfIdentifiers, Optional.empty(), isAnyway);
  }

  /** Of however few people. */
  WordValues anyway() {
    return new WordValues(column, isOfIdentifiers, open, true);
  }

  @Override
  public List<String> columns() {
    return List.of(column);
  }

  private DataType type() {
    return isOfIdentifiers ? DataTypes.LongType : DataTypes.StringType;
  }

  @Override
  public Map<String, DataType> types() {
    return Map.of(column, type());
  }

  @Override
  public Map<String, Object> settings() {
    return Map.of("column", column);
  }

  @Override
  public Optional<Map<String, Object>> onDevices(Plan plan) {
    WordsRound round = (WordsRound) plan.protocol();
    Map<String, Object> keys = new HashMap<>(round.keys());
    keys.put("column", column);
    if (plan.outside().isCategory()) {
      keys.put("other", round.other());
    }
    return Optional.of(Map.of("word", keys));
  }

  @Override
  public Column item(Plan plan, StructType schema, Column number) {
    DataType given = Columns.type(schema, column);
    Require.that(!isOfIdentifiers || given instanceof IntegralType)
        .orRefuse(
            "identifiers must be in a column of an integer type. Provided: %s of type %s; leave"
                + " encoding=identifier out to ask about texts.",
            column, Inputs.name(given));
    Column outside = outside(plan);
    return coalesce(
        LdpColumns.call(
            "ldp_item",
            new WordItem(new ProtocolReference(plan.protocol())),
            WordItem.METHOD,
            DataTypes.LongType,
            true,
            isOfIdentifiers ? Inputs.column(column).cast(type()) : Columns.text(column, schema),
            outside),
        outside);
  }

  private static Column outside(Plan plan) {
    return lit(plan.outside().isCategory() ? ((WordsRound) plan.protocol()).other() : OUTSIDE);
  }

  @Override
  public Column isOutside(Plan plan, StructType schema, Column item) {
    return item.equalTo(outside(plan));
  }
}
