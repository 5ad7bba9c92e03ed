package org.sparkldp.jobs.plan;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
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
 * @param to the block after the last; of no meaning in turn
 * @param blocks of the pool
 */
public record Block(String pool, OptionalInt first, int to, int blocks) {
  public Block {
    if (first.isPresent() && !(first.getAsInt() >= 0 && first.getAsInt() < to && to <= blocks)) {
      throw Require.refusal(
          "blocks must be a run of those that the pool has. Provided: from %s to %s of %s.",
          first.getAsInt(), to, blocks);
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
    this(pool, OptionalInt.of(from), to, blocks);
  }

  /** One block a period, each in its turn. */
  public static Block inTurn(String pool, int blocks) {
    return new Block(pool, OptionalInt.empty(), 0, blocks);
  }

  static Block read(Settings settings) {
    settings.requireKeys(Set.of("pool", "from", "to", "blocks"), "a block");
    String pool = settings.string("pool");
    int blocks = settings.count("blocks");
    return settings.has("from") || settings.has("to")
        ? new Block(pool, (int) settings.whole("from"), settings.count("to"), blocks)
        : inTurn(pool, blocks);
  }

  Map<String, Object> settings() {
    return isInTurn()
        ? Map.of("pool", pool, "blocks", blocks)
        : Map.of("pool", pool, "from", from(), "to", to, "blocks", blocks);
  }

  /** Whether each period has another block. */
  public boolean isInTurn() {
    return first.isEmpty();
  }

  /** The first block. */
  public int from() {
    return first.orElseThrow();
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
    return new Division(name, from(), to);
  }
}
