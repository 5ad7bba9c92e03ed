package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.mean.MeanProtocol;

/** The total of the people's own numbers: their mean, times the people who reported. */
record TotalTask(NumberValues values, MeanProtocol<?> protocol) implements Task {

  @Override
  public TaskProvider provider() {
    return new Provider();
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new TotalTask(values, (MeanProtocol<?>) round);
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate mean = Protocols.estimate(protocol, reports, confidence);
    double n = mean.n();
    return Answers.raw(
        new Estimate(
            mean.n(),
            confidence,
            mean.rows().stream()
                .map(
                    row ->
                        new Estimate.Row(
                            "total",
                            n * row.estimate(),
                            n * row.standardError(),
                            n * row.lower(),
                            n * row.upper(),
                            row.note()))
                .toList()));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return Charts.numbers(about(), answers, row -> "total");
  }

  /** Totals in plans. */
  public static final class Provider implements TaskProvider {
    @Override
    public String name() {
      return "total";
    }

    @Override
    public Set<String> keys() {
      return Set.of("column");
    }

    @Override
    public Task read(Settings plan, OutsideRule outside, PlanContext context) {
      NumberValues values = new NumberValues(plan.text("column"), Optional.empty());
      return plan.at(
          "protocol",
          () -> {
            if (!(Protocols.of(plan.string("protocol")) instanceof MeanProtocol<?> mean)) {
              throw Require.refusal(
                  "a total needs a protocol for the mean of numbers, such as mean. Provided value:"
                      + " %s.",
                  plan.string("protocol"));
            }
            return new TotalTask(values, mean);
          });
    }
  }
}
