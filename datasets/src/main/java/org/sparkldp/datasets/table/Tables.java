package org.sparkldp.datasets.table;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.datasets.GeneratorCatalogue;
import org.sparkldp.datasets.GeneratorFamily;

/** The families of this jar. */
public final class Tables implements GeneratorCatalogue {
  @Override
  public List<GeneratorFamily> families() {
    List<GeneratorFamily> all = new ArrayList<>(Numbers.FAMILIES);
    all.addAll(ItemTable.FAMILIES);
    all.addAll(List.of(Bimodal.FAMILY, Visits.FAMILY, Heights.FAMILY, Panel.FAMILY, Trips.FAMILY));
    return all;
  }
}
