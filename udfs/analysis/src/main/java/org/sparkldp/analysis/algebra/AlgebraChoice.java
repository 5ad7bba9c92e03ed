package org.sparkldp.analysis.algebra;

import org.sparkldp.protocols.check.Require;

/** Makes the choice once, at its first use. */
final class AlgebraChoice {
  static final Algebra CURRENT = choose(System.getProperty(Algebra.CHOICE));

  private AlgebraChoice() {}

  static Algebra choose(String choice) {
    if (choice == null) {
      try {
        return Algebra.openBlas();
      } catch (UnsupportedOperationException e) {
        return Algebra.java();
      }
    }
    return switch (choice) {
      case "native" -> Algebra.openBlas();
      case "java" -> Algebra.java();
      default ->
          throw Require.refusal(
              "%s must be native or java. Provided value: %s; leave it out to take what loads.",
              Algebra.CHOICE, choice);
    };
  }
}
