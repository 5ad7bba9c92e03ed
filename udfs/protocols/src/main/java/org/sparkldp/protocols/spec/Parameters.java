package org.sparkldp.protocols.spec;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.sparkldp.protocols.check.Require;

/**
 * A spec's arguments, checked against what its protocol declares. A protocol is made of them, and
 * has their {@link #spec canonical spec}.
 */
public final class Parameters {
  private final String name;
  private final Map<String, Parameter> declared;
  private final Map<String, String> values;

  private Parameters(String name, Map<String, Parameter> declared, Map<String, String> values) {
    this.name = name;
    this.declared = declared;
    this.values = values;
  }

  /** Refuses unknown names, missing names, and values of the wrong kind or out of range. */
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
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, String> argument : spec.arguments().entrySet()) {
      Parameter parameter = byName.get(argument.getKey());
      if (parameter == null) {
        throw Require.refusal(
            "%s has no parameter %s. It takes: %s.%s",
            spec.name(), argument.getKey(), names(declared), elsewhere);
      }
      parameter.require(argument.getValue(), elsewhere);
      if (!parameter.isUsual(argument.getValue())) {
        values.put(parameter.name(), argument.getValue());
      }
    }
    for (Parameter parameter : declared) {
      if (parameter.isRequired() && !spec.arguments().containsKey(parameter.name())) {
        throw Require.refusal(
            "%s needs the parameter %s: %s. Provided: %s.",
            spec.name(), parameter.name(), parameter.description(), spec);
      }
    }
    return new Parameters(spec.name(), byName, values);
  }

  /**
   * The canonical spec: what is given or {@link #with set}, in the declared order, numbers in their
   * shortest form, without the defaults that specs leave out.
   */
  public ProtocolSpec spec() {
    ProtocolSpec spec = ProtocolSpec.named(name);
    for (Parameter parameter : declared.values()) {
      String value = values.get(parameter.name());
      spec = value == null ? spec : spec.with(parameter.name(), parameter.canonical(value));
    }
    return spec;
  }

  /** These, with the value of a declared parameter that the canonical spec says. */
  public Parameters with(String parameter, Object value) {
    Map<String, String> more = new HashMap<>(values);
    declared(parameter).require(value.toString(), ""); // what is derived is checked as well
    more.put(parameter, value.toString());
    return new Parameters(name, declared, more);
  }

  /** These without a parameter. */
  public Parameters without(String parameter) {
    Map<String, String> fewer = new HashMap<>(values);
    fewer.remove(parameter);
    return new Parameters(name, declared, fewer);
  }

  /** The privacy parameter, which every protocol takes. */
  public double epsilon() {
    return real(Parameter.EPSILON.name());
  }

  /** A number that is given or has a default. */
  public double real(String name) {
    return ProtocolSpec.number(value(name));
  }

  /** A whole number that is given or has a default. */
  public int integer(String name) {
    return Integer.parseInt(value(name));
  }

  /** A text that is given or has a default. */
  public String text(String name) {
    return value(name);
  }

  private String value(String name) {
    return text(name, declared(name).fallback());
  }

  private Parameter declared(String parameter) {
    Require.that(declared.containsKey(parameter))
        .orRefuse(
            "a protocol may use the parameters that it declares, and no other. Used by %s: %s;"
                + " declare it.",
            name, parameter);
    return declared.get(parameter);
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
    return values.getOrDefault(name, fallback);
  }

  /** One of some things, which specs name by the declared words; the first if none are declared. */
  public <E> E choice(String name, E[] all) {
    Parameter parameter = declared.get(name);
    return parameter == null ? all[0] : all[parameter.words().indexOf(value(name))];
  }

  private boolean has(String name) {
    return values.containsKey(name);
  }

  private static String names(List<Parameter> declared) {
    return declared.stream().map(Parameter::name).collect(Collectors.joining(", "));
  }
}
