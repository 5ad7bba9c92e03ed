package org.sparkldp.jobs.command;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.design.DesignRow;
import org.sparkldp.jobs.design.RankedProtocols;
import org.sparkldp.jobs.exit.Exit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of every task of {@code ldp design}; the page of a task mixes in what goes with it. */
public final class DesignOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--domain",
      paramLabel = "N",
      split = ",",
      description =
          "items; of mean coordinates, of query queries, of quantiles cells, of words bytes of a"
              + " word, of table the levels of each attribute, as in 10,9,16")
  private List<Integer> domain = List.of();

  @Option(names = "--epsilon", paramLabel = "E", description = "epsilon of a report")
  private Double epsilon;

  @Mixin private FormatOption format;

  public int domain() {
    List<Integer> one = domains();
    if (one.size() > 1) {
      throw new ParameterException(
          command.commandLine(), "--domain must be one number. Provided: " + one + ".");
    }
    return one.get(0);
  }

  /** Several numbers. */
  List<Integer> domains() {
    return given(domain.isEmpty() ? null : domain, "--domain");
  }

  public double epsilon() {
    return given(epsilon, "--epsilon");
  }

  RankedProtocols.DesignRequest asked(SizeOptions size) {
    return asked(size, domain());
  }

  /** Where another option says how many. */
  RankedProtocols.DesignRequest asked(SizeOptions size, int items) {
    double each = epsilon();
    SizeOptions given = given(size, "--users or --error");
    return new RankedProtocols.DesignRequest(items, each, given.users, given.error);
  }

  /** What is given; missing where nothing is. The parser cannot say so: not all pages need all. */
  <T> T given(T value, String option) {
    if (value == null) {
      throw new ParameterException(
          command.commandLine(), command.name() + " needs " + option + ". Provided: none.");
    }
    return value;
  }

  /** Prints a ranking, for people after what to take, and ends the command. */
  int print(TablePrinter ranked) {
    return print(ranked, List.of());
  }

  /** The same without columns that people do not ask for; machines get all. */
  public int print(TablePrinter ranked, Collection<String> details) {
    TablePrinter shown = ranked;
    if (format.get() == OutputFormat.TABLE) {
      shown = ranked.without(details).deciding();
      System.out.println(RankedProtocols.sentence(ranked) + "\n");
    }
    shown.print(format.get(), System.out);
    return Exit.DONE;
  }

  /** The number of people, or the error. */
  static final class SizeOptions {
    @Option(names = "--users", paramLabel = "N", description = "people that there are")
    private Optional<Long> users = Optional.empty();

    @Option(
        names = "--error",
        paramLabel = "X",
        description =
            "standard error wanted, a fraction of people; of query, the tolerance of all answers")
    private Optional<Double> error = Optional.empty();
  }

  /** Further columns of a ranking. */
  static final class ExtraOptions {
    @Option(
        names = "--accumulators-only",
        paramLabel = "DELTA",
        description =
            "also show epsilon at this delta for who sees accumulators of so many people and"
                + " nothing else: no report, no other grouping")
    private Optional<Double> accumulatorsOnly = Optional.empty();

    /** The order of a ranking. */
    private enum Rank {
      ERROR,
      SHIFT
    }

    @Option(
        names = "--rank",
        paramLabel = "R",
        description =
            "error (default) or shift: the most that one percent of fake reports could have shifted"
                + " an estimate, in the unit of standard_error, which is shown then")
    private Rank rank = Rank.ERROR;

    DesignRow.Extra given() {
      return new DesignRow.Extra(accumulatorsOnly, rank == Rank.SHIFT);
    }
  }
}
