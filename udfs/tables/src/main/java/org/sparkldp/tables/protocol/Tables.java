package org.sparkldp.tables.protocol;

import java.util.List;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Wire;

/** The protocol for tables: the declaration. */
public final class Tables implements Catalogue {
  /** The name in specs. */
  public static final String NAME = "tables";

  /** {@code tables(epsilon,attributes,ask,label,cells,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              95,
              "several small tables of many attributes, of which each person answers one, named or"
                  + " chosen in three rounds")
          .takes(
              Parameter.EPSILON,
              Parameter.text(
                      TableQuestion.ATTRIBUTES,
                      "of each attribute its cells and their kind, c categories, o in order, n a"
                          + " number, O and N where it is added up, and the levels of no cell, such"
                          + " as 16c_9o_64N1")
                  .example("2c_3o"),
              Parameter.text(
                      TableQuestion.ASK, "the tables by the numbers of their attributes: 0-1.0-2")
                  .optional("chosen in three rounds"),
              Parameter.integer(
                      TableQuestion.LABEL, "the attribute whose pairs are all asked, and mostly")
                  .from(0)
                  .optional(),
              Parameter.integer(TableQuestion.CELLS, "the most cells of a number in the last round")
                  .from(2)
                  .optional("by the people and epsilon, 5 to 16"),
              InRounds.STATE)
          .sends(
              new Wire(
                  "INT: a cell of [pgr](counts.md#pgr) for the table's items, after the cells of"
                      + " the tables before",
                  "the table by a public word, Bernoulli(place within the cell) for each number"
                      + " that is added up, then those of pgr",
                  "reports by cell"))
          .variants("ask=0-1", "ask=0.1.0-1", "")
          .makes(
              given -> {
                TableQuestion question = TableQuestion.of(given);
                return question.ask().isEmpty()
                    ? TablesRound.first(question)
                    : AskedTables.named(question);
              });

  @Override
  public List<Declaration<?>> declarations() {
    return List.of(DECLARATION);
  }
}
