package org.sparkldp.jobs.command;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Book;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger check}. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description =
        "What a plan would spend and what would be left, as if it were drawn for the first time;"
            + " exit code 3 if it would be refused. Reads no value and reserves nothing.")
final class LedgerCheck implements Callable<Integer> {
  @ParentCommand private LedgerCommand parent;

  @Mixin private Options.PlanFile plan;

  @Mixin private Options.PeriodOptions days;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    Book ledger = parent.ledger().book();
    List<Entry> before = ledger.entries();
    List<Entry> after = new ArrayList<>(before);
    List<Entry> asked = asked();
    after.addAll(asked);
    List<Outlook> outlooks = new ArrayList<>();
    Budgets budgets = ledger.budgets();
    for (Budget budget : budgets.all()) {
      // Of the days asked about each window once; of a lifetime, the one where least is left.
      Map<String, Budget.Remainder> windows = new LinkedHashMap<>();
      asked.stream()
          .filter(e -> budget.covers(e.spend()))
          .flatMap(e -> e.days().stream().map(day -> budget.left(after, e.spend(), day)))
          .forEach(left -> windows.put(left.window(), left));
      for (Budget.Remainder left : windows.values()) {
        outlooks.add(new Outlook(left, budget.spent(before, left.window())));
      }
    }
    Spend spend = asked.get(0).spend();
    Steps.say(
        "plan %s costs epsilon %s, delta %s a person%s, of population %s, attribute %s"
            .formatted(
                spend.name(),
                Spend.epsilonText(spend.tally().epsilonGrains()),
                Spend.deltaText(spend.tally().deltaGrains()),
                spend.isForLife()
                    ? " and lifetime, as if under a new key"
                    : asked.size() > 1 ? " and period, " + asked.size() + " periods" : "",
                spend.account().population(),
                spend.attribute()));
    if (outlooks.isEmpty()) {
      boolean isRefused = budgets.areRequired();
      Steps.say(
          "no budget covers it: it would be "
              + (isRefused ? "refused, for budgets are required" : "recorded only"));
      return isRefused ? Exit.REFUSED : Exit.DONE;
    }
    OUTLOOKS.of(outlooks).print(format.get(), System.out);
    return outlooks.stream().allMatch(Outlook::fits) ? Exit.DONE : Exit.REFUSED;
  }

  /**
   * A budget in a window, with the plan.
   *
   * @param before what is spent without it
   */
  private record Outlook(Budget.Remainder left, long before) {
    boolean fits() {
      return left.spent() <= left.budget().epsilon();
    }
  }

  private static final TableLayout<Outlook> OUTLOOKS =
      new TableLayout<Outlook>()
          .with("budget", with -> with.left.budget().name(with.left.window()))
          .with("allowed", with -> Spend.epsilon(with.left.budget().epsilon()))
          .with("spent", with -> Spend.epsilon(with.before))
          .with("with_plan", with -> Spend.epsilon(with.left.spent()))
          .with("left", with -> Spend.epsilon(with.left.epsilon()))
          .with("delta", with -> Spend.deltaText(with.left.budget().delta()))
          .with("verdict", with -> with.fits() ? "fits" : "refused");

  private List<Entry> asked() {
    SparkSession spark = parent.session().spark();
    PlanRun.PlanSource text = PlanRun.PlanSource.of(spark, plan.path);
    Optional<PlanRun> other = PlanRun.of(text);
    if (other.isPresent()) {
      return List.of(entry(other.get().spend(text), LedgerCommand.today().toString()));
    }
    Plan read = PlanFiles.read(spark, plan.path);
    days.days().requireOf(read);
    if (!read.hasPeriods() || days.texts().isEmpty() || read.isForLife()) {
      return List.of(entry(spend(read, ""), LedgerCommand.today().toString()));
    }
    return dates().stream().map(day -> entry(spend(read, day), day)).toList();
  }

  private static Spend spend(Plan plan, String day) {
    String period = day.isEmpty() ? "" : plan.period() + "=" + day;
    return Spend.of(plan, plan.task().values().columns(), period, "", "");
  }

  private static Entry entry(Spend spend, String day) {
    return Entry.of(spend, "", day, "", "");
  }

  private List<String> dates() {
    List<String> dates = days.days().each();
    for (String date : dates) {
      try {
        LocalDate.parse(date);
      } catch (DateTimeParseException e) {
        throw Require.refusal(
            "days to be checked must be dates such as 2026-01-01. Provided: %s.", date);
      }
    }
    return dates;
  }
}
