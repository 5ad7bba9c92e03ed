package org.sparkldp.jobs.ledger;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.plan.Settings;

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
public record Budgets(List<Budget> all, boolean areRequired) {
  private static final Set<String> KEYS =
      Set.of("population", "attribute", "purpose", "per", "epsilon", "delta");

  public Budgets {
    all = List.copyOf(all);
  }

  /** As a file. */
  @Override
  public String toString() {
    return "require_budget = " + areRequired + ", budgets = " + all;
  }

  /** Reads a file; {@code origin} names it in refusals. */
  public static Budgets read(String text, String origin) {
    return Settings.read("a file of budgets", text, origin, Budgets::budgets);
  }

  private static Budgets budgets(Settings settings) {
    settings.requireKeys(Set.of("budgets", "require_budget"), "a file of budgets");
    List<Budget> all = settings.sections("budgets").stream().map(Budgets::budget).toList();
    Set<List<Object>> seen = new HashSet<>();
    for (Budget budget : all) {
      if (!seen.add(
          List.of(budget.population(), budget.attribute(), budget.purpose(), budget.per()))) {
        throw settings.mistake(
            "budgets",
            "a budget must be given once. Given twice: %s.",
            budget.name(budget.per().text()));
      }
    }
    boolean areRequired =
        settings.has("require_budget")
            && settings.choice("require_budget", List.of(true, false), Object::toString);
    return new Budgets(all, areRequired);
  }

  private static Budget budget(Settings settings) {
    settings.requireKeys(KEYS, "a budget");
    return new Budget(
        settings.text("population").strip(),
        settings.string("attribute", "").strip(),
        settings.string("purpose", "").strip(),
        settings.has("per")
            ? settings.choice("per", List.of(Budget.Per.values()), Budget.Per::text)
            : Budget.Per.EVER,
        grains(settings, "epsilon", Tally.EPSILON_DIGITS),
        settings.has("delta") ? grains(settings, "delta", Tally.DELTA_DIGITS) : 0);
  }

  /** As it is written, with no double between; a budget is never rounded up. */
  private static long grains(Settings settings, String key, int digits) {
    try {
      BigDecimal number = new BigDecimal(settings.string(key)).movePointRight(digits);
      BigDecimal grains = number.setScale(0, java.math.RoundingMode.FLOOR);
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
