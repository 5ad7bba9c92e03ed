package org.sparkldp.jobs.ledger;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.check.Require;

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
  /** A text in quotes, with what makes it a key, or a comment. */
  private static final Pattern TEXT =
      Pattern.compile("\"((?:\\\\.|[^\"\\\\\n])*)\"(\\s*[=:])?|(?:#|//)[^\n]*");

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

  /**
   * Reads a user's file, in which nothing may be said twice: of two values HOCON takes the last,
   * and two budgets without a comma between them it merges.
   */
  public static Budgets readOnce(String text, String origin) {
    Budgets read = read(text, origin);
    String keys = // without texts and comments
        TEXT.matcher(text)
            .replaceAll(
                found ->
                    found.group(2) == null
                        ? ""
                        : Matcher.quoteReplacement(found.group(1) + found.group(2)));
    for (String key : List.of("population", "epsilon")) {
      long said = Pattern.compile("\\b" + key + "\\s*[=:]").matcher(keys).results().count();
      Require.that(said == read.all.size())
          .orRefuse(
              "a file must say %s once for each budget, and budgets once. Provided: %s times for %s"
                  + " budgets, in %s; put a comma between budgets, and say nothing twice.",
              key, said, read.all.size(), origin);
    }
    return read;
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
