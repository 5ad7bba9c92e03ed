package org.sparkldp.protocols;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/** Finds protocols by name, and reads their accumulators back. */
public final class Protocols {

  /**
   * Protocols used recently: some have tables that take seconds to make, and each group needs them
   * again.
   */
  private static final Map<ProtocolSpec, Protocol<?, ?>> RECENT =
      new LinkedHashMap<>(32, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ProtocolSpec, Protocol<?, ?>> eldest) {
          return size() > 16;
        }
      };

  private Protocols() {}

  /** The protocol of a spec. */
  public static Protocol<?, ?> of(String spec) {
    return of(ProtocolSpec.parse(spec));
  }

  /** The protocol of a spec. */
  public static Protocol<?, ?> of(ProtocolSpec spec) {
    return of(spec, new byte[0]);
  }

  /** The protocol of a spec and of the attachment that it refers to. */
  public static Protocol<?, ?> of(ProtocolSpec spec, byte[] attachment) {
    synchronized (RECENT) {
      Protocol<?, ?> known = RECENT.get(spec);
      if (known != null) {
        return known;
      }
    }
    Protocol<?, ?> made = declaration(spec).make(spec, attachment);
    known(spec, made);
    return known(made);
  }

  /** The same protocol, such as a round's next, which {@link #of} then need not make again. */
  public static Protocol<?, ?> known(Protocol<?, ?> made) {
    return known(made.spec(), made);
  }

  private static Protocol<?, ?> known(ProtocolSpec spec, Protocol<?, ?> made) {
    synchronized (RECENT) {
      RECENT.put(spec, made);
    }
    return made;
  }

  /** What makes the spec's protocol: a variant of its name, or the name's own declaration. */
  public static Declaration<?> declaration(ProtocolSpec spec) {
    return Registry.ofTheClassPath().declaration(spec);
  }

  /** The declaration of the name. */
  public static Declaration<?> declaration(String name) {
    return Registry.ofTheClassPath().declaration(name);
  }

  /** All protocols, by name, without variants. */
  public static Collection<Declaration<?>> declarations() {
    return Registry.ofTheClassPath().declarations();
  }

  /** The accumulator that was written as these bytes. */
  public static Accumulator<?> readAccumulator(byte[] bytes) {
    AccumulatorBytes read = AccumulatorBytes.decode(bytes);
    return restore(read, of(read.spec()));
  }

  /** The accumulator of the protocol's reports that was written as these bytes. */
  public static Accumulator<?> readAccumulator(byte[] bytes, Protocol<?, ?> protocol) {
    return restore(AccumulatorBytes.decode(bytes), protocol);
  }

  private static Accumulator<?> restore(AccumulatorBytes read, Protocol<?, ?> protocol) {
    requireOf(protocol.spec(), read);
    requireCounters(read, protocol.layout().width());
    return protocol.newAccumulator(read.context()).restored(read.n(), read.counters());
  }

  /**
   * The accumulator that was written as these bytes, good for merging and writing only: it needs no
   * tables and no attachment. Whether the spec fits the counters is checked when it is estimated.
   */
  public static Accumulator<?> readForMerging(byte[] bytes) {
    AccumulatorBytes read = header(bytes);
    Closed layout = new Closed(read.counters().length);
    return new Accumulator<>(ProtocolSpec.parse(read.spec()), read.context(), layout)
        .restored(read.n(), read.counters());
  }

  /**
   * What is said of the accumulator that was written as these bytes; nothing can be added to it.
   */
  static AccumulatorBytes header(byte[] bytes) {
    AccumulatorBytes read = AccumulatorBytes.decode(bytes);
    requireOf(ProtocolSpec.parse(read.spec()), read);
    return read;
  }

  private static void requireOf(ProtocolSpec spec, AccumulatorBytes read) {
    if (read.protocolId() != declaration(spec.name()).id()
        || !read.spec().equals(spec.toString())) {
      throw disagreement(read);
    }
  }

  static void requireCounters(AccumulatorBytes read, int width) {
    if (read.counters().length != width) {
      throw disagreement(read);
    }
  }

  private static IllegalArgumentException disagreement(AccumulatorBytes read) {
    return Require.refusal(
        "an accumulator's header must agree with its spec. Found: %s under id %s with %s counters;"
            + " read it with the release of spark-ldp that wrote it.",
        read.spec(), read.protocolId(), read.counters().length);
  }

  /** Counters that take no reports. */
  private record Closed(int width) implements Layout<Object> {

    @Override
    public boolean accepts(Object report) {
      return false;
    }

    @Override
    public String rule() {
      return "be added before accumulators are read for merging";
    }

    @Override
    public Sink<Object> onto(long[] counters) {
      return (report, times) -> {
        throw new IllegalStateException("it accepts no report");
      };
    }
  }

  /** What an accumulator says; the reports' type is the protocol's own business. */
  public static Estimate estimate(Accumulator<?> accumulator, double confidence) {
    return estimate(of(accumulator.spec()), accumulator, confidence);
  }

  /** The protocol's estimate from an accumulator of its reports. */
  public static Estimate estimate(
      Protocol<?, ?> protocol, Accumulator<?> accumulator, double confidence) {
    return estimateAs(protocol, accumulator, confidence);
  }

  @SuppressWarnings("unchecked") // protocols refuse accumulators of another spec
  private static <V, R> Estimate estimateAs(
      Protocol<V, R> protocol, Accumulator<?> accumulator, double confidence) {
    try {
      return protocol.estimate((Accumulator<R>) accumulator, confidence);
    } catch (ArithmeticException e) { // people of this round and of those before
      throw Accumulator.tooMany(e);
    }
  }
}
