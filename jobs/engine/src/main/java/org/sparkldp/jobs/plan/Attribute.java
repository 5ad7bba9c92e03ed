package org.sparkldp.jobs.plan;

import java.util.List;
import java.util.Map;

/**
 * A column of the values' table, with levels.
 *
 * @param column its name
 * @param domain its levels
 */
@Section("an attribute")
public record Attribute(@Key String column, @Key Domain domain) {

  /** Reads {@code attributes}, or the one attribute of {@code column} and {@code domain}. */
  public static List<Attribute> readAll(Settings settings) {
    if (!settings.has("attributes")) {
      return List.of(Keys.read(Attribute.class, settings, Map.of()));
    }
    if (settings.has("column") || settings.has("domain")) {
      throw settings.mistake(
          "attributes", "a plan must have either column and domain, or attributes.");
    }
    List<Attribute> attributes = settings.sections("attributes", Attribute.class);
    if (!areOfDifferentColumns(attributes)) {
      throw settings.mistake("attributes", "attributes must be one or more, of different columns.");
    }
    return attributes;
  }

  /** Whether there are some, and none of the same column. */
  public static boolean areOfDifferentColumns(List<Attribute> attributes) {
    return !attributes.isEmpty()
        && attributes.stream().map(Attribute::column).distinct().count() == attributes.size();
  }
}
