package org.sparkldp.jobs.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A column of the values' table, with levels.
 *
 * @param column its name
 * @param domain its levels
 */
public record Attribute(String column, Domain domain) {

  /** Reads {@code column} and {@code domain}. */
  public static Attribute read(Settings settings, PlanContext context) {
    Domain domain = settings.at("domain", () -> Domain.read(settings.section("domain"), context));
    return new Attribute(settings.text("column"), domain);
  }

  /** Reads a section that has no other keys. */
  public static Attribute readAlone(Settings settings, PlanContext context) {
    settings.requireKeys(Set.of("column", "domain"), "an attribute");
    return read(settings, context);
  }

  /** Reads {@code attributes}, or the one attribute of {@code column} and {@code domain}. */
  public static List<Attribute> readAll(Settings settings, PlanContext context) {
    if (!settings.has("attributes")) {
      return List.of(read(settings, context));
    }
    if (settings.has("column") || settings.has("domain")) {
      throw settings.mistake(
          "attributes", "a plan must have either column and domain, or attributes.");
    }
    List<Attribute> attributes = new ArrayList<>();
    for (Settings attribute : settings.sections("attributes")) {
      attributes.add(readAlone(attribute, context));
    }
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

  /** The settings from which {@link #read} would read an equal attribute. */
  public Map<String, Object> settings() {
    return Map.of("column", column, "domain", domain.settings());
  }
}
