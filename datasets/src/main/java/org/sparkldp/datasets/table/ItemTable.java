package org.sparkldp.datasets.table;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntToDoubleFunction;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.Truth;

/** The table that families of one categorical column share: id, item and the item's word. */
public final class ItemTable {
  /** Domain size of such a family; the limit keeps a serialized generator below 30 MB. */
  private static final GeneratorParameter DOMAIN =
      GeneratorParameter.integer("k", "domain size, items", 256, 2, 1 << 20);

  /** P(item i) is proportional to (i + 1)^-s, ratio^i or 1, i in [0, k). */
  static final List<GeneratorFamily> FAMILIES =
      List.of(
          family(
              "zipf",
              "items whose popularity falls as a power of their rank",
              GeneratorParameter.real("s", "Zipf exponent, 0 is uniform", 1.1, 0, 10),
              (s, i) -> StrictMath.pow(i + 1.0, -s)),
          family(
              "geometric",
              "items whose popularity falls by a constant ratio",
              GeneratorParameter.real(
                  "ratio", "popularity of an item over its predecessor's", 0.95, 0.001, 1),
              StrictMath::pow),
          new GeneratorFamily(
              "uniform",
              "items that are equally popular",
              List.of(DOMAIN),
              spec -> of(spec, i -> 1)));

  private static final int ITEM_STREAM = 1;

  private ItemTable() {}

  /** A row's number as its identifier. */
  public static Column.OfLong id() {
    return new Column.OfLong(
        "id", "the row's index, in [0, rows)", new Truth.Unique(), (seed, index) -> index);
  }

  private static GeneratorFamily family(
      String name, String description, GeneratorParameter shape, DoubleBinaryOperator weight) {
    return new GeneratorFamily(
        name,
        description,
        List.of(DOMAIN, shape),
        spec -> of(spec, i -> weight.applyAsDouble(spec.real(shape.name()), i)));
  }

  /**
   * @param weight of the items 0, 1, ...; each finite and at least 0, one of them above 0
   */
  private static Generator of(GeneratorSpec spec, IntToDoubleFunction weight) {
    int k = spec.integer("k");
    Choice item = Choice.of(ITEM_STREAM, k, weight);
    return new Generator(
        spec,
        List.of(
            id(),
            item.numbers("item", "item, in [0, k)", 0),
            item.texts(
                "word",
                "the item as a word, one word per item, all of one length",
                new PronounceableWords(k))));
  }
}
