package org.sparkldp.jobs.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sparkldp.jobs.console.Interview;
import org.sparkldp.jobs.draft.DomainDraft;
import org.sparkldp.jobs.draft.DraftRequest.NumberBounds;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import picocli.CommandLine.Option;

/**
 * The values that a private column may have, from public knowledge: a list, two ends or a ready
 * domain. They are given or asked for, and never read from the column.
 */
final class ValuesOptions {
  private static final Pattern NUMBERS =
      Pattern.compile("(-?[0-9.]+)\\.\\.(-?[0-9.]+)(?:/([0-9]{1,9}))?");

  /** Stands between the values of several columns. */
  private static final String BETWEEN = ";";

  /** Whole numbers that a domain may have. */
  private static final int MOST = 1 << 20;

  private static final String FORMS =
      "a list (a,b,c), a file with one a line, from..to, from..to/bins, or one of "
          + String.join(", ", DomainDraft.names());

  @Option(
      names = "--items",
      paramLabel = "VALUES",
      description =
          "the values that the column may have, from public knowledge: a list (DE,FR,IT), a file"
              + " with one a line, numbers (18..90), bins (0..200/20), or a ready name such as"
              + " countries, ages or hours; for several columns one each, with ; between")
  private String items;

  private boolean isUsed;

  /** What was given or answered; null where nothing was. */
  String items() {
    return items;
  }

  static double number(String what, String text) {
    try {
      return ProtocolSpec.number(text);
    } catch (NumberFormatException e) {
      throw Require.refusal(e, "%s must be a number. Provided value: %s.", what, text);
    }
  }

  /** Refuses values that no question asked for. */
  void requireUsed(String task) {
    Require.that(isUsed || items() == null)
        .orRefuse("the task %s asks for no values. Provided: %s; leave them out.", task, items());
  }

  /** Between which numbers a column's are. */
  NumberBounds bounds(Interview interview) {
    isUsed = true;
    return interview.ask(
        items(),
        "Between which numbers, from public knowledge (from..to)?",
        "",
        text -> {
          NumberBounds read = bounds(text);
          items = text;
          return read;
        });
  }

  private static NumberBounds bounds(String text) {
    Matcher numbers = NUMBERS.matcher(text);
    Require.that(numbers.matches() && numbers.group(3) == null)
        .orRefuse(
            "this task asks about numbers, whose bounds must come from public knowledge. Provided:"
                + " %s; give --items FROM..TO.",
            text.isEmpty() ? "none" : text);
    return bounds(numbers);
  }

  private static NumberBounds bounds(Matcher numbers) {
    return new NumberBounds(number("lower", numbers.group(1)), number("upper", numbers.group(2)));
  }

  /**
   * The domains of columns.
   *
   * @param plan the file that will name a file of items
   */
  DomainDraft domain(Interview interview, List<String> columns, Path plan) {
    return given(columns, plan).orElseGet(() -> asked(interview, columns, plan));
  }

  /** The same of the option alone. */
  Optional<DomainDraft> given(List<String> columns, Path plan) {
    isUsed = true;
    if (items() == null) {
      return Optional.empty();
    }
    String[] each = columns.size() > 1 ? items().split(BETWEEN) : new String[] {items()};
    return Optional.of(
        Arrays.stream(each)
            .map(text -> draft(text.strip(), plan))
            .reduce(DomainDraft::and)
            .orElseGet(() -> draft("", plan)));
  }

  private DomainDraft asked(Interview interview, List<String> columns, Path plan) {
    List<String> answers = new ArrayList<>();
    DomainDraft known = DomainDraft.NONE;
    while (known.sections().size() < columns.size()) { // one answer may be of two, such as places
      String column = columns.get(known.sections().size());
      known =
          known.and(
              interview.ask(
                  null,
                  "Which values may %s have, from public knowledge? One of: %s:"
                      .formatted(column, FORMS),
                  "",
                  text -> {
                    DomainDraft read = draft(text, plan);
                    answers.add(text);
                    return read;
                  }));
    }
    items = String.join(BETWEEN, answers);
    return known;
  }

  /** The domain of one text: a file, numbers, a ready one, or a list. */
  private static DomainDraft draft(String given, Path plan) {
    Require.that(!given.isEmpty())
        .orRefuse(
            "the values that a private column may have must come from public knowledge. Provided:"
                + " none; --items says them. (They are never taken from the column itself: a plan"
                + " publishes its domain, so that would publish which values occur.)");
    Path file = Path.of(given);
    if (!given.contains(",") && Files.isRegularFile(file)) {
      Path folder = plan.toAbsolutePath().getParent();
      Path fromPlan = folder.relativize(file.toAbsolutePath());
      return DomainDraft.file(
          fromPlan.toString().replace('\\', '/'), TextFile.of(file).publishedLines().size());
    }
    Matcher numbers = NUMBERS.matcher(given);
    if (numbers.matches()) {
      return numbers(bounds(numbers), numbers.group(3));
    }
    return DomainDraft.ready(given).orElseGet(() -> list(given));
  }

  private static DomainDraft list(String given) {
    Require.that(given.contains(","))
        .orRefuse("--items must be a file that exists, or %s. Provided: %s.", FORMS, given);
    return DomainDraft.items(Arrays.stream(given.split(",")).map(String::strip).toList());
  }

  /** Numbers from one to another: whole ones, or so many bins. */
  private static DomainDraft numbers(NumberBounds ends, String bins) {
    double from = ends.lower();
    double to = ends.upper();
    if (bins != null) {
      int count = Integer.parseInt(bins);
      Require.that(count >= 1).orRefuse("bins must be at least 1. Provided value: %s.", bins);
      return DomainDraft.bins(from, to, count);
    }
    Require.that(from == Math.rint(from) && to == Math.rint(to) && to - from < MOST)
        .orRefuse(
            "without bins the values are whole numbers, fewer than 2^20. Provided: %s to %s; give"
                + " FROM..TO/BINS.",
            from, to);
    return DomainDraft.range((long) from, (long) to);
  }
}
