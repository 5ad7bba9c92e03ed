package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * People who are asked statistical queries one after the other, each person one of them: as many
 * blocks as there may be queries, into which a public hash divides everybody.
 *
 * @param name names the pool; pools of different names divide people differently
 * @param id column that says whose row it is
 * @param protocol whose {@code queries} are how many may be asked at most, and whose tau and beta,
 *     if given, how many people that takes
 * @param outside what happens to people for whom a query has no value: fail or drop
 * @param outsideReason why dropping them is right, else empty
 * @param randomness where coins come from
 */
public record Pool(
    String name,
    String id,
    StatisticalQueries protocol,
    Plan.Outside outside,
    String outsideReason,
    Plan.Randomness randomness) {

  /** Queries at most. */
  public int blocks() {
    return protocol.cohorts();
  }

  /** SHA-256 of the settings; it names the division of people. */
  public String fingerprint() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("name", name);
    settings.put("id", id);
    settings.put("protocol", protocol.spec().toString());
    settings.put("outside", outside.name().toLowerCase(Locale.ROOT));
    settings.put("outside_reason", outsideReason);
    settings.put("randomness", randomness.text());
    return ProtocolSpec.fingerprint(
        ConfigFactory.parseMap(settings).root().render(ConfigRenderOptions.concise()));
  }

  /** The plan that puts queries to the people of so many blocks. */
  public Plan plan(List<Queries.Query> queries, int firstBlock) {
    Map<String, String> settings = protocol.spec().arguments();
    ProtocolSpec asked =
        ProtocolSpec.named(protocol.spec().name())
            .with("epsilon", settings.get("epsilon"))
            .with("queries", queries.size());
    if (settings.containsKey("outside")) {
      asked = asked.with("outside", settings.get("outside"));
    }
    Queries.Block people =
        new Queries.Block(fingerprint(), firstBlock, firstBlock + queries.size(), blocks());
    return new Plan(
        name,
        new Queries(queries, Optional.of(people)),
        id,
        Protocols.of(asked),
        outside,
        outsideReason,
        randomness,
        1,
        List.of(),
        List.of());
  }
}
