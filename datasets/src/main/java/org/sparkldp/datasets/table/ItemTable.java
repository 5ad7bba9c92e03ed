package org.sparkldp.datasets.table;

import java.util.List;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Parameter;
import org.sparkldp.datasets.Truth;
import org.sparkldp.datasets.law.AliasTable;
import org.sparkldp.datasets.law.CategoricalDistribution;
import org.sparkldp.datasets.law.Discrete;
import org.sparkldp.datasets.law.Probabilities;

/** The table that families of one categorical column share: id, item and the item's word. */
public final class ItemTable {
  /** Domain size of such a family; the limit keeps a serialized generator below 30 MB. */
  static final Parameter DOMAIN = Parameter.integer("k", "domain size, items", 256, 2, 1 << 20);

  private static final int ITEM_STREAM = 1;

  private ItemTable() {}

  /** A row's number as its identifier. */
  public static Column.OfLong id() {
    return new Column.OfLong(
        "id", "the row's index, in [0, rows)", new Truth.Unique(), (seed, index) -> index);
  }

  /**
   * @param weights of the items 0, 1, ...; each finite and at least 0, one of them above 0
   */
  static Generator of(GeneratorSpec spec, double[] weights) {
    double[] probabilities = Probabilities.normalize(weights);
    AliasTable items = new AliasTable(probabilities);
    Words words = new Words(weights.length);
    Column.IntCell item = (seed, index) -> items.draw(CounterRandom.bits(seed, index, ITEM_STREAM));
    return new Generator(
        spec,
        List.of(
            id(),
            new Column.OfInt("item", "item, in [0, k)", new Discrete(0, probabilities), item),
            new Column.OfString(
                "word",
                "the item as a word, one word per item, all of one length",
                new CategoricalDistribution(words, probabilities),
                (seed, index) -> words.get(item.at(seed, index)))));
  }
}
