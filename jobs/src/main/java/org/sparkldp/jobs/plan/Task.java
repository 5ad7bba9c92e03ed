package org.sparkldp.jobs.plan;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.page.Page;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;

/**
 * One question: what of a person is randomized, by which protocol, and what the reports answer.
 * Commands and pipelines ask a task, and never for its class. Immutable.
 */
public interface Task {

  /** What all questions of this kind share. */
  TaskProvider provider();

  /** How it is asked; of a protocol of several rounds, this round. */
  Protocol<?, ?> protocol();

  /** The same question in another round. */
  Task withProtocol(Protocol<?, ?> round);

  /** What of a person is randomized. */
  Values values();

  /** What is asked about, such as "age" or "age, sex". */
  default String about() {
    return String.join(", ", values().columns());
  }

  /** Whether estimates are people, one number an item: long tables, without notes. */
  default boolean countsPeople() {
    return false;
  }

  /**
   * What the reports say.
   *
   * @param steps names of steps of {@link TaskProvider#steps} to be shown beside the raw estimates
   */
  Answers answers(Accumulator<?> reports, List<String> steps, double confidence);

  /**
   * Pictures of the answers.
   *
   * @param truth the true answers, where somebody knows them
   */
  List<Chart> charts(Answers answers, Optional<double[]> truth);

  /** What a reader of the answers must know. */
  default List<String> notes() {
    return List.of();
  }

  /** What a page says of the question besides its protocol. */
  default List<Page.Fact> facts(long reports) {
    return List.of();
  }

  /** What is said before people are asked. */
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

  /** Keys of the plan that decide how it is read, and nothing of a report. */
  default Map<String, Object> readingKeys() {
    return Map.of();
  }

  /** Refuses a table whose columns' types show that the protocol does not suit them. */
  default void requireTypes(StructType schema) {}

  /** Whether people are counted before any value is looked at. */
  default boolean countsPeopleFirst() {
    return false;
  }

  /** Refuses where the protocol knows that it fails with so few people. */
  default void requirePeople(long people) {}
}
