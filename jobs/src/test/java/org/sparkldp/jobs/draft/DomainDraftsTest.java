package org.sparkldp.jobs.draft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ready domains: public lists and ranges. */
class DomainDraftsTest {
  private static Config section(String draft, int column) {
    return ConfigFactory.parseString(DomainDrafts.of(draft).sections().get(column));
  }

  private static List<String> items(String draft) {
    return section(draft, 0).getStringList("items");
  }

  @Test
  void countriesAreThoseOfIso3166() {
    assertTrue(items("countries").containsAll(List.of("DE", "NO", "US", "ZW")));
    assertTrue(items("countries(code=alpha-3)").containsAll(List.of("DEU", "NOR", "USA")));
    assertEquals(items("countries").stream().sorted().toList(), items("countries"));
    assertEquals(items("countries").size(), DomainDrafts.of("countries").items(0));
  }

  @Test
  void daysAndMonthsHaveTheirOrder() {
    assertEquals("Monday", items("weekdays").get(0));
    assertEquals("Sun", items("weekdays(form=short)").get(6));
    assertEquals(7, section("weekdays(form=number)", 0).getInt("to"));
    assertEquals(12, section("months", 0).getInt("to"));
    assertEquals("December", items("months(form=long)").get(11));
    assertEquals(23, section("hours", 0).getInt("to"));
  }

  @Test
  void agesAndIncomesAreBins() {
    assertEquals(10, section("ages", 0).getInt("count"));
    assertEquals(18, section("ages(width=5,to=90)", 0).getInt("count"));
    assertEquals(
        List.of(0., 2., 4., 6., 8., 10., 12., 16., 20., 30., 40.),
        section("incomes(to=40)", 0).getDoubleList("edges"));
  }

  @Test
  void placesAreAGridOfTwoColumns() {
    DomainDraft world = DomainDrafts.of("places");
    assertEquals(List.of(18, 36), world.sizes());
    assertEquals(18 * 36, world.items(0));
    assertEquals(19 * 37, world.items(1));
    assertEquals(
        5.5, section("places(west=5.5,east=6.5,south=45,north=46,step=0.1)", 1).getDouble("from"));
    assertEquals(Integer.MAX_VALUE, world.and(world).and(world).and(world).items(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "towns | one of countries, ages",
        "ages(height=2) | knows the parameters [to, width]",
        "ages(width=7) | width must divide",
        "ages(width=0) | width must divide",
        "ages(width=x) | width must be a number",
        "weekdays(form=roman) | one of [long, short]",
        "countries(code=alpha-4) | one of [alpha-2, alpha-3]"
      })
  void whatIsNotOneIsRefused(String draft, String sentence) {
    badInput(sentence.strip(), () -> DomainDrafts.of(draft));
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachIsDescribedWithItsDefaults(DomainDrafts draft) {
    assertFalse(draft.description().isBlank());
    assertEquals(DomainDrafts.of(draft.name()), DomainDrafts.of(draft.usage()));
  }

  static List<DomainDrafts> all() {
    return DomainDrafts.all();
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
