package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * How a protocol enters the house: one provider a protocol, with a public constructor without
 * arguments, named in {@code META-INF/services/org.sparkldp.protocols.ProtocolProvider}. Nothing
 * else lists protocols, so a jar with a provider of your own is all it takes to bring one.
 */
public abstract class ProtocolProvider {
  private final String name;
  private final int id;
  private final String description;
  private final List<Parameter> parameters;
  private final Function<Parameters, Protocol<?, ?>> constructor;

  /**
   * @param name the name in specs
   * @param id the permanent number in accumulator bytes, 1 to 65535, never reused; numbers from
   *     32768 are free for protocols of your own
   * @param description one sentence
   * @param parameters its parameters in canonical order
   * @param constructor makes the protocol; refuses parameters out of range in one sentence
   */
  protected ProtocolProvider(
      String name,
      int id,
      String description,
      List<Parameter> parameters,
      Function<Parameters, Protocol<?, ?>> constructor) {
    Require.that(id >= 1 && id <= 65535)
        .orRefuse(
            "a protocol id must be between 1 and 65535. Protocol %s has %s; choose a free one from"
                + " 32768 on.",
            name, id);
    this.name = name;
    this.id = id;
    this.description = description;
    this.parameters = List.copyOf(parameters);
    this.constructor = constructor;
  }

  /** The name in specs. */
  public final String name() {
    return name;
  }

  /** The permanent number in accumulator bytes. */
  public final int id() {
    return id;
  }

  /** The protocol in one sentence. */
  public final String description() {
    return description;
  }

  /** Its parameters in canonical order. */
  public final List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Specs for tests, audits and pages, one for each of the {@link #variants}. The required
   * parameters have the values of their examples; if one of them has no example, there is no spec.
   */
  public final List<String> examples() {
    List<String> required = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (parameter.required()) {
        if (parameter.example().isEmpty()) {
          return List.of();
        }
        required.add(parameter.name() + "=" + parameter.example());
      }
    }
    return variants().stream()
        .map(
            more ->
                Stream.concat(required.stream(), Stream.of(more).filter(text -> !text.isEmpty()))
                    .collect(Collectors.joining(",", name + "(", ")")))
        .toList();
  }

  /**
   * The optional parameters of the examples, such as {@code blocks=2}: one entry for each way in
   * which reports are made. By default one entry without any.
   */
  protected List<String> variants() {
    return List.of("");
  }

  /** What clients in other languages must know; empty for a protocol that has none but ours. */
  public Optional<Wire> wire() {
    return Optional.empty();
  }

  /**
   * The protocol; refuses parameters out of range in one sentence.
   *
   * @param attachment what {@link Protocol#attachment} of an equal protocol returned, or empty
   *     where it must be found
   */
  public Protocol<?, ?> create(Parameters given, byte[] attachment) {
    return constructor.apply(given);
  }
}
