package org.sparkldp.jobs.plan;

import org.sparkldp.protocols.check.Require;

/**
 * What happens to NULL, NaN and values outside the domain.
 *
 * @param action what is done
 * @param reason why dropping them is right, required for {@link Action#DROP}, else empty
 * @param keepsMissing whether NULL and NaN are a level of their own, {@value
 *     ProductDomain#MISSING}, and not outside
 */
public record OutsideRule(
    @Key(
            name = "outside",
            says =
                "what to do with NULL, NaN and values outside the domain: `fail` refuses the table"
                    + " (exit code 2), `category` counts them as one more item, `drop` makes no"
                    + " report of them")
        Action action,
    @Key(
            name = "outside_reason",
            otherwise = "\"\"",
            says =
                "required with `drop`, a text: why dropping is acceptable. Dropped people have no"
                    + " report, and that is visible")
        String reason,
    @Key(
            name = MISSING,
            otherwise = "",
            words = {"", "category"},
            says =
                "`category` counts NULL and NaN as an item of their own, `(missing)`, apart from"
                    + " other values outside, which `outside` decides about. For tasks with a"
                    + " domain")
        boolean keepsMissing) {
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
      return Keys.word(this);
    }
  }

  /** Nothing is written when there is any. */
  public static final OutsideRule FAIL = new OutsideRule(Action.FAIL, "", false);

  /** The plan's key for NULL and NaN, where they are not as any other value outside. */
  static final String MISSING = "missing";

  public OutsideRule {
    reason = reason.strip();
    if (action == Action.DROP && reason.isEmpty()) {
      throw Require.refusal(
          "outside = drop must state why in outside_reason, because a missing report shows that"
              + " the value was missing or unusual.");
    }
    if (action != Action.DROP && !reason.isEmpty()) {
      throw Require.refusal("outside_reason belongs to outside = drop.");
    }
  }

  /** Reads a rule for numbers, which have no further category. */
  public static OutsideRule readForNumbers(Settings settings) {
    OutsideRule rule = settings.as(OutsideRule.class);
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
