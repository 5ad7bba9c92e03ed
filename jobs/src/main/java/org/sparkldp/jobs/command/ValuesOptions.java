package org.sparkldp.jobs.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sparkldp.jobs.console.Interview;
import org.sparkldp.jobs.draft.DomainDraft;
import org.sparkldp.jobs.draft.DomainDrafts;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Option;

/**
 * The values that a private column may have, from public knowledge: a list, a ready domain or two
 * ends. They are given by options or asked for, and never read from the column.
 */
final class ValuesOptions {
  private static final Pattern NUMBERS =
      Pattern.compile("(-?[0-9.]+)\\.\\.(-?[0-9.]+)(?:/([0-9]{1,9}))?");

  /** Stands between the values of several columns. */
  private static final String BETWEEN = ";";

  /** Whole numbers that a domain may have. */
  private static final int MOST = 1 << 20;

  @Option(
      names = "--items",
      paramLabel = "FILE|A,B,...",
      description =
          "the values that the column may have: a list, or a file with one a line; also 0..99,"
              + " 0..100/20 (bins) or a ready domain; for several columns one each, with ; between")
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

  /** Asks at the terminal for what no option gives; each answer is one that would be taken. */
  void ask(Interview interview, TaskKind<?, ?> provider, List<String> columns, Path plan) {
    boolean isGiven = items != null || domain != null || lower != null || upper != null;
    if (isGiven || !interview.isPossible()) {
      return;
    }
    if (!provider.keys().contains("domain")) {
      lower =
          interview.askUntil(
              "The smallest number there may be?", "", answer -> number("lower", answer));
      upper =
          interview.askUntil("The largest?", "", answer -> above(lower, number("upper", answer)));
      return;
    }
    List<String> answers = new ArrayList<>();
    int known = 0;
    while (known < columns.size()) { // two of them may have one answer, such as places
      String answer =
          interview.askUntil(
              "Which values may "
                  + columns.get(known)
                  + " have, from public knowledge? A list (a,b,c), a file with one a line, from..to,"
                  + " from..to/bins, or one of "
                  + DomainDrafts.all().stream()
                      .map(DomainDrafts::name)
                      .collect(Collectors.joining(", "))
                  + ":",
              "",
              text -> draft(text, plan).sections().isEmpty() ? "" : text);
      answers.add(answer);
      known += draft(answer, plan).sections().size();
    }
    items = String.join(BETWEEN, answers);
  }

  /** What was given or answered, as options. */
  Map<String, String> asOptions() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("--items", items);
    options.put("--domain", domain);
    options.put("--lower", lower == null ? null : DomainDraft.text(lower));
    options.put("--upper", upper == null ? null : DomainDraft.text(upper));
    options.put("--bins", bins == null ? null : bins.toString());
    options.values().removeIf(Objects::isNull);
    return options;
  }

  private static double above(double lower, double upper) {
    Require.that(lower < upper && Double.isFinite(upper - lower))
        .orRefuse(
            "the largest number must be finite and above the smallest. Provided: %s, %s.",
            lower, upper);
    return upper;
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
   * @param columns how many columns have a domain each
   */
  Optional<DomainDraft> domain(TaskKind<?, ?> provider, Path plan, int columns) {
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
      String[] each = columns > 1 ? items.split(BETWEEN) : new String[] {items};
      return Arrays.stream(each).map(text -> draft(text.strip(), plan)).reduce(DomainDraft::and);
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
    return Optional.of(numbers(lower, upper, Optional.ofNullable(bins)));
  }

  /** Numbers from one to another, whole ones or in bins. */
  private static DomainDraft numbers(double lower, double upper, Optional<Integer> bins) {
    if (bins.isPresent()) {
      Require.that(bins.get() >= 1)
          .orRefuse("--bins must be at least 1. Provided value: %s.", bins.get());
      return DomainDraft.bins(lower, upper, bins.get());
    }
    Require.that(lower == Math.rint(lower) && upper == Math.rint(upper) && upper - lower < MOST)
        .orRefuse(
            "without --bins the values are whole numbers, fewer than 2^20. Provided: %s to %s; give"
                + " --bins.",
            lower, upper);
    return DomainDraft.range((long) lower, (long) upper);
  }

  /** The domain of one text: a file, a ready one, numbers, or a list. */
  private static DomainDraft draft(String given, Path plan) {
    Require.that(!given.isEmpty())
        .orRefuse(
            "the values that a private column may have must come from public knowledge. Provided:"
                + " none. (They are never taken from the column itself: a plan publishes its domain,"
                + " so that would publish which values occur.)");
    Path file = Path.of(given);
    if (!given.contains(",") && Files.isRegularFile(file)) {
      Path folder = plan.toAbsolutePath().getParent();
      Path fromPlan = folder.relativize(file.toAbsolutePath());
      return DomainDraft.file(
          fromPlan.toString().replace('\\', '/'), TextFile.of(file).publishedLines().size());
    }
    Matcher numbers = NUMBERS.matcher(given);
    if (numbers.matches()) {
      double lower = number("lower", numbers.group(1));
      return numbers(
          lower,
          above(lower, number("upper", numbers.group(2))),
          Optional.ofNullable(numbers.group(3)).map(Integer::valueOf));
    }
    String name = given.replaceFirst("\\(.*", "");
    if (DomainDrafts.all().stream().anyMatch(draft -> name.equals(draft.name()))) {
      return DomainDrafts.of(given);
    }
    Require.that(given.contains(","))
        .orRefuse(
            "--items must be a file that exists, or a list with commas. Provided: %s.", given);
    return DomainDraft.items(Arrays.stream(given.split(",")).map(String::strip).toList());
  }
}
