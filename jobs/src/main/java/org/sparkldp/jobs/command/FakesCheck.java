package org.sparkldp.jobs.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.draw.Privatization;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.reduce.Inspection;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Alarm;

/**
 * Says whether there are fake reports, and what they add to each estimate; writes nothing. Honest
 * people raise the alarm with a probability of at most 1e-6, whatever they hold.
 */
final class FakesCheck {
  private FakesCheck() {}

  /** Looks at the reports of some days, and prints what is seen. */
  static void run(SparkSession spark, List<String> inputs, Days days, Format format) {
    List<Output> folders = PlanFiles.outputs(spark, inputs);
    Plan plan = PlanFiles.beside(spark, folders.get(0), Privatization.REPORTS);
    days.requireOf(plan);
    Inspection.Result result = new Inspection(plan).run(spark, folders, days);
    Steps.say(sentence(plan, result));
    print(result, format);
  }

  private static String sentence(Plan plan, Inspection.Result result) {
    Alarm.Finding found = result.found();
    long n = result.raw().n();
    String targets =
        IntStream.of(1, 2, 4, 7, 10)
            .filter(items -> items <= result.raw().rows().size())
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    return found.isRaised()
        ? String.format(
            Locale.ROOT,
            "ALARM: honest people give such reports with a probability of at most %.1g; about %.0f"
                + " of %d reports are fake (more, if they were drawn at random), and repaired is"
                + " without them",
            found.chance(),
            found.fakes(),
            n)
        : String.format(
            Locale.ROOT,
            "no alarm: nothing in %d reports that honest people cannot send; fake ones that push"
                + " few items pass: ldp simulate --spec '%s' --users %d --trials 20 --attack"
                + " maximal-gain --targets %s shows how often they are seen (column alarm)",
            n,
            plan.protocol().spec(),
            n,
            targets);
  }

  private static void print(Inspection.Result result, Format format) {
    new TableLayout<Integer>()
        .with("item", v -> result.raw().rows().get(v).item())
        .with("estimate", v -> result.raw().rows().get(v).estimate())
        .with("standard_error", v -> result.raw().rows().get(v).standardError())
        .with("fake_shift", v -> result.found().shifts()[v])
        .with("repaired", v -> result.repaired().rows().get(v).estimate())
        .of(IntStream.range(0, result.raw().rows().size()).boxed().toList())
        .print(format, System.out);
  }
}
