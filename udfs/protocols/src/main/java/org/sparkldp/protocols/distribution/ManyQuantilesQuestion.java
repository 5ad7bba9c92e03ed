package org.sparkldp.protocols.distribution;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Prefix;

/**
 * The question for many quantiles.
 *
 * @param epsilon privacy loss of one report
 * @param cells the even ones, about which people are asked first
 * @param parts into which the quantiles divide the people
 * @param isEven whether intervals take people for evenly spread within a cell: only where it is
 *     known to what values are rounded, for heaps on round numbers are no even spread
 * @param outside what happens to values outside the range
 * @param step of which all values are multiples, if it is given
 * @param rounds at least 2; empty where all people are asked at once
 * @param given what the question is made of
 */
record ManyQuantilesQuestion(
    double epsilon,
    Cells cells,
    int parts,
    boolean isEven,
    Outside outside,
    OptionalDouble step,
    OptionalInt rounds,
    Parameters given) {

  static final String NAME = "quantiles";
  static final String STRATEGY = "strategy";
  private static final String LAW = "law";
  private static final String ROUNDS = "rounds";

  private static final Parameter PARTS =
      Parameter.integer("parts", "equal parts into which the quantiles divide the people")
          .from(2)
          .to(1000)
          .orElse(100);

  static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          NumberProtocol.LOWER,
          NumberProtocol.UPPER,
          PARTS,
          Parameter.real(
                  "step", "of which all values are multiples above lower, 1 for whole numbers")
              .above(0)
              .optional(),
          Cells.CELLS,
          Parameter.word(
              LAW,
              "any (the default): intervals hold whatever the distribution; smooth: for"
                  + " distributions that are even within a cell, shorter by up to a cell; it needs a"
                  + " step, and is any without",
              "any",
              "smooth"),
          Outside.PARAMETER,
          Parameter.integer(
                  ROUNDS, "before each further one, the cells move to where the people are")
              .from(1)
              .to(ManyQuantiles.MOST_ROUNDS)
              .usually(1),
          Parameter.text(STRATEGY, "fingerprint of a known strategy")
              .optional("one is found or made"),
          InRounds.STATE);

  static ManyQuantilesQuestion of(Parameters given) {
    OptionalDouble step = given.optionalReal("step");
    return new ManyQuantilesQuestion(
        given.epsilon(),
        Cells.of(given.real("lower"), given.real("upper"), step, given.optionalInteger("cells")),
        given.integer("parts"),
        given.text(LAW).equals("smooth") && step.isPresent(),
        Outside.of(given),
        step,
        given.optionalInteger(ROUNDS),
        given.with("parts", given.integer("parts")));
  }

  /** The canonical spec of the first round, or of the only one. */
  ProtocolSpec spec(StrategyFile file) {
    return given.with(STRATEGY, Strategies.name(file.strategy())).spec();
  }

  /** The strategy that serves every round, for the cells are always as many. */
  StrategyRequest request() {
    return new StrategyRequest(epsilon, new Prefix(cells.all()), StrategyRequest.OPTIMIZED);
  }
}
