package org.sparkldp.jobs.command;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.concurrent.Callable;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.task.HistogramRanking;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code ldp design}: which protocol, how many people? Without any data. Its own options are those
 * of a histogram; every other task is a command below it, with options of its own.
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
        "%nOther tasks (ldp design --task TASK --help shows the options of one):%n",
    subcommands = {
      DesignTasks.Mean.class,
      DesignTasks.OfQueries.class,
      DesignTasks.Quantiles.class,
      DesignTasks.OfWorkload.class,
      DesignTasks.Words.class,
      DesignTasks.Daily.class
    })
@Group.Of(Group.AHEAD)
public final class DesignCommand implements Callable<Integer> {
  @Option(
      names = "--task",
      paramLabel = "TASK",
      description = "histogram (default), or one of the other tasks")
  private String task = "histogram";

  @Mixin private DesignOptions options;
  @Mixin private DesignOptions.Size size;
  @Mixin private DesignOptions.Extra extra;

  /** Takes {@code --task T} for the name of the command that is asked for. */
  static final class ByTask implements IParameterPreprocessor {
    private static final String TASK = "--task";

    @Override
    public boolean preprocess(
        Stack<String> words, CommandSpec command, ArgSpec argument, Map<String, Object> info) {
      asked(words)
          .filter(command.subcommands()::containsKey)
          .ifPresent(
              task -> {
                int at =
                    words.lastIndexOf(TASK); // words lie in the stack from the last to the next
                if (at > 0) {
                  words.subList(at - 1, at + 1).clear();
                }
                words.remove(TASK + "=" + task);
                words.push(task);
              });
      return false;
    }

    private static Optional<String> asked(List<String> words) {
      int at = words.lastIndexOf(TASK);
      if (at > 0) {
        return Optional.of(words.get(at - 1));
      }
      return words.stream()
          .filter(word -> word.startsWith(TASK + "="))
          .map(word -> word.substring(TASK.length() + 1))
          .findFirst();
    }
  }

  @Override
  public Integer call() {
    Require.that(Tasks.of(task).name().equals("histogram"))
        .orRefuse(
            "design ranks protocols for some tasks only; --help lists them. Provided value: %s.",
            task);
    options.print(HistogramRanking.ranked(options.asked(size), extra.given()));
    return Exit.DONE;
  }
}
