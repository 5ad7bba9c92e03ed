package org.sparkldp.jobs.task;

import java.util.Map;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.ProductDomain;
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

  /** What finds a value's coordinate on a device. */
  Map<String, Object> onDevices(ProductDomain of) {
    Map<String, Object> keys = ItemValues.onDevices(attribute(), of);
    if (domain.kind() != Domain.ColumnKind.TEXT) { // one level for all that is in no cell
      int apart = domain.size() + (sum ? 1 : 0);
      keys.replace("other", apart);
      keys.replace("missing", apart);
      keys.put("size", domain.size() + (of.hasOther() || of.hasMissing() ? 1 : 0));
    }
    if (sum) {
      keys.put("place", 1);
    }
    return keys;
  }

  private boolean isEven() {
    return ((Domain.BinDomain) domain).isEven();
  }
}
