package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.spec.Services;
import org.sparkldp.protocols.wire.Wire;

/**
 * The declaration of a protocol: its name, input and report, and how it is made: one constant a
 * protocol, listed in its jar's {@link Catalogue}. SQL, plans, help, pages and the laws of tests
 * know a protocol by it and by nothing else.
 *
 * @param <P> the protocol that it makes
 */
public final class Declaration<P extends Protocol<?, ?>> {
  /** The least id of protocols that are not spark-ldp's. */
  static final int OWN_IDS = 32_768;

  private final String name;
  private final int id;
  private final String description;
  private final List<Parameter> parameters;
  private final List<String> variants;
  private final Optional<Wire> wire;
  private final String only;
  private final String value;
  private final BiFunction<Parameters, byte[], P> maker;

  private Declaration(Builder built, BiFunction<Parameters, byte[], P> maker) {
    this.name = built.name;
    this.id = built.id;
    this.description = built.description;
    this.parameters = built.parameters;
    this.variants = built.variants;
    this.wire = built.wire;
    this.only = built.only;
    this.value = built.value;
    this.maker = maker;
  }

  /**
   * Begins a declaration.
   *
   * @param name the name in specs
   * @param id the permanent number in accumulator bytes, 1 to 65535, never reused; numbers from
   *     32768 are free for protocols of your own
   * @param description one sentence
   */
  public static Builder named(String name, int id, String description) {
    Require.that(id >= 1 && id <= 65535)
        .orRefuse(
            "a protocol id must be between 1 and 65535. Protocol %s has %s; choose a free one from"
                + " %s on.",
            name, id, OWN_IDS);
    return new Builder(name, id, description);
  }

  /** The name in specs. */
  public String name() {
    return name;
  }

  /** The permanent number in accumulator bytes. */
  public int id() {
    return id;
  }

  /** The protocol in one sentence. */
  public String description() {
    return description;
  }

  /** Its parameters in canonical order. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** Whether it is one of the parameters, perhaps with another range or meaning. */
  public boolean takes(Parameter parameter) {
    return parameters.stream().anyMatch(parameter::is);
  }

  /** Whether it makes some of the protocol's specs only, those with one value of a parameter. */
  public boolean isVariant() {
    return !only.isEmpty();
  }

  /** Whether it is a variant that the spec asks for. */
  boolean isVariantOf(ProtocolSpec spec) {
    return isVariant() && spec.name().equals(name) && value.equals(spec.arguments().get(only));
  }

  /** What clients in other languages must know; empty for a protocol that has none but ours. */
  public Optional<Wire> wire() {
    return wire;
  }

  /**
   * Specs for tests, audits and pages, one for each way in which reports are made. The required
   * parameters have the values of their examples; if one of them has no example, there is no spec.
   */
  public List<String> examples() {
    List<String> required = new ArrayList<>();
    for (Parameter parameter : parameters) {
      if (parameter.isRequired()) {
        if (parameter.example().isEmpty()) {
          return List.of();
        }
        required.add(parameter.name() + "=" + parameter.example());
      }
    }
    return variants.stream()
        .map(
            more ->
                Stream.concat(required.stream(), Stream.of(more).filter(text -> !text.isEmpty()))
                    .collect(Collectors.joining(",", name + "(", ")")))
        .toList();
  }

  /**
   * The spec's protocol; refuses parameters out of range in one sentence.
   *
   * @param attachment what {@link Attached#attachment} of an equal protocol returned, or empty
   *     where it must be found
   */
  public Protocol<?, ?> make(ProtocolSpec spec, byte[] attachment) {
    Parameters given = given(spec);
    String name = given.text(InRounds.STATE.name(), "");
    if (name.isEmpty()) {
      return maker.apply(given, attachment);
    }
    RoundState state = RoundState.decode(attachment, name);
    return maker
        .apply(given.without(InRounds.STATE.name()), state.attachment())
        .facet(InRounds.class)
        .orElseThrow(
            () ->
                Require.refusal(
                    "state must be left out where there is one round. Provided value: %s.", name))
        .resume(state);
  }

  /** The protocol of the values of its first parameters, in order; "" leaves one out. */
  public P of(Object... values) {
    Require.that(values.length <= parameters.size())
        .orRefuse("%s takes at most %s values: %s.", name, parameters.size(), parameters);
    ProtocolSpec spec = ProtocolSpec.named(name);
    for (int i = 0; i < values.length; i++) {
      String value = values[i].toString();
      spec = value.isEmpty() ? spec : spec.with(parameters.get(i).name(), value);
    }
    return maker.apply(given(spec), new byte[0]);
  }

  private Parameters given(ProtocolSpec spec) {
    return Parameters.of(spec, parameters, Services.PUBLISHED);
  }

  @Override
  public String toString() {
    return name;
  }

  /** A declaration that is being said. */
  public static final class Builder {
    private final String name;
    private final int id;
    private final String description;
    private List<Parameter> parameters = List.of();
    private List<String> variants = List.of("");
    private Optional<Wire> wire = Optional.empty();
    private String only = "";
    private String value = "";

    private Builder(String name, int id, String description) {
      this.name = name;
      this.id = id;
      this.description = description;
    }

    /** The parameters in canonical order; of several rounds with {@link InRounds#STATE}. */
    public Builder takes(List<Parameter> all) {
      parameters = List.copyOf(all);
      return this;
    }

    /** The parameters in canonical order. */
    public Builder takes(Parameter... all) {
      return takes(List.of(all));
    }

    /** What clients in other languages must know. */
    public Builder sends(Wire known) {
      wire = Optional.of(known);
      return this;
    }

    /**
     * Another way to make a protocol, which another jar may declare: only specs with this value of
     * the parameter are made so. Its name and id are the protocol's, its parameters all that such a
     * spec takes.
     */
    public Builder onlyWith(String parameter, String itsValue) {
      only = parameter;
      value = itsValue;
      return this;
    }

    /**
     * The optional parameters of the examples, such as {@code blocks=2}: one text for each way in
     * which reports are made; by default one empty text.
     */
    public Builder variants(String... each) {
      variants = List.of(each);
      return this;
    }

    /** A protocol of its spec alone; of several rounds, the first, from which others follow. */
    public <P extends Protocol<?, ?>> Declaration<P> makes(Function<Parameters, P> maker) {
      return makesWith((given, attachment) -> maker.apply(given));
    }

    /** The same, of its spec and what that names by its fingerprint; states carry it along. */
    public <P extends Protocol<?, ?>> Declaration<P> makesWith(
        BiFunction<Parameters, byte[], P> maker) {
      return new Declaration<>(this, maker);
    }
  }
}
