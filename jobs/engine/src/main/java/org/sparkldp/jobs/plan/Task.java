package org.sparkldp.jobs.plan;

import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;

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

  /** What an estimate is of, by its place. */
  default String row(int place) {
    return Integer.toString(place);
  }

  /** Which number of its item a row is, as in {@code mean of ms}; empty where items have one. */
  default String measure(int place) {
    return "";
  }

  /** The name of a row without its measure. */
  default String item(int place, String row) {
    return row;
  }

  /** The estimates from reports, named. */
  default Estimate estimate(Accumulator<?> reports, double confidence) {
    return Protocols.estimate(protocol(), reports, confidence).named(this::row);
  }

  /**
   * The answers from reports.
   *
   * @param steps names of steps of {@link TaskKind#steps} to be shown beside the raw estimates
   */
  default Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    return answers(estimate(reports, confidence), steps);
  }

  /** The same, of named estimates. */
  default Answers answers(Estimate raw, List<String> steps) {
    double[] best = Postprocessed.best(protocol(), raw);
    return Answers.of(raw, steps, protocol(), best, step -> step(step, raw));
  }

  /** What a step of this task's own makes of the raw estimates. */
  default double[] step(String name, Estimate raw) {
    throw new IllegalStateException(name);
  }

  /** Notes for readers of the answers. */
  default List<String> notes() {
    return List.of();
  }

  /** The people at no item of the plan's list, whose share is watched. */
  default List<Unlisted> unlisted(Answers answers) {
    return List.of();
  }

  /** Whether a row is of shares or means: the same of however many people. */
  default boolean isComparable(int row) {
    return true;
  }

  /**
   * What more the question can do: {@link Counting}, {@link Forecasting}, {@link Assuming}, {@link
   * Recruiting}, or an interface of another jar. Nobody asks a question for its class.
   *
   * @param kind an interface
   */
  default <F> Optional<F> facet(Class<F> kind) {
    return Optional.of(this).filter(kind::isInstance).map(kind::cast);
  }
}
