package org.sparkldp.published.regression;

import java.util.List;
import org.sparkldp.protocols.RoundProvider;
import org.sparkldp.protocols.regression.Family;

/** Provides a family: {@code name(epsilon,p,radius,...)}. */
abstract class GlmProvider extends RoundProvider {
  private GlmProvider(Family family, int id, String description) {
    super(
        family.text(),
        id,
        description,
        GlmQuestion.parameters(family),
        given -> Glm.of(GlmQuestion.of(family, given)),
        (first, state) -> first.resume(state));
  }

  @Override
  protected List<String> variants() {
    return List.of("", "norm=linf");
  }

  /** Provides {@code logistic(epsilon,p,radius,...)}. */
  public static final class Logistic extends GlmProvider {
    public Logistic() {
      super(Family.LOGISTIC, 34, "logistic regression by rounds of private gradients");
    }
  }

  /** Provides {@code linear(epsilon,p,radius,residual,...)}. */
  public static final class Linear extends GlmProvider {
    public Linear() {
      super(Family.LINEAR, 35, "linear regression by rounds of private gradients");
    }
  }

  /** Provides {@code poisson(epsilon,p,radius,residual,...)}. */
  public static final class Poisson extends GlmProvider {
    public Poisson() {
      super(Family.POISSON, 36, "Poisson regression by rounds of private gradients");
    }
  }
}
