package org.sparkldp.datasets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The canonical name of a generator: a family and a value for each of its parameters.
 *
 * <p>Written {@code name(parameter=value,...)}: order-free, spaces allowed, what is left out takes
 * its default, and the brackets may be left out with all. Printed with every parameter, in the
 * family's order, values as shortest decimals: {@code zipf(k=256,s=1.1)}. Two specs are equal when
 * they print the same.
 */
public final class GeneratorSpec implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final Pattern CALL =
      Pattern.compile("\\s*([a-z][a-z0-9-]*)\\s*(?:\\(([^()]*)\\)\\s*)?");

  private final String family;

  /** Every parameter of the family, in its order. */
  private final LinkedHashMap<String, Double> values;

  private final String text;

  private GeneratorSpec(GeneratorFamily family, Map<String, String> given) {
    List<GeneratorParameter> parameters = family.parameters();
    List<String> names = parameters.stream().map(GeneratorParameter::name).toList();
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        throw GeneratorRefusal.of(
            "A parameter of %s must be one of [%s]. Provided name: %s. Remove it or use one of"
                + " these.",
            family.name(), String.join(", ", names), name);
      }
    }
    this.family = family.name();
    values = new LinkedHashMap<>();
    List<String> assignments = new ArrayList<>();
    for (GeneratorParameter parameter : parameters) {
      String offered = given.get(parameter.name());
      double value = offered == null ? parameter.byDefault() : parameter.parse(offered);
      values.put(parameter.name(), value);
      assignments.add(parameter.name() + "=" + parameter.text(value));
    }
    text = family.name() + "(" + String.join(",", assignments) + ")";
  }

  /**
   * The spec of a family with the given parameters, the others at their defaults.
   *
   * @throws IllegalArgumentException if a parameter is unknown or out of its range
   */
  public static GeneratorSpec of(GeneratorFamily family, Map<String, String> given) {
    return new GeneratorSpec(family, given);
  }

  /** The family named at the beginning of the text; refuses text that is not a spec. */
  static String familyOf(String text) {
    return match(text).group(1);
  }

  /** The parameters written in the text, each once. */
  static Map<String, String> parametersOf(String text) {
    String list = match(text).group(2);
    Map<String, String> given = new LinkedHashMap<>();
    if (list == null || list.isBlank()) {
      return given;
    }
    for (String assignment : list.split(",", -1)) {
      int equals = assignment.indexOf('=');
      if (equals < 0) {
        throw malformed(text);
      }
      String name = assignment.substring(0, equals).strip();
      if (given.put(name, assignment.substring(equals + 1).strip()) != null) {
        throw GeneratorRefusal.of(
            "A parameter must be given once. Provided twice: %s in %s. Keep one of the two.",
            name, text);
      }
    }
    return given;
  }

  private static Matcher match(String text) {
    Matcher matcher = CALL.matcher(text);
    if (!matcher.matches()) {
      throw malformed(text);
    }
    return matcher;
  }

  private static IllegalArgumentException malformed(String text) {
    return GeneratorRefusal.of(
        "A generator must be written name(parameter=value,...). Provided text: %s. Write for"
            + " example zipf(k=256,s=1.1).",
        text);
  }

  /** The family's name. */
  public String family() {
    return family;
  }

  /** The value of an integer parameter. */
  public int integer(String parameter) {
    return (int) real(parameter);
  }

  /** The value of a parameter. */
  public double real(String parameter) {
    Double value = values.get(parameter);
    if (value == null) {
      throw GeneratorRefusal.of(
          "A parameter of %s must be one of %s. Provided name: %s. Declare it in the family's"
              + " parameters.",
          family, values.keySet(), parameter);
    }
    return value;
  }

  /** The canonical text. */
  @Override
  public String toString() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GeneratorSpec spec && text.equals(spec.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
