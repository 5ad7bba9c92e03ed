package org.sparkldp.analysis;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyMaker;
import org.sparkldp.protocols.strategy.StrategyRequest;

/** Makes strategies that are not in the cache yet. */
public final class MechanismMaker implements StrategyMaker {
  /** Normalised variance at which sample complexities are stated (McKenna et al., section 6). */
  public static final double ALPHA = 0.01;

  @Override
  public StrategyFile make(
      StrategyRequest request, OptionalDouble seconds, BooleanSupplier goesOn) {
    SearchOptions options =
        seconds.isPresent()
            ? SearchOptions.counted(seconds.getAsDouble())
            : SearchOptions.quick(request.workload().domain());
    return make(request, options, progress -> goesOn.getAsBoolean());
  }

  /** The same in sight. */
  public static StrategyFile make(
      StrategyRequest request, SearchOptions options, Progress.SearchListener listener) {
    Mechanisms.MechanismOutcome made =
        Mechanisms.of(
            request.mechanism(), request.workload(), request.epsilon(), options, listener);
    return new StrategyFile(
        Strategy.certify(made.design(), request.epsilon()),
        request.workload(),
        request.mechanism(),
        notes(request, made, options));
  }

  private static Map<String, String> notes(
      StrategyRequest request, Mechanisms.MechanismOutcome made, SearchOptions options) {
    Bounds bounds = Optimizer.bounds(request.workload(), request.epsilon());
    double objective = made.performance().objective();
    long queries = request.workload().queries();
    Map<String, String> notes = new LinkedHashMap<>();
    notes.put("made", made.made());
    notes.put("algebra", Algebra.current().name());
    notes.put("seconds", number(made.seconds()));
    notes.put(StrategyFile.SECONDS_ASKED, number(options.seconds()));
    notes.put("rows", number(made.rows()));
    notes.put("objective", number(objective));
    notes.put("lower bound", number(bounds.lower()));
    notes.put(StrategyFile.GAP, number(bounds.gap(objective)));
    notes.put(
        StrategyFile.PEOPLE + "worst case",
        number(made.performance().sampleComplexityWorst(queries, ALPHA)));
    notes.put(
        StrategyFile.PEOPLE + "evenly spread",
        number(made.performance().sampleComplexityAverage(queries, ALPHA)));
    return notes;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.6g", value);
  }
}
