package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.page.EstimatePage;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Estimate;

/**
 * Shows estimates: a table on standard output, of all rows for machines and of the largest counts
 * of each group for people, and a page where one is asked for.
 */
public final class EstimatePrinter {
  /** Rows of a group that people are shown. */
  static final int ROWS_FOR_PEOPLE = 20;

  /** Rows that are shown whole where they have an order of their own and stand alone. */
  private static final int ORDERED_ROWS = 60;

  private EstimatePrinter() {}

  /**
   * One of a group's answers.
   *
   * @param measure which of the group's numbers, from 1 on; 0 of what the task itself answers
   */
  private record GroupAnswer(Plan plan, Estimates.Group group, int measure, int index) {
    private boolean isOfTask() {
      return measure == 0;
    }

    private Estimates.NumberAnswers number() {
      return group.numbers().get(measure - 1);
    }

    Estimate.Row row() {
      return (isOfTask() ? group.estimate() : number().estimate()).rows().get(index);
    }

    String name() {
      return isOfTask() ? Estimation.measure(plan, index) : number().name();
    }

    String item() {
      return isOfTask() ? plan.task().item(index, row().item()) : row().item();
    }

    Double best() {
      return known(isOfTask() ? group.answers().best()[index] : row().estimate());
    }

    Double consistent(String step) {
      return isOfTask() ? (Double) group.consistent().get(step)[index] : null;
    }
  }

  /** A layout with the columns of every table of estimates to its right. */
  public static <T> TableLayout<T> answers(TableLayout<T> left, Function<T, Estimate.Row> of) {
    return numbers(left.with("item", one -> of.apply(one).item()), of);
  }

  private static <T> TableLayout<T> numbers(TableLayout<T> left, Function<T, Estimate.Row> of) {
    return left.with("estimate", one -> known(of.apply(one).estimate()))
        .with("standard_error", one -> known(of.apply(one).standardError()))
        .with("lower", one -> known(of.apply(one).lower()))
        .with("upper", one -> known(of.apply(one).upper()));
  }

  /** What reports could not show is left empty. */
  static Double known(double number) {
    return !Double.isFinite(number) ? null : number;
  }

  /**
   * Prints the table, says what looks like a mistake, and writes the page.
   *
   * @param html the page's file, or null
   * @param truth the true answers by group, where they are known
   */
  public static void show(
      Estimated done, Path html, Map<List<Object>, double[]> truth, OutputFormat format) {
    print(done, truth, format);
    Estimation.doubts(done.plan(), done.result()).forEach(Steps::say);
    if (html != null) {
      EstimatePage.write(done.plan(), done.result(), truth, done.seconds(), html);
      Steps.say("page with plots in " + html);
    }
  }

  private static void print(
      Estimated done, Map<List<Object>, double[]> truth, OutputFormat format) {
    Estimates result = done.result();
    boolean isForPeople = format == OutputFormat.TABLE;
    Optional<Counting> counting = done.plan().task().facet(Counting.class);
    boolean isOfCounts = counting.isPresent();
    TableLayout<GroupAnswer> columns = new TableLayout<>();
    for (int i = 0; i < result.groupBy().size(); i++) {
      int place = i;
      columns = columns.with(result.groupBy().get(i), answer -> answer.group.key().get(place));
    }
    boolean hasBest = result.groups().stream().anyMatch(group -> group.answers().hasBest());
    boolean hasNumbers = Estimation.hasMeasures(done.plan());
    if (hasNumbers) {
      columns = columns.with(Estimation.MEASURE, GroupAnswer::name);
    }
    columns = columns.with("item", GroupAnswer::item);
    if (isForPeople && hasBest) {
      columns = columns.with(Answers.BEST, GroupAnswer::best);
    }
    columns = numbers(columns, GroupAnswer::row);
    if (!result.groups().isEmpty()) {
      for (String step : result.groups().get(0).consistent().keySet()) {
        columns = columns.with(step.replace('-', '_'), answer -> answer.consistent(step));
      }
    }
    if (!truth.isEmpty()) {
      columns =
          columns.with(
              "truth",
              answer ->
                  answer.isOfTask() ? truth(truth.get(answer.group.key()), answer.index) : null);
    }
    if (!isForPeople) {
      columns = columns.with("note", answer -> answer.group.note(answer.row()));
      columns = columns.with(Answers.BEST, GroupAnswer::best);
    } else if (!isOfCounts || hasNumbers) { // notes on the whole answer stand beside the table
      columns = columns.with("note", answer -> answer.row().note());
    }
    List<GroupAnswer> shown = new ArrayList<>();
    String rest = " more";
    int left = 0;
    for (Estimates.Group group : result.groups()) {
      int rows = group.estimate().rows().size();
      Stream<GroupAnswer> answers =
          IntStream.range(0, rows).mapToObj(i -> new GroupAnswer(done.plan(), group, 0, i));
      List<GroupAnswer> ofTask = answers.toList();
      if (isForPeople && isOfCounts) {
        List<Counting.Part> parts = counting.get().parts(rows);
        ofTask = shown(ofTask, parts);
        rest =
            parts.size() > 1 ? rest : parts.get(0).isOrdered() ? " between them" : " smaller items";
      }
      for (int i = 0; i <= group.numbers().size(); i++) {
        for (GroupAnswer answer : ofTask) {
          shown.add(new GroupAnswer(done.plan(), group, i, answer.index));
        }
      }
      left += rows - ofTask.size();
    }
    columns.of(shown).print(format, System.out);
    if (left > 0) {
      System.out.println("... and " + left + rest + "; --format csv shows all");
    }
  }

  /** Of each part all or some; of several, those with fewer rows whole. */
  private static List<GroupAnswer> shown(List<GroupAnswer> all, List<Counting.Part> parts) {
    List<GroupAnswer> shown = new ArrayList<>();
    int from = 0;
    for (Counting.Part part : parts) {
      List<GroupAnswer> rows = all.subList(from, from + part.rows());
      shown.addAll(part.isOrdered() ? inOrder(rows, parts.size() == 1) : largest(rows));
      from += part.rows();
    }
    return shown;
  }

  /** All, or some of them at equal distances, the first and the last among them. */
  private static List<GroupAnswer> inOrder(List<GroupAnswer> rows, boolean isAlone) {
    int last = rows.size() - 1;
    return last < (isAlone ? ORDERED_ROWS : ROWS_FOR_PEOPLE)
        ? rows
        : IntStream.rangeClosed(0, last)
            .filter(i -> place(i, last) > place(i - 1, last) || i == last)
            .mapToObj(rows::get)
            .toList();
  }

  private static int place(int index, int last) {
    return Math.floorDiv(index * (ROWS_FOR_PEOPLE - 1), last);
  }

  private static List<GroupAnswer> largest(List<GroupAnswer> rows) {
    return rows.stream()
        .sorted(
            Comparator.comparingDouble((GroupAnswer answer) -> answer.row().estimate()).reversed())
        .limit(ROWS_FOR_PEOPLE)
        .toList();
  }

  /** A count as a whole number; 0 of a group that nobody is in. */
  private static Number truth(double[] answers, int index) {
    double answer = answers == null ? 0 : answers[index];
    if (answer == Math.rint(answer)) {
      return (long) answer;
    }
    return answer;
  }
}
