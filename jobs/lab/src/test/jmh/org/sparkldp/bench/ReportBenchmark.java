package org.sparkldp.bench;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.KeyedBatch;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * Time of one report, keyed: made row by row, made in a batch, and accumulated. One thread, a batch
 * of people an invocation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ReportBenchmark {
  /** As many as Spark's batches have. */
  private static final int ROWS = 4096;

  @Param("grr(epsilon=1,k=256)")
  private String spec;

  private final Object[] values = new Object[ROWS];
  private final long[] words = new long[ROWS];
  private final long[] ids = new long[ROWS];
  private final Object[] reports = new Object[ROWS];
  private Randomizer<Object, Object> randomizer;
  private Accumulator<Object> accumulator;
  private KeyedRandomness keyed;
  private KeyedBatch batch;

  /** People with values over the whole domain, and their reports. */
  @Setup(Level.Trial)
  @SuppressWarnings("unchecked") // a protocol's values are its own examples
  public void setUp() {
    Protocol<Object, Object> protocol = (Protocol<Object, Object>) Protocols.of(spec);
    randomizer = protocol.randomizer();
    accumulator = protocol.newAccumulator();
    keyed = new KeyedRandomness(ReleaseKey.of(new byte[ReleaseKey.LENGTH]), spec);
    batch = new KeyedBatch(keyed, ROWS);
    List<Object> examples = ExampleValues.of(protocol);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < ROWS; i++) {
      values[i] = examples.get(random.nextInt(examples.size()));
      words[i] = randomizer.encode(values[i]);
      ids[i] = random.nextLong();
      reports[i] = randomizer.randomize(values[i], keyed.open(ids[i], words[i]));
    }
  }

  /** As SQL does it row by row. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void randomize(Blackhole reader) {
    for (int i = 0; i < ROWS; i++) {
      reader.consume(randomizer.randomize(values[i], keyed.lend(ids[i], words[i])));
    }
  }

  /** As SQL does it batch by batch. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void randomizeInBatches(Blackhole reader) {
    batch.open(ids, words, ROWS);
    for (int i = 0; i < ROWS; i++) {
      reader.consume(randomizer.randomize(values[i], batch.at(i)));
    }
  }

  /** Reports into an accumulator. */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public void accumulate() {
    for (int i = 0; i < ROWS; i++) {
      accumulator.add(reports[i]);
    }
  }
}
