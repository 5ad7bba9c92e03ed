package org.sparkldp.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.words.WordsRound;

/**
 * A phone's program, loaded beside one jar or another: everything that the client's jar promises,
 * said in texts, which do not depend on the class loader.
 */
public final class Phone implements BiFunction<String, Object[], List<String>> {
  private static final int PEOPLE = 20;
  private static final ReleaseKey KEY = ReleaseKey.of(new byte[32]);

  /**
   * Envelopes of some people under a spec, and what the phone knows of the question.
   *
   * @param asked the attachment, then values, which people hold in turn
   */
  @Override
  public List<String> apply(String spec, Object[] asked) {
    return said(Protocols.of(ProtocolSpec.parse(spec), (byte[]) asked[0]), asked);
  }

  @SuppressWarnings("unchecked") // the values are the protocol's own
  private static <V, R> List<String> said(Protocol<V, R> protocol, Object[] asked) {
    String spec = protocol.spec().toString();
    String fingerprint = protocol.spec().fingerprint();
    List<String> said = new ArrayList<>();
    Optional<InRounds> at = protocol.facet(InRounds.class);
    said.add(protocol.valueType() + " " + protocol.guarantee() + " " + protocol.reportType());
    at.ifPresent(a -> said.add(a.firstSpec() + " " + a.rounds() + " " + a.roundOf(1L << 62)));
    int round = at.map(InRounds::round).orElse(0);
    KeyedRandomness coins = new KeyedRandomness(KEY, spec);
    Randomizer<V, R> randomizer = protocol.randomizer();
    for (int i = 0; i < PEOPLE; i++) {
      V value = (V) asked[1 + i % (asked.length - 1)];
      R report = randomizer.randomize(value, coins.open(i, randomizer.encode(value)));
      said.add(new Envelope(spec, fingerprint, "id-" + i, "", round, Map.of(), report).json());
    }
    try {
      R fresh = randomizer.randomize((V) asked[1], SystemRandomness.get());
      said.add(fresh.getClass().getSimpleName());
    } catch (IllegalArgumentException needsMemory) {
      said.add(needsMemory.getMessage());
    }
    if (protocol instanceof WordsRound words) {
      said.add("item " + words.item("ab".getBytes(StandardCharsets.UTF_8)));
    }
    return said;
  }
}
