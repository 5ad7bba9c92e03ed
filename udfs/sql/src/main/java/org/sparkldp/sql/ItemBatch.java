package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.sparkldp.sql.catalyst.Columns;

/** Keyed randomizing of items, batch by batch. A row's word is its item. */
abstract class ItemBatch extends RandomizerBatch {
  private long[] items = {};

  ItemBatch(RowRandomizer randomizer) {
    super(randomizer);
  }

  /** Whether these are an item and an id. */
  static boolean takesItems(List<DataType> arguments) {
    return takesPeople(arguments) && Columns.isLong(arguments.get(0));
  }

  @Override
  final void read(ColumnVector values, int rows) {
    items = items.length < rows ? new long[rows] : items;
    Columns.longs(values, rows, items);
  }

  @Override
  final long encode(int row) {
    return ItemRandomizer.item(items[row]);
  }
}
