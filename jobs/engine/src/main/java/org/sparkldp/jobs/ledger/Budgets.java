package org.sparkldp.jobs.ledger;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.accounting.composition.Tally;

/**
 * A file of budgets, kept under version control like plans; in HOCON:
 *
 * <pre>{@code
 * require_budget = true        # refuse populations without a budget; default: record them only
 * budgets = [
 *   { population = people, epsilon = 20.0, delta = 1e-6 }                     # ever, in all
 *   { population = people, attribute = country, per = day, epsilon = 1.0 }
 *   { population = people, purpose = research, per = month, epsilon = 5.0 }
 * ]
 * }</pre>
 *
 * @param all in the file's order
 * @param areRequired whether a spend without any budget is refused
 */
@Section("a file of budgets")
public record Budgets(
    @Key(name = "budgets") List<Budget> all,
    @Key(name = "require_budget", otherwise = "false") boolean areRequired) {
  public Budgets {
    all = List.copyOf(all);
  }

  /** As a file. */
  @Override
  public String toString() {
    return "require_budget = " + areRequired + ", budgets = " + all;
  }

  /** Reads what {@link #toString} has written, or a file; {@code origin} names it in refusals. */
  public static Budgets read(String text, String origin) {
    return Settings.read("a file of budgets", text, origin, Budgets::budgets);
  }

  private static Budgets budgets(Settings settings) {
    List<Budget> all = settings.sections("budgets").stream().map(Budgets::budget).toList();
    Set<List<Object>> seen = new HashSet<>();
    for (Budget budget : all) {
      if (!seen.add(
          List.of(budget.population(), budget.attribute(), budget.purpose(), budget.per()))) {
        throw settings.mistake(
            "budgets",
            "a budget must be given once. Given twice: %s.",
            budget.name(Keys.word(budget.per())));
      }
    }
    return settings.as(Budgets.class, Map.of("all", all));
  }

  private static Budget budget(Settings settings) {
    long delta = settings.has("delta") ? grains(settings, "delta", Tally.DELTA_DIGITS) : 0;
    return settings.as(
        Budget.class,
        Map.of("epsilon", grains(settings, "epsilon", Tally.EPSILON_DIGITS), "delta", delta));
  }

  /** As it is written, with no double between; a budget is never rounded up. */
  private static long grains(Settings settings, String key, int digits) {
    try {
      BigDecimal number = new BigDecimal(settings.string(key)).movePointRight(digits);
      BigDecimal grains = number.setScale(0, RoundingMode.FLOOR);
      if (grains.signum() >= 0
          && grains.compareTo(BigDecimal.valueOf(1_000_000_000_000_000_000L)) <= 0) {
        return grains.longValueExact();
      }
    } catch (NumberFormatException e) {
      // refused below
    }
    throw settings.mistake(
        key,
        "%s must be a number from 0 to %s. Provided value: %s.",
        key,
        key.equals("delta") ? "1" : "1,000,000",
        settings.string(key));
  }
}
