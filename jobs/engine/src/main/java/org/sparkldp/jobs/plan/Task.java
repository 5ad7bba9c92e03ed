package org.sparkldp.jobs.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;

/**
 * One question: which values of a person are randomized, by which protocol, and how the reports
 * answer it. Commands and pipelines ask a task, and never for its class. Immutable.
 */
public interface Task {

  /** What kind of question it is. */
  TaskKind<?, ?> kind();

  /** How it is asked; of a protocol of several rounds, this round. */
  Protocol<?, ?> protocol();

  /** The same question in another round. */
  default Task withProtocol(Protocol<?, ?> round) {
    return kind().in(this, round);
  }

  /** The values that are randomized. */
  Values values();

  /** The subject, such as "age" or "age, sex". */
  default String about() {
    return String.join(", ", values().columns());
  }

  /** Whether estimates are people, one number an item: long tables, without notes. */
  default boolean countsPeople() {
    return false;
  }

  /** Whether answers of a random part of the people, scaled up, are answers of all. */
  default boolean scales() {
    return false;
  }

  /**
   * The answers from reports.
   *
   * @param steps names of steps of {@link TaskKind#steps} to be shown beside the raw estimates
   */
  default Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate raw = Protocols.estimate(protocol(), reports, confidence).named(this::row);
    return Answers.of(raw, steps, protocol(), best(raw), step -> step(step, raw));
  }

  /** The best guess of each answer. */
  default double[] best(Estimate raw) {
    return Postprocessed.best(protocol(), raw);
  }

  /** What an estimate is of, by its place. */
  default String row(int place) {
    return Integer.toString(place);
  }

  /** What a step of this task's own makes of the raw estimates. */
  default double[] step(String name, Estimate raw) {
    throw new IllegalStateException(name);
  }

  /** Whether answers are read in their own order, as of a distribution: not the largest first. */
  default boolean isOrdered() {
    return false;
  }

  /** Notes for readers of the answers. */
  default List<String> notes() {
    return List.of();
  }

  /** The people at no item of the plan's list, whose share is watched. */
  default List<Unlisted> unlisted(Answers answers) {
    return List.of();
  }

  /** A message before people are asked. */
  default Optional<String> announcement() {
    return Optional.empty();
  }

  /**
   * What the protocol assumes of the people's values, and what happens where that is not so, in one
   * sentence; none where estimates and intervals are right whatever the values are. Said before
   * people are asked, and beside the answers.
   */
  default Optional<String> assumption() {
    return Optional.empty();
  }

  /**
   * How large the error of an answer is beside the answer, with one person; with n people it is
   * this over sqrt(n). Empty where there is no formula.
   *
   * <p>Of counts: the root mean square of the items' standard errors, over the people of an item,
   * when all items have equally many. Of numbers: the standard error when they are evenly spread
   * over the range, over half of the range. Of vectors: the root mean square of the error's length
   * in the worst case, over the radius.
   */
  default OptionalDouble relativeError() {
    return OptionalDouble.empty();
  }

  /**
   * What error to expect of the answers, in their unit; empty where there is no formula that holds
   * whatever the values are.
   */
  default Optional<Forecast> forecast() {
    return Optional.empty();
  }

  /** What to expect of so many people, in one sentence. */
  default Optional<String> expected(long people) {
    return forecast().map(forecast -> forecast.sentence(people));
  }

  /** Whether the plan leaves it to the table how many people there are; then it asks nobody yet. */
  default boolean needsPeople() {
    return false;
  }

  /** The same question of so many people, where the plan leaves that to the table. */
  default Task ofPeople(long people) {
    return this;
  }

  /** The same question, put even to people who are far too few for it. */
  default Task anyway() {
    return this;
  }

  /** Keys of the plan that decide how it is read, and nothing of a report. */
  default Map<String, Object> readingKeys() {
    return Map.of();
  }

  /** Refuses a table whose columns' types show that the protocol does not suit them. */
  default void requireTypes(StructType schema) {}

  /** Whether people are counted before any value is read. */
  default boolean countsPeopleFirst() {
    return false;
  }

  /** Into how many parts people are divided that have estimates of their own. */
  default int strata() {
    return 1;
  }

  /** What to do, besides asking more people, where the protocol's analysis needs more. */
  default String fewerPeople() {
    return "take a protocol that needs fewer people, fewer rounds or a larger epsilon";
  }

  /**
   * Refuses to ask where the protocol knows that it fails with so few people: in the first round,
   * whose people decide for all.
   */
  default void requirePeople(long people) {
    long needed = Demanding.people(protocol());
    boolean isLater = protocol().facet(InRounds.class).filter(at -> at.round() > 1).isPresent();
    if (!isLater && people / strata() < needed) {
      throw Require.refusal(
          "people must be enough for the protocol's own analysis, %s%s. Provided: %s%s; %s. Nothing"
              + " was written.",
          needed,
          strata() == 1 ? "" : " in each stratum",
          people,
          strata() == 1 ? "" : " in " + strata() + " strata",
          fewerPeople());
    }
  }
}
