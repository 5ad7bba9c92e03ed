package org.sparkldp.jobs.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.sparkldp.analysis.Mechanisms;
import org.sparkldp.jobs.console.ProgressPrinter;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.design.DailyDesign;
import org.sparkldp.jobs.design.QueryDesign;
import org.sparkldp.jobs.design.WorkloadDesign;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.task.HistogramRanking;
import org.sparkldp.jobs.task.MeanRanking;
import org.sparkldp.jobs.task.QuantilesRanking;
import org.sparkldp.jobs.task.WordsRanking;
import org.sparkldp.protocols.BallProtocol;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The tasks of {@code ldp design} besides histograms: a class each, whose options are what goes
 * with that task, so that another task's option is one that it does not have.
 */
final class DesignTasks {
  private DesignTasks() {}

  /** One task. */
  abstract static class Of implements Callable<Integer> {
    @Mixin DesignOptions options;

    abstract TablePrinter ranked();

    @Override
    public final Integer call() {
      options.print(ranked());
      return Exit.DONE;
    }
  }

  @Command(
      name = "mean",
      mixinStandardHelpOptions = true,
      description = {
        "The mean of numbers, or of vectors.",
        "standard_error is that of a coordinate in the worst case: of numbers in [-1, 1], or of"
            + " vectors of norm at most 1."
      })
  static final class Mean extends Of {
    @Mixin private DesignOptions.Size size;
    @Mixin private DesignOptions.Extra extra;

    @Option(
        names = "--norm",
        hidden = true,
        paramLabel = "L",
        description = "with more than one coordinate: L2 (default) or MAX")
    private BallProtocol.Norm norm = BallProtocol.Norm.L2;

    @Override
    TablePrinter ranked() {
      return MeanRanking.ranked(options.asked(size), norm, extra.given());
    }
  }

  @Command(
      name = "query",
      mixinStandardHelpOptions = true,
      description = {
        "Statistical queries.",
        "users_needed make all answers, in [-1, 1], right to within --error, except with"
            + " probability --beta."
      })
  static final class OfQueries extends Of {
    @Mixin private DesignOptions.Size size;

    @Option(
        names = "--beta",
        paramLabel = "B",
        description = "failure probability of all answers together, default 0.05")
    private double beta = 0.05;

    @Override
    TablePrinter ranked() {
      return QueryDesign.ranked(options.asked(size), beta);
    }
  }

  @Command(
      name = "quantiles",
      mixinStandardHelpOptions = true,
      description = {
        "All quantiles at once, by rounds.",
        "standard_error is that of the share of people at or below a value: the largest, for people"
            + " evenly spread over the cells."
      })
  static final class Quantiles extends Of {
    @Mixin private DesignOptions.Size size;

    @Override
    TablePrinter ranked() {
      return QuantilesRanking.ranked(options.asked(size));
    }
  }

  @Command(
      name = "words",
      mixinStandardHelpOptions = true,
      description = {
        "Words that nobody can list.",
        "By how many people must hold a word until it is found (found_from), for several numbers of"
            + " rounds."
      })
  static final class Words extends Of {
    @Mixin private DesignOptions.Size size;

    @Override
    TablePrinter ranked() {
      return WordsRanking.ranked(options.asked(size));
    }
  }

  @Command(
      name = "workload",
      mixinStandardHelpOptions = true,
      description = {
        "Many counts of the same items, such as a distribution function.",
        "Sample complexities are the people needed until the mean variance of an answer, as a"
            + " fraction of people, is 0.01: in the worst case, and for people evenly spread."
      })
  static final class OfWorkload extends Of {
    @Mixin private Options.OfWorkload workload;

    @Option(
        names = "--mechanisms",
        split = ",",
        paramLabel = "M",
        description = "which, default all")
    private List<String> mechanisms = Mechanisms.names();

    @Override
    TablePrinter ranked() {
      try (ProgressPrinter progress = new ProgressPrinter(Double.POSITIVE_INFINITY)) {
        return WorkloadDesign.ranked(
            workload.over(options.domain()), options.epsilon(), mechanisms, progress);
      }
    }
  }

  @Command(
      name = "daily",
      mixinStandardHelpOptions = true,
      description = {
        "Ways to ask the same people a histogram every day.",
        "They come by the error of a day's frequency of an item that few hold."
            + " epsilon_of_any_history bounds the cost where people do not change on the same days,"
            + " and is empty where nothing does."
      })
  static final class Daily extends Of {
    @Mixin private DesignOptions.Size size;

    @Option(
        names = "--days",
        paramLabel = "T",
        description = "days whose answers together cost a person --epsilon")
    private Integer days;

    @Option(
        names = "--changes",
        paramLabel = "C",
        description = "on how many of the days a person's value changes; default all but one")
    private Integer changes;

    @Override
    TablePrinter ranked() {
      return DailyDesign.of(
          options.asked(size),
          options.given(days, "--days"),
          changes == null ? days - 1 : changes,
          epsilon -> HistogramRanking.best(epsilon, options.domain()),
          HistogramRanking::rareItemVariance);
    }
  }
}
