package org.sparkldp.jobs.command;

import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.design.DailyDesign;
import org.sparkldp.jobs.design.DesignRow;
import org.sparkldp.jobs.design.HistogramRanking;
import org.sparkldp.jobs.design.ItemsDesign;
import org.sparkldp.jobs.design.MeanRanking;
import org.sparkldp.jobs.design.QuantilesRanking;
import org.sparkldp.jobs.design.QueryDesign;
import org.sparkldp.jobs.design.Ranking;
import org.sparkldp.jobs.design.TableCurve;
import org.sparkldp.jobs.design.WordsRanking;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code ldp design}: which protocol, how many people? Without any data. Its own options are those
 * of a histogram; every other task is a command below it, a method whose parameters are the options
 * that go with that task, so that another task's option is one that it does not have.
 */
@Command(
    name = "design",
    mixinStandardHelpOptions = true,
    preprocessor = DesignCommand.ByTask.class,
    description = {
      "Ranks protocols without any data: which one, how many people?",
      "standard_error is that of the frequency (a fraction of people) of an item that few hold. The"
          + " first row is the smallest report of those whose error is at most 2 %% above the"
          + " least, and the others follow by error."
    },
    commandListHeading =
        "%nOther tasks (ldp design --task TASK --help shows the options of one):%n")
@CommandGroup.Of(CommandGroup.AHEAD)
public final class DesignCommand implements Callable<Integer> {
  @Spec private CommandSpec command;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      description = "histogram (default), or one of the other tasks")
  private String task = "histogram";

  @Mixin private DesignOptions options;
  @ArgGroup private DesignOptions.SizeOptions size;
  @Mixin private DesignOptions.ExtraOptions extra;

  /** Takes {@code --task T} for the name of the command that is asked for. */
  static final class ByTask implements IParameterPreprocessor {
    private static final String TASK = "--task";

    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
      for (int at = words.size() - 1; at >= 0; at--) { // they lie from the last to the next
        String word = words.get(at);
        boolean isApart = word.equals(TASK) && at > 0;
        boolean isTask = isApart || word.startsWith(TASK + "=");
        String task = isApart ? words.get(at - 1) : word.substring(word.indexOf('=') + 1);
        if (isTask && command.subcommands().containsKey(task)) {
          words.subList(isApart ? at - 1 : at, at + 1).clear();
          words.push(task);
          return false;
        }
      }
      return false;
    }
  }

  @Override
  public Integer call() {
    Ranking ranking =
        Face.of(Ranking.class, task)
            .orElseThrow(
                () ->
                    Require.refusal(
                        "design ranks protocols for the tasks histogram, %s. Provided value: %s.",
                        String.join(", ", command.subcommands().keySet()), task));
    return options.print(ranking.ranked(options.asked(size), extra.given()));
  }

  @Command(
      name = "mean",
      mixinStandardHelpOptions = true,
      description = {
        "The mean of numbers, or of vectors.",
        "standard_error is that of a coordinate in the worst case: of numbers in [-1, 1], or of"
            + " vectors of norm at most 1."
      })
  int mean(
      @Mixin DesignOptions asked,
      @ArgGroup DesignOptions.SizeOptions people,
      @Mixin DesignOptions.ExtraOptions more) {
    return asked.print(new MeanRanking().ranked(asked.asked(people), more.given()));
  }

  @Command(
      name = "query",
      mixinStandardHelpOptions = true,
      description = {
        "Statistical queries.",
        "users_needed make all answers, in [-1, 1], right to within --error, except with"
            + " probability --beta."
      })
  int query(
      @Mixin DesignOptions asked,
      @ArgGroup DesignOptions.SizeOptions people,
      @Option(
              names = "--beta",
              paramLabel = "B",
              defaultValue = "0.05",
              description = "failure probability of all answers together, default 0.05")
          double beta) {
    return asked.print(QueryDesign.ranked(asked.asked(people), beta));
  }

  @Command(
      name = "items",
      mixinStandardHelpOptions = true,
      description = {
        "Items of which a person may hold several.",
        "standard_error is that of the share of an item, where people hold half as many as they"
            + " may, evenly spread."
      })
  int items(
      @Mixin DesignOptions asked,
      @ArgGroup DesignOptions.SizeOptions people,
      @Option(names = "--most", paramLabel = "M", description = "most items of a person")
          Integer most) {
    return asked.print(ItemsDesign.ranked(asked.asked(people), asked.given(most, "--most")));
  }

  @Command(
      name = "quantiles",
      mixinStandardHelpOptions = true,
      description = {
        "All quantiles at once, by rounds.",
        "standard_error is that of the share of people at or below a value: the largest, for people"
            + " evenly spread over the cells."
      })
  int quantiles(@Mixin DesignOptions asked, @ArgGroup DesignOptions.SizeOptions people) {
    return asked.print(new QuantilesRanking().ranked(asked.asked(people), DesignRow.Extra.NONE));
  }

  @Command(
      name = "words",
      mixinStandardHelpOptions = true,
      description = {
        "Words that nobody can list.",
        "By how many people must hold a word until it is found (found_from), for several numbers of"
            + " rounds."
      })
  int words(@Mixin DesignOptions asked, @ArgGroup DesignOptions.SizeOptions people) {
    return asked.print(new WordsRanking().ranked(asked.asked(people), DesignRow.Extra.NONE));
  }

  @Command(
      name = "table",
      mixinStandardHelpOptions = true,
      description = {
        "A whole table, of which each person answers a small part.",
        "By how many tables are asked, the mean total variation of a pair of attributes: as it is"
            + " asked, and after the model; users_for_5_percent make the latter .05. Counts as they"
            + " are asked may be below 0 and above all, so their error may be above 1; from 2 on"
            + " a table is refused."
      })
  int table(@Mixin DesignOptions asked, @ArgGroup DesignOptions.SizeOptions people) {
    List<Integer> sizes = asked.domains();
    return asked.print(TableCurve.ranked(asked.asked(people, sizes.size()), sizes));
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
  int daily(
      @Mixin DesignOptions asked,
      @ArgGroup DesignOptions.SizeOptions people,
      @Option(
              names = "--days",
              paramLabel = "T",
              description = "days whose answers together cost a person --epsilon")
          Integer days,
      @Option(
              names = "--changes",
              paramLabel = "C",
              description = "on how many of the days a person's value changes; default all but one")
          Integer changes) {
    return asked.print(
        DailyDesign.ranked(
            asked.asked(people),
            asked.given(days, "--days"),
            changes == null ? days - 1 : changes,
            epsilon -> HistogramRanking.best(epsilon, asked.domain()),
            HistogramRanking::rareItemVariance));
  }
}
