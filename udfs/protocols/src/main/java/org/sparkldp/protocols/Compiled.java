package org.sparkldp.protocols;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol of which a client can make reports without knowing it: by named steps, and the
 * integers that they take. The client's report is, word for word of randomness, the randomizer's.
 */
public interface Compiled {

  /** The steps; empty where these parameters have none. */
  Optional<Recipe> recipe();

  /**
   * A way to draw reports. Numbers are decimal text, because readers of JSON keep 53 bits; several
   * under one name are parted by blanks.
   *
   * @param steps the name of the steps, as the page of formats says them
   * @param numbers by name
   * @param parts other recipes that these steps take, in order, by name
   */
  record Recipe(String steps, Map<String, String> numbers, Map<String, List<Recipe>> parts) {
    public Recipe {
      numbers = Collections.unmodifiableMap(new TreeMap<>(numbers));
      parts = Collections.unmodifiableMap(new TreeMap<>(parts));
    }

    /** Steps that take no number yet. */
    public static Recipe of(String steps) {
      return new Recipe(steps, Map.of(), Map.of());
    }

    /** With recipes in it. */
    public Recipe with(String name, List<Recipe> recipes) {
      Map<String, List<Recipe>> more = new TreeMap<>(parts);
      more.put(name, List.copyOf(recipes));
      return new Recipe(steps, numbers, more);
    }

    private Recipe with(String name, String text) {
      Map<String, String> more = new TreeMap<>(numbers);
      more.put(name, text);
      return new Recipe(steps, more, parts);
    }

    /** With an integer, or several. */
    public Recipe with(String name, long... integers) {
      return with(
          name, Arrays.stream(integers).mapToObj(Long::toString).collect(Collectors.joining(" ")));
    }

    /** With a number of words, which is unsigned. */
    public Recipe words(String name, long words) {
      return with(name, Long.toUnsignedString(words));
    }

    /** With a double, exactly, without an exponent. */
    public Recipe real(String name, double number) {
      return with(name, new BigDecimal(ProtocolSpec.shortest(number)).toPlainString());
    }

    /** All of it by name: texts, and lists of the same. */
    public Map<String, Object> keys() {
      Map<String, Object> keys = new TreeMap<>(numbers);
      keys.put("steps", steps);
      parts.forEach((name, each) -> keys.put(name, each.stream().map(Recipe::keys).toList()));
      return keys;
    }
  }
}
