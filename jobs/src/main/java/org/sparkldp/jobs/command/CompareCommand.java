package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.reduce.Accumulation;
import org.sparkldp.jobs.reduce.Compared;
import org.sparkldp.jobs.reduce.Estimation;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp compare}: what differs between two periods, two groups or two folders. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "What differs between two periods, groups or folders.")
@Group.Of(Group.STEPS)
public final class CompareCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Parameters(
      arity = "1..2",
      paramLabel = "DIR",
      description = "a folder of accumulators or of run; of two folders each is a side")
  private List<String> folders;

  @Option(
      names = "--periods",
      arity = "2",
      paramLabel = "PERIOD",
      description = "two periods of one folder, or two ranges: 2026-01-01..2026-01-07")
  private List<String> periods = List.of();

  @Option(
      names = "--groups",
      arity = "2",
      paramLabel = "GROUP",
      description = "two groups of one folder, such as country=DE country=FR")
  private List<String> groups = List.of();

  @Mixin private FormatOption format;

  private record Line(String group, Comparison.Row row) {}

  private static TableLayout<Line> columns(boolean hasGroups) {
    TableLayout<Line> left = new TableLayout<>();
    return (hasGroups ? left.with("group", Line::group) : left)
        .with("item", line -> line.row.item())
        .with("first", line -> known(line.row.first()))
        .with("second", line -> known(line.row.second()))
        .with("difference", line -> known(line.row.difference()))
        .with("standard_error", line -> known(line.row.standardError()))
        .with("lower", line -> known(line.row.lower()))
        .with("upper", line -> known(line.row.upper()))
        .with("ratio", line -> known(line.row.ratio()))
        .with("ratio_lower", line -> known(line.row.ratioLower()))
        .with("ratio_upper", line -> known(line.row.ratioUpper()))
        .with("differs", line -> line.row.differs() ? "yes" : "");
  }

  /** Unknown numbers and infinite ends are left empty. */
  private static Double known(double number) {
    return Double.isFinite(number) ? number : null;
  }

  @Override
  public Integer call() {
    int asked = folders.size() - 1 + (periods.isEmpty() ? 0 : 1) + (groups.isEmpty() ? 0 : 1);
    Require.that(asked == 1 && periods.size() <= 2 && groups.size() <= 2)
        .orRefuse(
            "compare needs two sides: two folders, or one folder and --periods P Q or --groups G"
                + " H. Provided: %s%s%s.",
            folders,
            periods.isEmpty() ? "" : ", --periods " + periods,
            groups.isEmpty() ? "" : ", --groups " + groups);
    List<Compared> all = compared(ldp.session().spark());
    all.stream().flatMap(one -> one.notes().stream()).distinct().forEach(Steps::say);
    all.forEach(one -> Steps.say(one.sentence()));
    List<Line> lines = new ArrayList<>();
    int left = 0;
    for (Compared one : all) {
      Stream<Comparison.Row> rows = one.rows().stream();
      if (format.get() == Format.TABLE && one.rows().size() > Shown.ROWS_FOR_PEOPLE) {
        rows =
            rows.sorted(
                    Comparator.comparingDouble(
                        row -> -Math.abs(row.difference() / row.standardError())))
                .limit(Shown.ROWS_FOR_PEOPLE);
        left += one.rows().size() - Shown.ROWS_FOR_PEOPLE;
      }
      rows.map(row -> new Line(one.group(), row)).forEach(lines::add);
    }
    boolean hasGroups = all.stream().anyMatch(one -> !one.group().isEmpty());
    columns(hasGroups).of(lines).print(format.get(), System.out);
    if (left > 0) {
      System.out.println("... and " + left + " less different ones; --format csv shows all");
    }
    return Exit.DONE;
  }

  private List<Compared> compared(SparkSession spark) {
    if (folders.size() == 2) {
      return Compared.sides(
          side(spark, folders.get(0), Days.ALL), side(spark, folders.get(1), Days.ALL));
    }
    String folder = folders.get(0);
    return periods.isEmpty()
        ? Compared.groups(side(spark, folder, Days.ALL), groups.get(0), groups.get(1))
        : Compared.sides(
            side(spark, folder, Days.of(periods.subList(0, 1))),
            side(spark, folder, Days.of(periods.subList(1, 2))));
  }

  private static Compared.Side side(SparkSession spark, String folder, Days days) {
    Output run = new Output(spark, folder + "/accumulated");
    Output sums = run.runs().isEmpty() ? new Output(spark, folder) : run;
    Plan plan = PlanFiles.beside(spark, sums, Accumulation.ACCUMULATORS);
    days.requireOf(plan);
    return new Compared.Side(
        plan, new Estimation(spark, plan, List.of()).look(List.of(sums), days));
  }
}
