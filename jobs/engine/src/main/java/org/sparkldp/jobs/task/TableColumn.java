package org.sparkldp.jobs.task;

import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.protocols.check.Require;

/**
 * A column of a whole table.
 *
 * @param column its name
 * @param domain its cells
 * @param sum whether it is a number that may be added up
 */
@Section("an attribute")
record TableColumn(@Key String column, @Key Domain domain, @Key(otherwise = "false") boolean sum) {

  TableColumn {
    Require.that(!sum || domain.kind() == Domain.ColumnKind.REAL)
        .orRefuse(
            "sum = true is for a number in bins. Provided: %s; give it bins, or leave sum out.",
            column);
  }

  Attribute attribute() {
    return new Attribute(column, domain);
  }

  /**
   * The attribute as the protocol writes it.
   *
   * @param other whether there is a level for values outside
   * @param missing whether there is one for NULL and NaN
   */
  String asked(boolean other, boolean missing) {
    int size = domain.size();
    return switch (domain.kind()) {
      case TEXT -> size + (other ? 1 : 0) + (missing ? 1 : 0) + "c";
      case INTEGER -> size + "o" + (other || missing ? "1" : "");
      case REAL ->
          size + (isEven() ? sum ? "N" : "n" : sum ? "O" : "o") + (other || missing ? "1" : "");
    };
  }

  private boolean isEven() {
    return ((Domain.BinDomain) domain).isEven();
  }
}
