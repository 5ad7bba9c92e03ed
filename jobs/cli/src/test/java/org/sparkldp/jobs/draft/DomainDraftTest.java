package org.sparkldp.jobs.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ready domains: public lists and ranges. */
class DomainDraftTest {
  private static Config section(String name, int column) {
    return ConfigFactory.parseString(DomainDraft.ready(name).orElseThrow().sections().get(column));
  }

  private static List<String> items(String name) {
    return section(name, 0).getStringList("items");
  }

  @Test
  void countriesAreThoseOfIso3166() {
    for (Locale.IsoCountryCode form :
        List.of(Locale.IsoCountryCode.PART1_ALPHA2, Locale.IsoCountryCode.PART1_ALPHA3)) {
      String name = form == Locale.IsoCountryCode.PART1_ALPHA2 ? "countries" : "countries-alpha-3";
      // The platform's list may grow; what plans have been drafted with stays.
      assertTrue(Locale.getISOCountries(form).containsAll(items(name)), name);
      assertEquals(items(name).stream().sorted().distinct().toList(), items(name));
    }
    assertEquals(249, items("countries").size());
    assertEquals(250, DomainDraft.ready("countries").orElseThrow().items(), "with (other)");
  }

  @Test
  void placesAreAGridOfTwoColumns() {
    DomainDraft world = DomainDraft.ready("places").orElseThrow();
    assertEquals(List.of(18, 36), world.sizes());
    assertEquals(19 * 37, world.items());
    assertEquals(Integer.MAX_VALUE, world.and(world).and(world).and(world).items());
  }

  @Test
  void whatIsNoNameIsNone() {
    assertEquals(Optional.empty(), DomainDraft.ready("towns"));
    assertEquals(Optional.empty(), DomainDraft.ready("ages(width=5)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"b", "$", "${LDP_KEY}", "null", "x\\", "a\nb", "}"})
  void anItemIsThatText(String item) {
    String section = DomainDraft.items(List.of(item, "other")).sections().get(0);
    assertEquals(
        List.of(item, "other"),
        ConfigFactory.parseString(section).resolve().getStringList("items"));
  }
}
