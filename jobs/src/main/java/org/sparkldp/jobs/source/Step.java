package org.sparkldp.jobs.source;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;

/** What writing to the data source does, by its option {@code step}: all of it, or a part. */
enum Step {
  /** All, the default. */
  RUN {
    @Override
    void act(Job job, Plan plan, Dataset<Row> people, String folder) {
      job.run(people, folder);
    }
  },
  /** Values to reports, once only. This alone needs the key. */
  PRIVATIZE {
    @Override
    void act(Job job, Plan plan, Dataset<Row> people, String folder) {
      job.privatize(() -> people, folder + "/privatized");
    }
  },
  /** Reports to accumulators. The rows that are written are not read. */
  ACCUMULATE {
    @Override
    void act(Job job, Plan plan, Dataset<Row> people, String folder) {
      job.accumulate(List.of(folder + "/privatized"), true, folder + "/accumulated");
    }
  },
  /** Accumulators to estimates. The rows that are written are not read. */
  ESTIMATE {
    @Override
    void act(Job job, Plan plan, Dataset<Row> people, String folder) {
      List<String> accumulators = List.of(folder + "/accumulated");
      job.estimate(accumulators, false, plan.postprocess(), folder + "/estimated");
    }
  };

  /** Whether people are asked. */
  boolean isDrawing() {
    return this == RUN || this == PRIVATIZE;
  }

  /** As the option has it. */
  static Step of(String word) {
    String name = word.isEmpty() ? RUN.word() : word;
    return Arrays.stream(values())
        .filter(step -> step.word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "step must be one of %s. Provided value: %s.",
                    Arrays.stream(values()).map(Step::word).collect(Collectors.joining(", ")),
                    word));
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  void take(Job job, Plan plan, Dataset<Row> people, String folder) {
    Require.that(this == RUN || plan.protocol().rounds() == 0)
        .orRefuse(
            "the steps of a plan of several rounds are taken together, because each round needs"
                + " the estimates of the one before. Provided step: %s; leave step out.",
            word());
    act(job, plan, people, folder);
  }

  abstract void act(Job job, Plan plan, Dataset<Row> people, String folder);
}
