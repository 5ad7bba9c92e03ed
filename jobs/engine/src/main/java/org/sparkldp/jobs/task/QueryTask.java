package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The means of several functions of a person; each person answers one. */
public record QueryTask(QueryValues values, StatisticalQueries protocol)
    implements Task, Forecasting, Recruiting {

  /** The protocol of a spec, which clips where a query has bounds. */
  public static StatisticalQueries protocol(ProtocolSpec written, List<StatisticalQuery> queries) {
    return new QueryKind()
        .required(Protocols.of(StatisticalQuery.clipping(written, queries)), written);
  }

  @Override
  public QueryKind kind() {
    return new QueryKind();
  }

  @Override
  public String about() {
    return values.queries().stream().map(StatisticalQuery::name).collect(Collectors.joining(", "));
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate raw = Protocols.estimate(protocol, reports, confidence);
    return Answers.raw(
        new Estimate(
            raw.n(),
            raw.confidence(),
            IntStream.range(0, values.queries().size())
                .mapToObj(i -> values.queries().get(i).answer(raw.rows().get(i)))
                .toList()));
  }

  @Override
  public Optional<String> announcement() {
    return announcement(protocol);
  }

  /** How many people the tolerance takes, where one is given. */
  public static Optional<String> announcement(StatisticalQueries protocol) {
    return protocol
        .size()
        .map(
            size ->
                String.format(
                    Locale.ROOT,
                    "answers to %d queries within %s, except with probability %s, need %d people"
                        + " (%d if they were exactly normal)",
                    size.queries(),
                    size.tau(),
                    size.beta(),
                    size.hashedGroups(),
                    size.groupsByCentralLimit()));
  }

  @Override
  public OptionalDouble relativeError() {
    // Each query has its part of the people; answers lie in [-1, 1]. A report's square is c²
    // whatever the value, so the spread of people's values is in it.
    return OptionalDouble.of(protocol.c() * Math.sqrt(protocol.cohorts()));
  }

  @Override
  public Optional<Forecast> forecast() {
    return Forecast.ofNumbers(
        "each answer, scaled to [-1, 1]", "half of its range", relativeError(), 1);
  }

  @Override
  public boolean countsPeopleFirst() {
    return protocol.size().isPresent();
  }

  @Override
  public String fewerPeople() {
    return "ask fewer queries, or take a larger tau, beta or epsilon";
  }

  /** Statistical queries in plans. */
  public static final class QueryKind extends TaskKind<QueryValues, StatisticalQueries> {
    /** As the service loader makes it. */
    public QueryKind() {
      super(
          "query",
          StatisticalQueries.class,
          "statistical queries need the protocol sq",
          (plan, outside) -> plan.as(QueryValues.class),
          QueryTask::new,
          "queries",
          "tau",
          "beta");
    }

    /** With the tolerance, where the plan gives one, and clipping, where a query has bounds. */
    @Override
    protected ProtocolSpec asked(ProtocolSpec written, QueryValues values, Settings plan) {
      ProtocolSpec full = StatisticalQuery.clipping(written, values.queries());
      for (String key : List.of("tau", "beta")) {
        full = plan.has(key) ? full.with(key, plan.number(key)) : full;
      }
      return full;
    }

    @Override
    protected Optional<DecidedParameter<StatisticalQueries>> decided(QueryValues values) {
      return Optional.of(
          new DecidedParameter<>(
              "queries",
              values.queries().size(),
              "the number of the plan's queries",
              StatisticalQueries::cohorts));
    }
  }
}
