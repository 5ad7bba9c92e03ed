package org.sparkldp.jobs.plan;

import org.sparkldp.protocols.check.Require;

/**
 * The rule for NULL, NaN and values outside the domain.
 *
 * @param action what is done
 * @param reason why dropping them is right, required for {@link Action#DROP}, else empty
 * @param missing what happens to NULL and NaN, where they are not as any other value outside
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
            otherwise = "outside",
            says =
                "what to do with NULL and NaN apart from other values outside: `category` counts"
                    + " them as an item of their own, `(missing)`, for tasks with a domain; `drop`"
                    + " makes no report of them, so that who has none is visible. By default they"
                    + " are as others")
        Missing missing) {
  /** The rule for NULL and NaN. */
  public enum Missing {
    /** The same as with other values outside. */
    OUTSIDE,
    /** They are a level of their own, {@value ProductDomain#MISSING}. */
    CATEGORY,
    /** They are left out; that a person has no report is then visible. */
    DROP
  }

  /** The rule for a value outside. */
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
  public static final OutsideRule FAIL = new OutsideRule(Action.FAIL, "", Missing.OUTSIDE);

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
          MISSING,
          "missing = category belongs to domains, and numbers have none: say drop, or leave it"
              + " out.");
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

  /** Whether NULL and NaN are a category of their own. */
  public boolean keepsMissing() {
    return missing == Missing.CATEGORY;
  }

  /** Whether people without a value have no report. */
  public boolean dropsMissing() {
    return missing == Missing.DROP;
  }

  /** Whether some people have no report, by what they hold. */
  public boolean drops() {
    return isDrop() || dropsMissing();
  }

  /** Whether people with a value outside have no report. */
  public boolean isDrop() {
    return action == Action.DROP;
  }
}
