package org.sparkldp.protocols.spec;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sparkldp.protocols.check.Require;

/** A spec's arguments, checked against what its protocol declares. */
public final class Parameters {
  private final ProtocolSpec spec;
  private final String elsewhere;

  private Parameters(ProtocolSpec spec, String elsewhere) {
    this.spec = spec;
    this.elsewhere = elsewhere;
  }

  /** Refuses unknown names, missing names and values of the wrong kind. */
  public static Parameters of(ProtocolSpec spec, List<Parameter> declared) {
    return of(spec, declared, "");
  }

  /**
   * As {@link #of(ProtocolSpec, List)}.
   *
   * @param elsewhere a sentence that ends two refusals: that of an unknown parameter, and that of a
   *     word where the protocol takes one word only
   */
  public static Parameters of(ProtocolSpec spec, List<Parameter> declared, String elsewhere) {
    Map<String, Parameter> byName = new LinkedHashMap<>();
    declared.forEach(parameter -> byName.put(parameter.name(), parameter));
    for (Map.Entry<String, String> argument : spec.arguments().entrySet()) {
      Parameter parameter = byName.get(argument.getKey());
      if (parameter == null) {
        throw Require.refusal(
            "%s has no parameter %s. It takes: %s.%s",
            spec.name(), argument.getKey(), names(declared), elsewhere);
      }
      checkKind(parameter, argument.getValue());
    }
    for (Parameter parameter : declared) {
      if (parameter.required() && !spec.arguments().containsKey(parameter.name())) {
        throw Require.refusal(
            "%s needs the parameter %s (%s). Provided: %s.",
            spec.name(), parameter.name(), parameter.description(), spec);
      }
    }
    return new Parameters(spec, elsewhere);
  }

  /** A number that the spec must give. */
  public double real(String name) {
    return Double.parseDouble(spec.arguments().get(name));
  }

  /** A whole number that the spec must give. */
  public int integer(String name) {
    return Integer.parseInt(spec.arguments().get(name));
  }

  /** A number that the spec may give. */
  public OptionalDouble optionalReal(String name) {
    return has(name) ? OptionalDouble.of(real(name)) : OptionalDouble.empty();
  }

  /** A whole number that the spec may give. */
  public OptionalInt optionalInteger(String name) {
    return has(name) ? OptionalInt.of(integer(name)) : OptionalInt.empty();
  }

  /** A text that the spec may give, or else the fallback. */
  public String text(String name, String fallback) {
    return spec.arguments().getOrDefault(name, fallback);
  }

  /** One of some words, the first of which stands for none given. */
  public String choice(String name, String... words) {
    String word = text(name, words[0]);
    if (!List.of(words).contains(word)) {
      throw Require.refusal(
          "%s must be %s. Provided value: %s.%s",
          name, either(words), word, words.length == 1 ? elsewhere : "");
    }
    return word;
  }

  private static String either(String... words) {
    List<String> others = List.of(words).subList(0, words.length - 1);
    String last = words[words.length - 1];
    return others.isEmpty() ? last : String.join(", ", others) + " or " + last;
  }

  /** One of some things that specs name by words, the first of which stands for none given. */
  public <E> E choice(String name, E[] all, Function<E, String> word) {
    List<String> words = Arrays.stream(all).map(word).toList();
    return all[words.indexOf(choice(name, words.toArray(String[]::new)))];
  }

  private boolean has(String name) {
    return spec.arguments().containsKey(name);
  }

  private static void checkKind(Parameter parameter, String value) {
    try {
      switch (parameter.kind()) {
        case REAL -> Double.parseDouble(value);
        case INTEGER -> Integer.parseInt(value);
        case TEXT -> {}
      }
    } catch (NumberFormatException e) {
      throw Require.refusal(
          e,
          "%s must be %s (%s). Provided value: %s.",
          parameter.name(),
          parameter.kind().noun,
          parameter.description(),
          value);
    }
  }

  private static String names(List<Parameter> declared) {
    return declared.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
