package org.sparkldp.protocols.random;

/**
 * A fast seeded source for synthetic data: simulations, tests, benchmarks. <b>Never for people's
 * values</b>: anyone who knows the seed can undo every report. SplitMix64 (Steele, Lea &amp; Flood,
 * OOPSLA 2014), about 1 ns a word; sources of different seeds run through one cycle of 2^64 words
 * from starting points that a finaliser scatters.
 */
public final class SimulationSource extends RandomSource {
  private long state;
  private long[] drawn = new long[64];

  public SimulationSource(long seed) {
    this.state = Hashes.mix(seed ^ 0x5851f42d4c957f2dL);
  }

  @Override
  public long nextLong() {
    state += Hashes.GAMMA;
    return Hashes.mix(state);
  }

  @Override
  protected long[] draw(int count) {
    if (drawn.length < count) {
      drawn = new long[count];
    }
    for (int i = 0; i < count; i++) {
      drawn[i] = nextLong();
    }
    return drawn;
  }
}
