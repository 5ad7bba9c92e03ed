package org.sparkldp.lab.query;

import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Block;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.jobs.task.QueryValues;
import org.sparkldp.jobs.task.StatisticalQuery;
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
 * @param randomness where coins come from
 * @param account whose budget is spent
 */
public record Pool(
    @Key String name,
    @Key String id,
    @Key(apart = "protocol") StatisticalQueries protocol,
    OutsideRule outside,
    @Key Plan.Randomness randomness,
    Account account) {

  /** Out of the budget of plans that name none. */
  public Pool(
      String name,
      String id,
      StatisticalQueries protocol,
      OutsideRule outside,
      Plan.Randomness randomness) {
    this(name, id, protocol, outside, randomness, Account.DEFAULT);
  }

  /** Queries at most. */
  public int blocks() {
    return protocol.cohorts();
  }

  /** SHA-256 of the settings; it names the division of people. */
  public String fingerprint() {
    Map<String, Object> settings = Keys.deciding(this);
    settings.put("protocol", protocol.spec().toString());
    settings.put("outside_reason", outside.reason());
    return ProtocolSpec.fingerprint(Plan.render(settings, false));
  }

  /** The plan that puts queries to the people of so many blocks. */
  public Plan plan(List<StatisticalQuery> queries, int firstBlock) {
    Map<String, String> settings = protocol.spec().arguments();
    ProtocolSpec asked =
        ProtocolSpec.named(protocol.spec().name())
            .with("epsilon", settings.get("epsilon"))
            .with("queries", queries.size());
    if (settings.containsKey("outside")) {
      asked = asked.with("outside", settings.get("outside"));
    }
    Block people = new Block(fingerprint(), firstBlock, firstBlock + queries.size(), blocks());
    QueryTask task = new QueryTask(new QueryValues(queries), QueryTask.protocol(asked, List.of()));
    return Plan.builder(name, id, task, randomness)
        .outside(outside)
        .block(people)
        .account(account)
        .build();
  }
}
