package org.sparkldp.published.gaussian;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.gaussian.GaussianQuestion;

/** Questions with all defaults. */
final class PublishedQuestions {
  private PublishedQuestions() {}

  static PublishedQuestion of(GaussianQuestion question) {
    return new PublishedQuestion(
        question, OptionalDouble.empty(), OptionalDouble.empty(), OptionalInt.empty());
  }
}
