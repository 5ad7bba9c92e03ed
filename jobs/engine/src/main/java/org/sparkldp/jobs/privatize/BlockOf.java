package org.sparkldp.jobs.privatize;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.jobs.plan.Block;
import org.sparkldp.sql.LdpColumns;

/**
 * The block of a pool that a person is in: a public function of the pool's name and the id, so that
 * each person is in one, whatever is asked and however often the table is read. Blocks have equal
 * shares of the people on average.
 *
 * @param blocks of the pool
 */
public record BlockOf(int blocks) implements Serializable {

  /**
   * Whether each row's person is asked; a row without an id is kept, to be refused.
   *
   * @param id BIGINT or STRING
   */
  static Column isIn(Block people, Column id) {
    Column block =
        LdpColumns.call(
            "ldp_block",
            new BlockOf(people.blocks()),
            "block",
            DataTypes.IntegerType,
            true,
            LdpColumns.publicWord("block\n" + people.pool(), id));
    return id.isNull().or(block.geq(people.from()).and(block.lt(people.to())));
  }

  /** The block of a person with a public word. */
  public int block(long word) {
    return (int) Math.multiplyHigh(word >>> 1, 2L * blocks);
  }
}
