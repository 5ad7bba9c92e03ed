package org.sparkldp.jobs.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sparkldp.jobs.console.Interview;
import org.sparkldp.jobs.draft.DomainDraft;
import org.sparkldp.jobs.draft.DomainDrafts;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Option;

/**
 * The values that a private column may have, from public knowledge: a list, a ready domain or two
 * ends. They are given by options or asked for, and never read from the column.
 */
final class ValuesOptions {
  private static final Pattern NUMBERS =
      Pattern.compile("(-?[0-9.]+)\\.\\.(-?[0-9.]+)(?:/([0-9]+))?");

  /** Whole numbers that a domain may have. */
  private static final int MOST = 1 << 20;

  @Option(
      names = "--items",
      paramLabel = "FILE|A,B,...",
      description = "the values that the column may have: a list, or a file with one a line")
  private String items;

  @Option(
      names = "--domain",
      paramLabel = "NAME",
      description = "a ready domain, such as countries or \"ages(width=5)\"")
  private String domain;

  @Option(
      names = "--lower",
      paramLabel = "L",
      description = "the smallest number that the column may have")
  private Double lower;

  @Option(names = "--upper", paramLabel = "U", description = "the largest")
  private Double upper;

  @Option(
      names = "--bins",
      paramLabel = "B",
      description = "equal bins between them; without it, whole numbers")
  private Integer bins;

  OptionalDouble lower() {
    return lower == null ? OptionalDouble.empty() : OptionalDouble.of(lower);
  }

  OptionalDouble upper() {
    return upper == null ? OptionalDouble.empty() : OptionalDouble.of(upper);
  }

  /** Asks at the terminal for what no option gives. */
  void ask(Interview interview, TaskProvider provider) {
    boolean isGiven = items != null || domain != null || lower != null || upper != null;
    if (isGiven || !interview.isPossible()) {
      return;
    }
    if (!provider.keys().contains("domain")) {
      lower = number("lower", interview.ask("The smallest number there may be?", ""));
      upper = number("upper", interview.ask("The largest?", ""));
      return;
    }
    String answer =
        interview.ask(
            "Which values may it have, from public knowledge? A list (a,b,c), a file with one a"
                + " line, from..to, from..to/bins, or one of "
                + DomainDrafts.all().stream()
                    .map(DomainDrafts::name)
                    .collect(Collectors.joining(", "))
                + ":",
            "");
    Matcher numbers = NUMBERS.matcher(answer);
    if (numbers.matches()) {
      lower = number("lower", numbers.group(1));
      upper = number("upper", numbers.group(2));
      bins = numbers.group(3) == null ? null : Integer.valueOf(numbers.group(3));
    } else if (DomainDrafts.all().stream()
        .anyMatch(draft -> answer.replaceFirst("\\(.*", "").equals(draft.name()))) {
      domain = answer;
    } else {
      items = answer.isEmpty() ? null : answer;
    }
  }

  static double number(String what, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw Require.refusal(e, "%s must be a number. Provided value: %s.", what, text);
    }
  }

  /**
   * The domain, of whichever way is given; none where the task takes numbers between bounds.
   *
   * @param plan the file that will name a file of items
   */
  Optional<DomainDraft> domain(TaskProvider provider, Path plan) {
    boolean isRange = lower != null || upper != null || bins != null;
    int ways = (items != null ? 1 : 0) + (domain != null ? 1 : 0) + (isRange ? 1 : 0);
    Require.that(ways <= 1)
        .orRefuse(
            "the values must be given in one way: --items, --domain, or --lower and --upper."
                + " Provided: %s of them.",
            ways);
    if (domain != null) {
      return Optional.of(DomainDrafts.of(domain));
    }
    if (items != null) {
      return Optional.of(items(items, plan));
    }
    if (!isRange) {
      return Optional.empty();
    }
    Require.that(lower != null && upper != null && lower < upper && Double.isFinite(upper - lower))
        .orRefuse(
            "--lower and --upper must both be given, finite, the smaller one first. Provided: %s,"
                + " %s.",
            lower, upper);
    if (bins == null && !provider.keys().contains("domain")) {
      return Optional.empty(); // bounds
    }
    if (bins != null) {
      Require.that(bins >= 1).orRefuse("--bins must be at least 1. Provided value: %s.", bins);
      return Optional.of(DomainDraft.bins(lower, upper, bins));
    }
    Require.that(lower == Math.rint(lower) && upper == Math.rint(upper) && upper - lower < MOST)
        .orRefuse(
            "without --bins the values are whole numbers, fewer than 2^20. Provided: %s to %s; give"
                + " --bins.",
            lower, upper);
    return Optional.of(DomainDraft.range(lower.longValue(), upper.longValue()));
  }

  private static DomainDraft items(String given, Path plan) {
    Path file = Path.of(given);
    if (given.contains(",") || !Files.isRegularFile(file)) {
      Require.that(given.contains(","))
          .orRefuse(
              "--items must be a file that exists, or a list with commas. Provided: %s.", given);
      return DomainDraft.items(Arrays.stream(given.split(",")).map(String::strip).toList());
    }
    Path folder = plan.toAbsolutePath().getParent();
    Path fromPlan = folder.relativize(file.toAbsolutePath());
    return DomainDraft.file(
        fromPlan.toString().replace('\\', '/'), TextFile.of(file).publishedLines().size());
  }
}
