package org.sparkldp.jobs.task;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Trials;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.distribution.ManyQuantiles;

/** Many quantiles of the people's own numbers at once, with a band that holds them all. */
record ManyQuantilesTask(NumberValues values, ManyQuantiles protocol) implements Task {

  /** The steps that show the ends of the band. */
  private static final String BAND_LOWER = "band-lower";

  private static final String BAND_UPPER = "band-upper";

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    ManyQuantiles.Answer answer = protocol.answer(reports, confidence);
    return Answers.of(
        answer.each(),
        steps,
        protocol,
        answer.each().estimates(),
        step -> step.equals(BAND_LOWER) ? answer.lower() : answer.upper());
  }

  @Override
  public Picture picture() {
    return new Picture.Curve(
        "The quantiles of " + about(),
        "share of people at or below",
        about(),
        false,
        protocol.shares(),
        step -> step.equals(BAND_LOWER) ? "band of all, lower end" : "band of all, upper end");
  }

  /** The quantile nearest to the median, in words. */
  @Override
  public List<String> sentences(Answers answers) {
    double[] shares = protocol.shares();
    int middle = 0;
    for (int i = 1; i < shares.length; i++) {
      middle = Math.abs(shares[i] - 0.5) < Math.abs(shares[middle] - 0.5) ? i : middle;
    }
    Estimate.Row row = answers.estimate().rows().get(middle);
    String share = shares[middle] == 0.5 ? "Half" : Forecast.text(100 * shares[middle]) + " %";
    return Double.isNaN(row.estimate())
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%s of the values of %s are at most %s (%s %% interval %s to %s).",
                share,
                about(),
                number(row.estimate()),
                Forecast.text(100 * answers.estimate().confidence()),
                number(row.lower()),
                number(row.upper())));
  }

  private static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  @Override
  public Optional<String> assumption() {
    return protocol.needsSmoothness()
        ? Optional.of(
            "people are taken to be evenly spread within a cell of the range; where they are not,"
                + " epsilon holds all the same, but intervals may be too short by up to a cell")
        : Optional.empty();
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Each interval covers its own quantile with the stated confidence. The band (steps "
            + BAND_LOWER
            + " and "
            + BAND_UPPER
            + ") covers all of them at once.");
  }

  @Override
  public void requireTypes(StructType schema) {
    if (protocol.needsSmoothness()) {
      values.requireSmooth(schema, protocol, "quantiles");
    }
  }

  @Override
  public String fewerPeople() {
    return "take rounds=1 or a larger epsilon";
  }

  /** Many quantiles in plans. */
  public static final class Kind extends TaskKind<NumberValues, ManyQuantiles> {
    /** As the service loader makes it. */
    public Kind() {
      super(
          "quantiles",
          ManyQuantiles.class,
          "many quantiles need the protocol quantiles",
          (plan, outside) -> plan.as(NumberValues.class),
          ManyQuantilesTask::new,
          "column");
    }

    @Override
    public Set<String> steps() {
      return Set.of(BAND_LOWER, BAND_UPPER);
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      return Optional.of(
          TaskDraft.ofNumbers(
              request,
              "What are the quantiles of %s? All percentiles, with one band.",
              "quantiles(%s" + request.step() + ",outside=clip)",
              "parts=10 asks for deciles only",
              List.of(BAND_LOWER, BAND_UPPER)));
    }

    @Override
    protected Optional<Population> population(ManyQuantiles protocol, Population.Request request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      return Optional.of(
          Trials.of(
              protocol, protocol.lower(), protocol.upper(), people, protocol.answers(people)));
    }
  }
}
