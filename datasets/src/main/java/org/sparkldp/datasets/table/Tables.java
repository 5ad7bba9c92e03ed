package org.sparkldp.datasets.table;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.datasets.Catalogue;
import org.sparkldp.datasets.GeneratorFamily;

/** The families of this jar. */
public final class Tables implements Catalogue {
  @Override
  public List<GeneratorFamily> families() {
    List<GeneratorFamily> all = new ArrayList<>(Numbers.FAMILIES);
    all.addAll(ItemTable.FAMILIES);
    all.addAll(List.of(Bimodal.FAMILY, Events.FAMILY, Heights.FAMILY, Panel.FAMILY, Trips.FAMILY));
    return all;
  }
}
