package org.sparkldp.protocols.distribution;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Prefix;

/**
 * Which quantiles are asked for, and how.
 *
 * @param epsilon privacy loss of one report, in nats
 * @param cells the even ones, about which people are asked first
 * @param parts into which the quantiles divide the people
 * @param law what intervals take for granted
 * @param outside what happens to values outside the range
 * @param step of which all values are multiples, if it is given
 * @param asked cells, if they are given
 * @param rounds at least 2; empty where all people are asked at once
 */
record ManyQuantilesQuestion(
    double epsilon,
    Cells cells,
    int parts,
    Law law,
    Outside outside,
    OptionalDouble step,
    OptionalInt asked,
    OptionalInt rounds) {

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
              .orElse(1),
          Parameter.text(STRATEGY, "fingerprint of a known strategy")
              .optional("one is found or made"),
          RoundProtocol.STATE);

  /** What intervals take for granted of the people in a cell. */
  enum Law {
    ANY("any"),
    SMOOTH("smooth");

    private final String word;

    Law(String word) {
      this.word = word;
    }

    static Law of(Parameters given) {
      return given.choice(LAW, values());
    }
  }

  /**
   * Whether intervals take people for evenly spread within a cell: only where it is known to what
   * values are rounded, for heaps on round numbers are no even spread.
   */
  boolean isEven() {
    return law == Law.SMOOTH && step.isPresent();
  }

  ManyQuantilesQuestion {
    PARTS.require(parts);
  }

  static ManyQuantilesQuestion of(Parameters given) {
    OptionalDouble step = given.optionalReal("step");
    OptionalInt asked = given.optionalInteger("cells");
    int rounds = given.integer(ROUNDS);
    return new ManyQuantilesQuestion(
        given.real("epsilon"),
        Cells.of(given.real("lower"), given.real("upper"), step, asked),
        given.integer("parts"),
        Law.of(given),
        Outside.of(given),
        step,
        asked,
        rounds == 1 ? OptionalInt.empty() : OptionalInt.of(rounds));
  }

  /** The strategy that serves every round, for the cells are always as many. */
  StrategyRequest request() {
    return new StrategyRequest(epsilon, new Prefix(cells.all()), StrategyRequest.OPTIMIZED);
  }

  /** The canonical spec of the first round, or of the only one. */
  ProtocolSpec spec(StrategyFile file) {
    ProtocolSpec spec =
        ProtocolSpec.named(NAME)
            .with("epsilon", epsilon)
            .with("lower", cells.lower())
            .with("upper", cells.upper())
            .with("parts", parts);
    if (step.isPresent()) {
      spec = spec.with("step", step.getAsDouble());
    }
    if (asked.isPresent()) {
      spec = spec.with("cells", asked.getAsInt());
    }
    if (law != Law.ANY) {
      spec = spec.with(LAW, law.word);
    }
    spec = outside.addTo(spec);
    if (rounds.isPresent()) {
      spec = spec.with(ROUNDS, rounds.getAsInt());
    }
    return spec.with(STRATEGY, Strategies.name(file.strategy()));
  }
}
