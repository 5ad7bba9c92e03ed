package org.sparkldp.jobs.plan;

import java.util.Optional;
import java.util.function.LongFunction;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;

/** A question with a say in how many people it is put to. */
public interface Recruiting {

  /** Of a question; one that says nothing asks for what its protocol's analysis needs. */
  static Recruiting of(Task task) {
    return task.facet(Recruiting.class).orElse(task::protocol);
  }

  /** How it is asked. */
  Protocol<?, ?> protocol();

  /** A message before people are asked. */
  default Optional<String> announcement() {
    return Optional.empty();
  }

  /** What to expect of so many people, in one sentence, where no forecast says it. */
  default Optional<String> expected(long people) {
    return Optional.empty();
  }

  /**
   * The same question of so many people, where the plan leaves it to the table how many there are;
   * before that it asks nobody.
   */
  default Optional<LongFunction<Task>> open() {
    return Optional.empty();
  }

  /** The same question, put even to people who are far too few for it, which it would refuse. */
  default Optional<Task> anyway() {
    return Optional.empty();
  }

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

  /** What to do for people who come when their round is over. */
  default String afterwards() {
    return "ask them in the next collection, under a plan of another name";
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
