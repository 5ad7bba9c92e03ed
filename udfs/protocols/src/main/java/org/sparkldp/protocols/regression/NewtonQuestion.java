package org.sparkldp.protocols.regression;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The question to {@link NewtonGlm}. Nothing else is to be chosen: who answers what follows from
 * it.
 *
 * <p>Errors: epsilon outside 1e-6 to 20, p outside 1 to 50, a radius or residual that is not above
 * 0, a norm or intercept that there is not, fewer than 2000 people.
 *
 * @param spec the canonical spec of the first round
 * @param model which model is fitted to whom
 * @param epsilon privacy loss of one report
 * @param users people expected in all rounds together
 */
public record NewtonQuestion(ProtocolSpec spec, Model model, double epsilon, int users) {

  /** Most features. */
  public static final int MAX_P = 50;

  /** So that the smallest rounds have twenty people. */
  public static final int LEAST_USERS = 2000;

  private static final Parameter P =
      Parameter.integer("p", "features of a person")
          .from(1)
          .to(MAX_P, "Project features to fewer first.")
          .example("2");
  private static final Parameter USERS =
      Parameter.integer("users", "people expected in all rounds together")
          .from(LEAST_USERS, "A round might have none; private regressions need more people.")
          .example("100000");

  /** The name in specs. */
  static String name(Family family) {
    return family.text() + "-regression";
  }

  /** The parameters of a family. */
  static List<Parameter> parameters(Family family) {
    List<Parameter> all = new ArrayList<>(List.of(Parameter.EPSILON, P, Model.RADIUS));
    if (family != Family.LOGISTIC) {
      all.add(Model.RESIDUAL);
    }
    all.addAll(List.of(USERS, Model.NORM, Model.INTERCEPT, Outside.PARAMETER, InRounds.STATE));
    return all;
  }

  /** Reads the parameters. */
  static NewtonQuestion of(Family family, Parameters given) {
    return new NewtonQuestion(
        given.spec(), Model.of(family, given), given.epsilon(), given.integer(USERS.name()));
  }
}
