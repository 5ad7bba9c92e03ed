package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.sets.ItemBits;
import org.sparkldp.protocols.sets.PrivSet;
import org.sparkldp.protocols.sets.SetProtocol;

/** Ranking of protocols for items of which a person may hold several. */
public final class ItemsDesign {
  private ItemsDesign() {}

  /**
   * By the error of the share of an item, where people hold half as many as they may, evenly spread
   * over the items.
   *
   * @param most items of a person
   */
  public static TablePrinter ranked(RankedProtocols.DesignRequest asked, int most) {
    int k = asked.domain();
    Require.that(most >= 1 && most <= k)
        .orRefuse(
            "most (items of a person) must be between 1 and the %s items. Provided value: %s.",
            k, most);
    double share = most / (2.0 * k);
    List<SetProtocol> protocols = new ArrayList<>();
    if (most <= PrivSet.MOST) {
      protocols.add(PrivSet.DECLARATION.of(asked.epsilon(), k, most));
    }
    int bits = ItemBits.best(asked.epsilon(), k, share);
    protocols.add(ItemBits.DECLARATION.of(asked.epsilon(), k, bits));
    return DesignRow.ranked(
        "items",
        protocols.stream().map(of -> DesignRow.of(of, of.variance(share, 1))).toList(),
        0,
        asked,
        DesignRow.Extra.NONE);
  }
}
