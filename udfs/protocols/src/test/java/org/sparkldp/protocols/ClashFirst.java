package org.sparkldp.protocols;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * While a protocol's name or id is another's, the law that says so is the only test that runs: a
 * hundred others would fail of the same and hide it. Modules with a catalogue of their own hold all
 * their classes to it ({@code clash.first} in their pom), others their laws.
 */
public final class ClashFirst implements ExecutionCondition {
  /** The law's name. */
  private static final String LAW = "everyNameAndIdIsUsedOnce";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    String asked = System.getProperty("test", ""); // surefire's
    boolean isOfLaws =
        context.getTestClass().filter(DeclarationLaws.class::isAssignableFrom).isPresent();
    boolean hasLaw = isOfLaws ? !asked.contains("#") : asked.isEmpty();
    boolean isLaw =
        isOfLaws && context.getTestMethod().map(test -> test.getName().equals(LAW)).orElse(true);
    return !hasLaw || isLaw || areDistinct()
        ? ConditionEvaluationResult.enabled(null)
        : ConditionEvaluationResult.disabled(
            "a protocol's name or id is another's: see the law " + LAW);
  }

  private static boolean areDistinct() {
    try {
      return Registry.ofTheClassPath().clashes().isEmpty();
    } catch (IllegalStateException noCatalogue) {
      return false;
    }
  }
}
