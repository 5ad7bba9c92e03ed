package org.sparkldp.jobs.plan;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.OptionalInt;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The people of some blocks of a pool, which a public hash of the ids divides: each person is in
 * one block, whatever the values are. Plans whose blocks of one pool do not overlap ask different
 * people.
 *
 * <p>A block without a first and a last is in turn: block d modulo blocks is asked on day d, so
 * that each person answers once in as many days as there are blocks.
 *
 * @param pool names the pool, and so the division
 * @param first the first block; empty for one block in turn
 * @param end the block after the last; empty as the first is
 * @param blocks of the pool
 */
@Section("a block")
public record Block(
    @Key String pool,
    @Key(name = "from", least = 0) OptionalInt first,
    @Key(name = "to") OptionalInt end,
    @Key int blocks) {
  public Block {
    if (first.isPresent() != end.isPresent()) {
      throw Require.refusal(
          "a block must have from and to, or neither and take turns. Provided: one of them.");
    }
    if (first.isPresent()
        && !(first.getAsInt() >= 0
            && first.getAsInt() < end.getAsInt()
            && end.getAsInt() <= blocks)) {
      throw Require.refusal(
          "blocks must be a run of those that the pool has. Provided: from %s to %s of %s.",
          first.getAsInt(), end.getAsInt(), blocks);
    }
    if (first.isEmpty() && blocks < 2) {
      throw Require.refusal(
          "there must be at least two blocks that take turns. Provided: %s; leave block out to ask"
              + " everybody in every period.",
          blocks);
    }
  }

  /** The same blocks in every period. */
  public Block(String pool, int from, int to, int blocks) {
    this(pool, OptionalInt.of(from), OptionalInt.of(to), blocks);
  }

  /** One block a period, each in its turn. */
  public static Block inTurn(String pool, int blocks) {
    return new Block(pool, OptionalInt.empty(), OptionalInt.empty(), blocks);
  }

  /** Whether each period has another block. */
  public boolean isInTurn() {
    return first.isEmpty();
  }

  /** The first block. */
  public int from() {
    return first.orElseThrow();
  }

  /** The block after the last. */
  public int to() {
    return end.orElseThrow();
  }

  /**
   * The blocks that are asked in a period.
   *
   * @param period its value, such as 2026-01-01; a date or a whole number if blocks take turns
   */
  public Block in(String period) {
    if (!isInTurn()) {
      return this;
    }
    int turn = (int) Math.floorMod(number(period), (long) blocks);
    return new Block(pool, turn, turn + 1, blocks);
  }

  private static long number(String period) {
    try {
      return period.matches("-?[0-9]{1,18}")
          ? Long.parseLong(period)
          : LocalDate.parse(period).toEpochDay();
    } catch (DateTimeException e) {
      throw Require.refusal(
          e,
          "periods in which blocks take turns must be dates, such as 2026-01-01, or whole numbers."
              + " Provided: %s; give block from and to, or another period.",
          period);
    }
  }

  /**
   * These people among all.
   *
   * @param id the column whose hash divides them
   */
  Division division(String id) {
    String name = ProtocolSpec.fingerprintOf(pool, id, "" + blocks);
    return new Division(name, from(), to());
  }
}
