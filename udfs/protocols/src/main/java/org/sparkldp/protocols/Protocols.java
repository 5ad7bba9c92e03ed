package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/** Finds protocols by name, and reads back what they wrote. */
public final class Protocols {

  /**
   * Protocols asked for lately: some have tables that cost seconds, and groups ask again and again.
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
    synchronized (RECENT) {
      Protocol<?, ?> known = RECENT.get(spec);
      if (known != null) {
        return known;
      }
    }
    ProtocolProvider provider = provider(spec.name());
    Protocol<?, ?> made = provider.create(Parameters.of(spec, provider.parameters()));
    synchronized (RECENT) {
      RECENT.put(spec, made);
    }
    return made;
  }

  /** Whoever provides the name. */
  public static ProtocolProvider provider(String name) {
    ProtocolProvider provider = Registry.PROVIDERS.get(name);
    if (provider == null) {
      throw new IllegalArgumentException(
          "there is no protocol of that name. Provided value: "
              + name
              + ". Known: "
              + String.join(", ", Registry.PROVIDERS.keySet())
              + ".");
    }
    return provider;
  }

  /** All providers, by name. */
  public static Collection<ProtocolProvider> providers() {
    return Registry.PROVIDERS.values();
  }

  /** The accumulator that was written as these bytes. */
  public static Accumulator<?> readAccumulator(byte[] bytes) {
    AccumulatorBytes read = AccumulatorBytes.decode(bytes);
    Protocol<?, ?> protocol = of(read.spec());
    Accumulator<?> accumulator = protocol.newAccumulator(read.context());
    if (read.protocolId() != provider(protocol.spec().name()).id()
        || !read.spec().equals(accumulator.spec().toString())
        || read.counters().length != accumulator.width()) {
      throw new IllegalArgumentException(
          "an accumulator's header must agree with its spec. Found: "
              + read.spec()
              + " under id "
              + read.protocolId()
              + " with "
              + read.counters().length
              + " counters; read it with the release of spark-ldp that wrote it.");
    }
    accumulator.restore(read.n(), read.counters());
    return accumulator;
  }

  /** What an accumulator says; the reports' type is the protocol's own business. */
  public static Estimate estimate(Accumulator<?> accumulator, double confidence) {
    return estimateAs(of(accumulator.spec()), accumulator, confidence);
  }

  @SuppressWarnings("unchecked") // the accumulator was made by a protocol of the same spec
  private static <V, R> Estimate estimateAs(
      Protocol<V, R> protocol, Accumulator<?> accumulator, double confidence) {
    return protocol.estimate((Accumulator<R>) accumulator, confidence);
  }

  /** Loaded once: the class path of a JVM does not change under it. */
  private static final class Registry {
    static final Map<String, ProtocolProvider> PROVIDERS = load();

    private static Map<String, ProtocolProvider> load() {
      // Spark adds application jars to the context loader; a plain JVM has all on its own.
      List<ClassLoader> loaders = new ArrayList<>();
      loaders.add(Protocols.class.getClassLoader());
      if (Thread.currentThread().getContextClassLoader() != null) {
        loaders.add(Thread.currentThread().getContextClassLoader());
      }
      Map<String, ProtocolProvider> found = new TreeMap<>();
      Map<Integer, String> ids = new TreeMap<>();
      for (ClassLoader loader : loaders) {
        for (ProtocolProvider provider : ServiceLoader.load(ProtocolProvider.class, loader)) {
          found.putIfAbsent(provider.name(), provider);
          String other = ids.putIfAbsent(provider.id(), provider.name());
          if (other != null && !other.equals(provider.name())) {
            throw new IllegalStateException(
                "a protocol id must be used once. Protocols "
                    + other
                    + " and "
                    + provider.name()
                    + " both have "
                    + provider.id()
                    + ".");
          }
        }
      }
      return found;
    }
  }
}
