package org.sparkldp.jobs.task;

import java.io.Serializable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.sql.LdpColumns;

/**
 * In which block of a pool a person is: a public function of the pool's name and the id, so that
 * each person is in one, whatever is asked and however often the table is read. Blocks have equal
 * shares of the people on average.
 */
public final class BlockOf implements Serializable {
  private final String pool;
  private final int blocks;
  private final transient PublicHash hash;

  private BlockOf(String pool, int blocks) {
    this.pool = pool;
    this.blocks = blocks;
    this.hash = new PublicHash("block\n" + pool);
  }

  /**
   * Whether each row's person is asked; a row without an id is kept, to be refused.
   *
   * @param id BIGINT or STRING
   */
  static Column isIn(QueryValues.Block people, Column id) {
    Column block =
        LdpColumns.call(
            "ldp_block",
            new BlockOf(people.pool(), people.blocks()),
            "block",
            DataTypes.IntegerType,
            true,
            id);
    return id.isNull().or(block.geq(people.from()).and(block.lt(people.to())));
  }

  /** The block of a person known by a number. */
  public int block(long id) {
    return ofWord(hash.word(id));
  }

  /** The block of a person known by a text. */
  public int block(UTF8String id) {
    return ofWord(hash.word(id.getBytes()));
  }

  private int ofWord(long word) {
    return (int) Math.multiplyHigh(word >>> 1, 2L * blocks);
  }

  /** The hash is made anew on each machine. */
  private Object readResolve() {
    return new BlockOf(pool, blocks);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockOf that && pool.equals(that.pool) && blocks == that.blocks;
  }

  @Override
  public int hashCode() {
    return pool.hashCode();
  }

  @Override
  public String toString() {
    return "block of " + blocks;
  }
}
