package org.sparkldp.jobs.plan;

import java.util.Map;
import java.util.Set;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The people of some blocks of a pool, which a public hash of the ids divides: each person is in
 * one block, whatever the values are. Plans whose blocks of one pool do not overlap ask different
 * people.
 *
 * @param pool names the pool, and so the division
 * @param from the first block
 * @param to the block after the last
 * @param blocks of the pool
 */
public record Block(String pool, int from, int to, int blocks) {
  public Block {
    if (!(from >= 0 && from < to && to <= blocks)) {
      throw Require.refusal(
          "blocks must be a run of those that the pool has. Provided: from %s to %s of %s.",
          from, to, blocks);
    }
  }

  static Block read(Settings settings) {
    settings.requireKeys(Set.of("pool", "from", "to", "blocks"), "a block");
    return new Block(
        settings.string("pool"),
        (int) settings.whole("from"),
        settings.count("to"),
        settings.count("blocks"));
  }

  Map<String, Object> settings() {
    return Map.of("pool", pool, "from", from, "to", to, "blocks", blocks);
  }

  /**
   * These people among all.
   *
   * @param id the column whose hash divides them
   */
  Division division(String id) {
    String name = ProtocolSpec.fingerprint(String.join("\n", pool, id, "" + blocks));
    return new Division(name, from, to);
  }

  /** The people of the pool that these blocks have on average, as a fraction. */
  public double share() {
    return (to - from) / (double) blocks;
  }
}
