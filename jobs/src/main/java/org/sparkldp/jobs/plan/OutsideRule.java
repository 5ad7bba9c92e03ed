package org.sparkldp.jobs.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What happens to NULL, NaN and values outside the domain.
 *
 * @param action what is done
 * @param reason why dropping them is right, required for {@link Action#DROP}, else empty
 * @param keepsMissing whether NULL and NaN are a level of their own, {@value
 *     ProductDomain#MISSING}, and not outside
 */
public record OutsideRule(Action action, String reason, boolean keepsMissing) {
  /** What is done with a value outside. */
  public enum Action {
    /** Nothing is written when there is any. */
    FAIL,
    /** They are one more level of their attribute, {@value ProductDomain#OTHER}. */
    CATEGORY,
    /** They are left out; that a person has no report is then visible. */
    DROP;

    /** As written in plans. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Nothing is written when there is any. */
  public static final OutsideRule FAIL = new OutsideRule(Action.FAIL, "", false);

  /** The plan's key for NULL and NaN, where they are not as any other value outside. */
  static final String MISSING = "missing";

  /** Reads {@code outside}, {@code outside_reason} and {@code missing}. */
  public static OutsideRule read(Settings settings) {
    Action action = settings.choice("outside", List.of(Action.values()), Action::text);
    String reason = settings.string("outside_reason", "").strip();
    if (action == Action.DROP && reason.isEmpty()) {
      throw settings.mistake(
          "outside",
          "outside = drop must state why in outside_reason, because a missing report shows that"
              + " the value was missing or unusual.");
    }
    if (action != Action.DROP && !reason.isEmpty()) {
      throw settings.mistake("outside_reason", "outside_reason belongs to outside = drop.");
    }
    boolean keepsMissing = settings.has(MISSING);
    if (keepsMissing) {
      settings.choice(MISSING, List.of(Action.CATEGORY), Action::text);
    }
    return new OutsideRule(action, reason, keepsMissing);
  }

  /** Reads a rule for numbers, which have no further category. */
  public static OutsideRule readForNumbers(Settings settings) {
    OutsideRule rule = read(settings);
    if (rule.isCategory()) {
      throw settings.mistake(
          "outside", "numbers have no further category: outside must be fail or drop.");
    }
    if (rule.keepsMissing()) {
      throw settings.mistake(
          MISSING, "missing = category belongs to domains, and numbers have none: leave it out.");
    }
    return rule;
  }

  /** The settings from which {@link #read} would read an equal rule. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("outside", action.text());
    if (!reason.isEmpty()) {
      settings.put("outside_reason", reason);
    }
    if (keepsMissing) {
      settings.put(MISSING, Action.CATEGORY.text());
    }
    return settings;
  }

  /** Whether a value outside refuses the whole table. */
  public boolean isFail() {
    return action == Action.FAIL;
  }

  /** Whether values outside are a category of their own. */
  public boolean isCategory() {
    return action == Action.CATEGORY;
  }

  /** Whether people with a value outside have no report. */
  public boolean isDrop() {
    return action == Action.DROP;
  }
}
