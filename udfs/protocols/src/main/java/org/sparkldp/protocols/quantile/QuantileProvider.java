package org.sparkldp.protocols.quantile;

import java.util.List;
import org.sparkldp.protocols.RoundProvider;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.spec.Parameter;

/** Provides a quantile by some method. */
public abstract class QuantileProvider extends RoundProvider {

  /**
   * @param quantity {@link Quantiles#MEDIAN} or {@link Quantiles#QUANTILE}
   */
  protected QuantileProvider(
      String quantity,
      int id,
      String description,
      List<Parameter> parameters,
      QuantileMethod method) {
    super(
        quantity,
        id,
        description,
        parameters,
        given -> first(QuantileQuestion.of(quantity, method, given)),
        QuantileProvider::later);
  }

  private static QuantileRound first(QuantileQuestion question) {
    QuantileMethod method = question.method();
    return method.round(Course.start(question, method.start()), method.allocation(question));
  }

  private static QuantileRound later(QuantileRound first, RoundState state) {
    QuantileQuestion question = first.course().question();
    return question
        .method()
        .round(Course.read(question, first.rounds(), state), first.allocation());
  }
}
