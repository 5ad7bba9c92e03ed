package org.sparkldp.jobs.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.task.ManyQuantilesTask;
import org.sparkldp.protocols.Estimate;

/** Many quantiles as a curve in its band. */
public final class QuantilesPortrait implements Portrait<ManyQuantilesTask> {
  @Override
  public String kind() {
    return "quantiles";
  }

  @Override
  public Picture picture(ManyQuantilesTask question) {
    return new Picture.Curve(
        "The quantiles of " + question.about(),
        "share of people at or below",
        question.about(),
        false,
        question.protocol().shares(),
        step ->
            "band of all, "
                + (step.equals(ManyQuantilesTask.BAND_LOWER) ? "lower" : "upper")
                + " end");
  }

  /** The quantile nearest to the median, in words. */
  @Override
  public List<String> sentences(ManyQuantilesTask question, Answers answers) {
    double[] shares = question.protocol().shares();
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
                question.about(),
                number(row.estimate()),
                Forecast.text(100 * answers.estimate().confidence()),
                number(row.lower()),
                number(row.upper())));
  }

  private static String number(double value) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
    return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }
}
