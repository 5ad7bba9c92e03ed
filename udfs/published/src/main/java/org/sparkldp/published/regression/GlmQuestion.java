package org.sparkldp.published.regression;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Family;
import org.sparkldp.protocols.regression.Model;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.vector.Vectors;

/**
 * The question of a private regression, and how it is to be found. What is left empty has a
 * default, given below for features that may be anywhere in their ball.
 *
 * <p>Errors: epsilon outside 1e-6 to 20, p outside 1 to 1000, a radius or residual that is not
 * above 0, a norm, mechanism or intercept that there is not, rounds, replicates, burn-in or steps
 * out of range, fewer than 20 people a round.
 *
 * @param spec the canonical spec of the first round
 * @param model which model is fitted to whom
 * @param epsilon privacy loss of one report
 * @param mechanism name of the protocol that reports gradients; that of the smallest worst-case
 *     variance if empty
 * @param users people expected in all rounds together
 * @param rounds in all; if not given 200, or fewer so that there are 50 people in each
 * @param replicates after the burn-in; 5 if not given
 * @param burnIn share of rounds before them; 0.12 if not given
 * @param eta first step; if not given a multiple of the inverse curvature that features spread
 *     evenly in all directions, as long as they may be, have: 1.5 times √(200/rounds), within 1.5
 *     to 3, for fewer steps must be larger
 * @param beta power by which steps fall; 0.3 if not given
 * @param bound radius of the parameters' ball; if not given 20 over the radius, times the residual
 *     for {@link Family#LINEAR}
 */
public record GlmQuestion(
    ProtocolSpec spec,
    Model model,
    double epsilon,
    String mechanism,
    OptionalInt users,
    OptionalInt rounds,
    OptionalInt replicates,
    OptionalDouble burnIn,
    OptionalDouble eta,
    OptionalDouble beta,
    OptionalDouble bound) {

  /** Most features. */
  public static final int MAX_P = 1000;

  private static final int ROUNDS_BY_DEFAULT = 200;
  private static final int MAX_ROUNDS = 100_000;

  /** So that the chance of a round without anybody is below a millionth, however many there are. */
  private static final int LEAST_PER_ROUND = 20;

  private static final Parameter P =
      Parameter.integer("p", "features of a person")
          .from(1)
          .to(MAX_P, "Project features to fewer first.")
          .example("2");
  private static final Parameter MECHANISM =
      Parameter.text("mechanism", "protocol of vectors that reports gradients")
          .optional("the one of the smallest worst-case variance");
  private static final Parameter USERS =
      Parameter.integer("users", "people expected in all rounds together, at least 20 each")
          .from(1)
          .optional();
  private static final Parameter ROUNDS =
      Parameter.integer("rounds", "steps in all")
          .from(1)
          .to(MAX_ROUNDS)
          .optional("200, or users/50 where that is fewer");
  private static final Parameter REPLICATES =
      Parameter.integer("replicates", "chains whose spread gives the standard errors")
          .from(2)
          .to(100)
          .orElse(5);
  private static final Parameter BURN_IN =
      Parameter.real("burn_in", "share of the rounds before the replicates part")
          .above(0)
          .below(1)
          .orElse(0.12);
  private static final Parameter ETA =
      Model.scale("eta", "first step size")
          .optional(
              "1.5 sqrt(200/rounds), within 1.5 to 3, over the curvature of features spread"
                  + " evenly");
  private static final Parameter BETA =
      Parameter.real("beta", "steps fall as the power -beta of their number")
          .from(0)
          .to(1)
          .orElse(0.3);
  private static final Parameter BOUND =
      Model.scale("bound", "largest Euclidean norm of the coefficients")
          .optional("20 over radius (times residual for linear)");

  public GlmQuestion {
    if (users.isPresent() && users.getAsInt() / LEAST_PER_ROUND < rounds.orElse(1)) {
      throw Require.refusal(
          "there must be at least %s people for each round, or one might have none. Provided: %s"
              + " people for %s rounds; ask for fewer rounds.",
          LEAST_PER_ROUND, users.getAsInt(), rounds.orElse(1));
    }
    int all = rounds(users, rounds);
    int steps = (all - (int) Math.ceil(burnIn(burnIn) * all)) / replicates(replicates);
    Require.that(steps >= 2 && all <= MAX_ROUNDS)
        .orRefuse(
            "rounds must be enough for two steps of each replicate after the burn-in, and at most"
                + " %s. Provided value: %s; with few people ask for fewer replicates.",
            MAX_ROUNDS, all);
  }

  /** The parameters of a family. */
  static List<Parameter> parameters(Family family) {
    List<Parameter> all = new ArrayList<>(List.of(Parameter.EPSILON, P, Model.RADIUS));
    if (family != Family.LOGISTIC) {
      all.add(Model.RESIDUAL);
    }
    all.addAll(
        List.of(
            Model.NORM,
            Model.INTERCEPT,
            MECHANISM,
            USERS,
            ROUNDS,
            REPLICATES,
            BURN_IN,
            ETA,
            BETA,
            BOUND,
            Outside.PARAMETER,
            InRounds.STATE));
    return all;
  }

  /** Reads the parameters. */
  static GlmQuestion of(Family family, Parameters given) {
    Model model = Model.of(family, given);
    return new GlmQuestion(
        given.spec(),
        model,
        given.epsilon(),
        given.text(MECHANISM.name(), ""),
        given.optionalInteger(USERS.name()),
        given.optionalInteger(ROUNDS.name()),
        given.optionalInteger(REPLICATES.name()),
        given.optionalReal(BURN_IN.name()),
        given.optionalReal(ETA.name()),
        given.optionalReal(BETA.name()),
        given.optionalReal(BOUND.name()));
  }

  /** Parameters of the model. */
  int width() {
    return model.width();
  }

  /**
   * The constant feature behind the intercept: as large as another feature typically is, which
   * makes the steps right for all and lengthens gradients least.
   */
  double constant() {
    return model.norm() == Norm.L2 ? model.radius() / Math.sqrt(model.p()) : model.radius();
  }

  /** The Euclidean length of all features together, if each is as long as it may be. */
  private double length() {
    if (model.norm() == Norm.MAX) {
      return model.radius() * Math.sqrt(width());
    }
    return model.intercept() ? Math.hypot(model.radius(), constant()) : model.radius();
  }

  /** Who steps when. */
  StepSchedule schedule() {
    double curvature = model.family().slope(0) * length() * length() / width();
    double scale = model.family() == Family.LINEAR ? model.residual() : 1;
    int all = rounds(users, rounds);
    double multiple = Math.max(1.5, Math.min(3, 1.5 * Math.sqrt((double) ROUNDS_BY_DEFAULT / all)));
    return StepSchedule.of(
        all,
        replicates(replicates),
        burnIn(burnIn),
        eta.orElse(multiple / curvature),
        beta.orElse(0.3),
        bound.orElse(20 * scale / model.radius()));
  }

  private static int rounds(OptionalInt users, OptionalInt rounds) {
    return rounds.orElse(Math.min(ROUNDS_BY_DEFAULT, users.orElse(Integer.MAX_VALUE) / 50));
  }

  private static int replicates(OptionalInt replicates) {
    return replicates.orElse(5);
  }

  private static double burnIn(OptionalDouble burnIn) {
    return burnIn.orElse(0.12);
  }

  /**
   * The protocol that reports gradients: vectors of that many coordinates, no longer than they get.
   */
  BallProtocol<?> gradients() {
    double longest =
        model.residual()
            * (model.norm() == Norm.L2 && model.intercept()
                ? Math.hypot(model.radius(), constant())
                : model.radius());
    if (mechanism.isEmpty()) {
      return Vectors.best(epsilon, width(), longest, model.norm(), Outside.CLIP);
    }
    ProtocolSpec spec =
        ProtocolSpec.named(mechanism)
            .with("epsilon", epsilon)
            .with(BallProtocol.D.name(), width())
            .with(BallProtocol.RADIUS.name(), longest);
    if (mechanism.equals("laplace-vector") && model.norm() == Norm.L2) {
      spec = spec.with(Model.NORM.name(), "l2");
    }
    if (Protocols.declaration(mechanism).takes(BallProtocol.D)
        && Protocols.of(Outside.CLIP.addTo(spec)) instanceof BallProtocol<?> ball
        && ball.norm() == model.norm()) {
      return ball;
    }
    throw Require.refusal(
        "mechanism must be a protocol of vectors for the norm %s. Provided value: %s; leave it out"
            + " for the best.",
        model.norm() == Norm.L2 ? "l2" : "linf", mechanism);
  }
}
