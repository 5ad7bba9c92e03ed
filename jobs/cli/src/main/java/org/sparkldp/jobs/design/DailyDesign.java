package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.longitudinal.Loloha;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Ways to ask the same people every day, when all their answers of some days together may cost one
 * epsilon: by turns, every day at a part of it, or with a memory. Errors are those of the frequency
 * of an item that few hold, on one day and of the mean of the days.
 *
 * <p>With T days and v(epsilon) the variance for one person who answers once:
 *
 * <pre>
 *   way          a day           the mean of the days          epsilon holds for
 *   by turns     T v(epsilon)    v(epsilon)                    all histories of values
 *   every day    v(epsilon/T)    v(epsilon/T)/T                all histories of values
 *   loloha       v               v (m s + (1 − m)/T)           histories that change on the same days
 * </pre>
 *
 * m = (p2 − q2)² is the part of loloha's variance that the permanent responses make, for a report
 * supports an item with p2 or q2, depending on them. They are few, so that the mean of many days
 * keeps s of it: with w and 1 − w the parts of the days in the two buckets, w² + (1 − w)² − 2 w (1
 * − w) (p1 − q1)², because responses to two buckets tend to differ. With c changes there are c + 1
 * equal stretches, each in either bucket, and E[w² + (1 − w)²] = (1 + 1/(c + 1))/2.
 *
 * <p>Over any two histories loloha with two buckets costs at most min(T, (epsilon/e + T)/2) e, e
 * the epsilon of the instantaneous response: with the same permanent responses the two differ on n
 * days, by e at most each; with the two exchanged, for epsilon, on the other T − n.
 */
public final class DailyDesign {
  private static final List<Double> ALPHAS = List.of(0.1, 0.25, 0.5, 0.75, 0.9);

  private DailyDesign() {}

  /**
   * A way.
   *
   * @param day the variance of a day, for one person
   * @param mean that of the mean of the days
   * @param any the epsilon of any two histories
   * @param block as a plan has it
   */
  private record DailyScheme(
      String name, double day, double mean, double any, ProtocolSpec spec, String block) {}

  /**
   * All ways, by the error of a day.
   *
   * @param asked whose epsilon is that of all answers of a person together; people, and no error
   * @param days on which the same people answer
   * @param changes on how many of these days a person's value is another than the day before
   * @param once the spec of the best histogram at an epsilon
   * @param variances of the frequency of an item that nobody holds, for one person
   */
  public static TablePrinter ranked(
      RankedProtocols.DesignRequest asked,
      int days,
      int changes,
      DoubleFunction<ProtocolSpec> once,
      ToDoubleFunction<ProtocolSpec> variances) {
    Require.between("days", days, 2, 100_000);
    Require.between("changes", changes, 0, days - 1);
    long users =
        asked.users(
            error -> {
              throw Require.refusal(
                  "days are ranked for people. Provided: an error; give --users.");
            });
    double epsilon = asked.epsilon();
    List<DailyScheme> ways = new ArrayList<>();
    ProtocolSpec whole = once.apply(epsilon);
    double v = variances.applyAsDouble(whole);
    String block = "{ pool = daily, blocks = " + days + " }";
    ways.add(new DailyScheme("by turns", days * v, v, epsilon, whole, block));
    ProtocolSpec part = once.apply(epsilon / days);
    double ofPart = variances.applyAsDouble(part);
    ways.add(new DailyScheme("every day", ofPart, ofPart / days, epsilon, part, ""));
    for (double alpha : ALPHAS) {
      Loloha oracle = Loloha.LOLOHA.of(epsilon, asked.domain(), 2, alpha);
      ways.add(withMemory(oracle, epsilon, days, changes, variances.applyAsDouble(oracle.spec())));
    }
    return new TableLayout<DailyScheme>()
        .with("task", way -> "daily")
        .with("way", DailyScheme::name)
        .with("days", way -> days)
        .with("epsilon", way -> epsilon)
        .with("error_of_a_day", way -> Math.sqrt(way.day / users))
        .with("error_of_their_mean", way -> Math.sqrt(way.mean / users))
        .with("epsilon_of_any_history", DailyScheme::any)
        .with("spec", way -> way.spec.toString())
        .with("block", DailyScheme::block)
        .of(ways.stream().sorted(Comparator.comparingDouble(DailyScheme::day)).toList());
  }

  private static DailyScheme withMemory(
      Loloha oracle, double epsilon, int days, int changes, double variance) {
    double memory = squaredGap(oracle.patternEpsilon());
    double together = (1 + 1.0 / (changes + 1)) / 2;
    double kept = together - (1 - together) * squaredGap(oracle.bucketEpsilon());
    double all = days * oracle.patternEpsilon();
    return new DailyScheme(
        "with a memory",
        variance,
        variance * (memory * kept + (1 - memory) / days),
        Math.max(epsilon, Math.min(all, (epsilon + all) / 2)),
        oracle.spec(),
        "");
  }

  /** (p − q)² of two responses with p/q = e^epsilon. */
  private static double squaredGap(double epsilon) {
    double gap = Math.tanh(epsilon / 2);
    return gap * gap;
  }
}
