package org.sparkldp.protocols.spec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A spec's arguments, checked against what its protocol declares. */
public final class Parameters {
  private final ProtocolSpec spec;

  private Parameters(ProtocolSpec spec) {
    this.spec = spec;
  }

  /** Refuses unknown names, missing names and values of the wrong kind. */
  public static Parameters of(ProtocolSpec spec, List<Parameter> declared) {
    Map<String, Parameter> byName = new LinkedHashMap<>();
    declared.forEach(parameter -> byName.put(parameter.name(), parameter));
    for (Map.Entry<String, String> argument : spec.arguments().entrySet()) {
      Parameter parameter = byName.get(argument.getKey());
      if (parameter == null) {
        throw new IllegalArgumentException(
            spec.name()
                + " has no parameter "
                + argument.getKey()
                + ". It takes: "
                + names(declared)
                + ".");
      }
      checkKind(parameter, argument.getValue());
    }
    for (Parameter parameter : declared) {
      if (parameter.required() && !spec.arguments().containsKey(parameter.name())) {
        throw new IllegalArgumentException(
            spec.name()
                + " needs the parameter "
                + parameter.name()
                + " ("
                + parameter.description()
                + "). Provided: "
                + spec
                + ".");
      }
    }
    return new Parameters(spec);
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
      throw new IllegalArgumentException(
          parameter.name()
              + " must be "
              + parameter.kind().noun
              + " ("
              + parameter.description()
              + "). Provided value: "
              + value
              + ".",
          e);
    }
  }

  private static String names(List<Parameter> declared) {
    return declared.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
