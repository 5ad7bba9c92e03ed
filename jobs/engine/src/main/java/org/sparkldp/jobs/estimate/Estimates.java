package org.sparkldp.jobs.estimate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Origin;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.sums.NumberSums;

/**
 * All groups under the names of their grouping columns.
 *
 * @param next the plan of the next round, where the protocol has one
 * @param notes of the runs that drew the reports
 * @param origin of the reports
 * @param periods of the reports; none where the plan has none
 */
public record Estimates(
    List<String> groupBy,
    List<Group> groups,
    Optional<Plan> next,
    List<String> notes,
    Origin origin,
    List<String> periods) {

  /** The name of a group, such as "country=DE", or "all". */
  public String label(Group group) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < groupBy.size(); i++) {
      parts.add(groupBy.get(i) + "=" + group.key.get(i));
    }
    return parts.isEmpty() ? "all" : String.join(", ", parts);
  }

  /** Reports behind all estimates. */
  public long reports() {
    return groups.stream().mapToLong(group -> group.estimate().n()).sum();
  }

  /**
   * The estimate of one group of people.
   *
   * @param key the grouping columns' values, none for everybody
   * @param notes of all its answers, besides what the plan says to everybody
   * @param reports that were added up; those of several tiers are in no single accumulator
   * @param asked in how many periods people could give a report
   * @param numbers of a plan with public numbers, each one's sum and mean by item
   */
  public record Group(
      List<Object> key,
      Answers answers,
      List<String> notes,
      Optional<Accumulator<?>> reports,
      int asked,
      List<NumberAnswers> numbers) {

    /** The same under another key. */
    Group keyed(List<Object> other) {
      return new Group(other, answers, notes, reports, asked, numbers);
    }

    /** Raw, items named by the plan. */
    public Estimate estimate() {
      return answers.estimate();
    }

    /** The notes on an answer; empty where there is nothing to say. */
    public String note(int place) {
      return note(estimate().rows().get(place));
    }

    /** The notes on one of this group's rows. */
    public String note(Estimate.Row row) {
      return (row.note() + " " + String.join(" ", notes)).strip();
    }

    /** By step, one number per item. */
    public Map<String, double[]> consistent() {
      return answers.consistent();
    }
  }

  /**
   * The sums or the means of a public number, by item.
   *
   * @param number its column
   * @param estimate NaN where a row's note says why there is none
   */
  public record NumberAnswers(String number, boolean areMeans, Estimate estimate) {
    /** What tables call them. */
    public String name() {
      return (areMeans ? NumberSums.Measure.MEAN : NumberSums.Measure.SUM).of(number);
    }

    /** The sums and the means of a number's accumulator, items named. */
    static List<NumberAnswers> of(
        String number, Accumulator<?> sums, IntFunction<String> items, double confidence) {
      List<NumberSums.SumRow> all = NumberSums.estimate(sums, confidence);
      return Stream.of(NumberSums.Measure.SUM, NumberSums.Measure.MEAN)
          .map(
              of -> {
                List<Estimate.Row> rows =
                    all.stream()
                        .filter(row -> row.measure() == of)
                        .map(NumberSums.SumRow::row)
                        .toList();
                return new NumberAnswers(
                    number,
                    of == NumberSums.Measure.MEAN,
                    new Estimate(sums.n(), confidence, rows).named(items));
              })
          .toList();
    }
  }
}
