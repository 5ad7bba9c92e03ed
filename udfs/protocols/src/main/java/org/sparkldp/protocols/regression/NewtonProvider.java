package org.sparkldp.protocols.regression;

import java.util.List;
import org.sparkldp.protocols.RoundProvider;

/** Provides a family: {@code name-regression(epsilon,p,radius,...,users)}. */
abstract class NewtonProvider extends RoundProvider {
  private NewtonProvider(Family family, int id, String description) {
    super(
        NewtonQuestion.name(family),
        id,
        description,
        NewtonQuestion.parameters(family),
        given -> NewtonGlm.of(NewtonQuestion.of(family, given)),
        (first, state) -> first.resume(state));
  }

  @Override
  protected List<String> variants() {
    return List.of("", "norm=linf");
  }

  /** Provides {@code logistic-regression(epsilon,p,radius,users,...)}. */
  public static final class Logistic extends NewtonProvider {
    public Logistic() {
      super(Family.LOGISTIC, 51, "logistic regression by private moments and few gradients");
    }
  }

  /** Provides {@code linear-regression(epsilon,p,radius,residual,users,...)}. */
  public static final class Linear extends NewtonProvider {
    public Linear() {
      super(Family.LINEAR, 52, "linear regression by private moments and few gradients");
    }
  }

  /** Provides {@code poisson-regression(epsilon,p,radius,residual,users,...)}. */
  public static final class Poisson extends NewtonProvider {
    public Poisson() {
      super(Family.POISSON, 53, "Poisson regression by private moments and few gradients");
    }
  }
}
