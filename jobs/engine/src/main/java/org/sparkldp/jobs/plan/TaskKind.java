package org.sparkldp.jobs.plan;

import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToIntFunction;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A kind of question, such as a histogram. It is found by the service loader: its class, its page
 * and its test are all that a new task needs.
 *
 * <p>A plan is read here, once for all kinds: the values first, then the protocol's spec, which the
 * plan completes, and whose protocol must be of the kind's class.
 *
 * @param <V> what of a person is randomized
 * @param <P> the protocols by which it can be asked
 */
public abstract class TaskKind<V extends Values, P extends Protocol<?, ?>> {
  private final String name;
  private final Class<?> protocols;
  private final String needs;
  private final BiFunction<Settings, OutsideRule, V> values;
  private final BiFunction<V, P, Task> question;
  private final Set<String> keys;

  /**
   * A parameter of the protocol that the plan decides.
   *
   * @param name of the parameter, filled in where the protocol has it and the spec does not say it
   * @param value that it must have
   * @param says what the value is, such as "the number of items"
   * @param given what the protocol has
   */
  public record DecidedParameter<P>(String name, int value, String says, ToIntFunction<P> given) {
    private void require(P protocol) {
      Require.that(given.applyAsInt(protocol) == value)
          .orRefuse(
              "%s must be %s, %s (leave it out and it will be). Provided value: %s.",
              name, says, value, given.applyAsInt(protocol));
    }
  }

  /**
   * Declares a kind.
   *
   * @param name in plans
   * @param protocols the class of its protocols
   * @param needs the refusal of another protocol, such as "a density needs the protocol density"
   * @param values reads what is randomized
   * @param question makes a question of its values and its protocol, or of another round's
   * @param keys of plans that belong to it, besides those of all plans
   */
  protected TaskKind(
      String name,
      Class<? super P> protocols,
      String needs,
      BiFunction<Settings, OutsideRule, V> values,
      BiFunction<V, P, Task> question,
      String... keys) {
    this.name = name;
    this.protocols = protocols;
    this.needs = needs;
    this.values = values;
    this.question = question;
    this.keys = Set.of(keys);
  }

  /** Its name in plans. */
  public final String name() {
    return name;
  }

  /** The keys of plans that belong to it, besides those of all plans. */
  public final Set<String> keys() {
    return keys;
  }

  /** The steps of post-processing that plans may name. */
  public Set<String> steps() {
    return Set.of();
  }

  /** Which values it takes: items where it has a domain, else numbers. */
  public Taken taken() {
    return keys.contains("domain") ? Taken.ITEMS : Taken.NUMBERS;
  }

  /**
   * The protocol's spec as the plan asks it, before {@link #decided} fills a parameter in. Only
   * what is absent is put in: a plan is read again from its completed text.
   */
  protected ProtocolSpec asked(ProtocolSpec written, V values, Settings plan) {
    return written;
  }

  /** The parameter of the protocol that these values decide; empty where there is none. */
  protected Optional<DecidedParameter<P>> decided(V values) {
    return Optional.empty();
  }

  /** Reads the question of a plan. */
  public final Task read(Settings plan, OutsideRule outside) {
    V read = values.apply(plan, outside);
    return plan.at(
        "protocol",
        () -> {
          ProtocolSpec written = ProtocolSpec.parse(plan.string("protocol"));
          return question.apply(read, protocol(written, read, plan));
        });
  }

  /** The protocol of a spec, completed, and of the kind's class. */
  protected P protocol(ProtocolSpec written, V values, Settings plan) {
    ProtocolSpec asked = asked(written, values, plan);
    Optional<DecidedParameter<P>> decided = decided(values);
    P protocol =
        required(
            decided
                .<Protocol<?, ?>>map(by -> plan.context().complete(asked, by.name(), by.value()))
                .orElseGet(() -> Protocols.of(asked, plan.context().attachment())),
            written);
    decided.ifPresent(by -> by.require(protocol));
    return protocol;
  }

  /** The protocol; refused if it is of another kind. */
  public final P required(Protocol<?, ?> found, ProtocolSpec written) {
    return of(found).orElseThrow(() -> other(written));
  }

  /** A refusal of a protocol of another kind. */
  public final IllegalArgumentException other(ProtocolSpec written) {
    return Require.refusal("%s. Provided value: %s.", needs, written);
  }

  /** The same question in another round. */
  final Task in(Task before, Protocol<?, ?> round) {
    @SuppressWarnings("unchecked") // a question's values are its kind's
    V same = (V) before.values();
    return question.apply(same, of(round).orElseThrow());
  }

  @SuppressWarnings("unchecked") // its class is that of the kind's protocols
  private Optional<P> of(Protocol<?, ?> found) {
    return protocols.isInstance(found) ? Optional.of((P) found) : Optional.empty();
  }
}
