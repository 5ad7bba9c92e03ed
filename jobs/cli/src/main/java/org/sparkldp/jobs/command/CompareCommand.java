package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.estimate.Compared;
import org.sparkldp.jobs.estimate.Estimates;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Comparing;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;
import org.sparkldp.protocols.statistics.Subtotal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp compare}: what differs between two periods, groups, items or folders. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "What differs between two periods, groups, items or folders.")
@CommandGroup.Of(CommandGroup.STEPS)
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

  @Option(
      names = "--items",
      arity = "2",
      paramLabel = "ITEM",
      description = "two items of one folder, such as US CA")
  private List<String> items = List.of();

  @Option(
      names = "--subtotal",
      arity = "1..*",
      paramLabel = "ITEM",
      description = "items of one folder: the sum of their counts, and each one's share of it")
  private List<String> subtotal = List.of();

  @Option(
      names = "--jointly",
      description = "intervals that hold all at once, with 95 %; longer ones")
  private boolean jointly;

  @Mixin private FormatOption format;

  @Spec private CommandSpec spec;

  /** What a terminal of 80 columns has no room for. */
  private static final Set<String> FOR_MACHINES =
      Set.of("standard_error", "ratio_lower", "ratio_upper");

  @Override
  public Integer call() {
    return subtotal.isEmpty() ? compare() : addUp();
  }

  private record LabelledSubtotal(String group, Subtotal of) {}

  private int addUp() {
    Options.requireOnly(spec, "--subtotal", "--subtotal --format");
    Require.that(folders.size() == 1)
        .orRefuse("--subtotal takes one folder. Provided: %s.", folders.size());
    Compared.Side all = Comparing.side(ldp.session().spark(), folders.get(0), Days.ALL);
    List<LabelledSubtotal> parts = new ArrayList<>();
    for (Estimates.Group group : all.result().groups()) {
      String label = all.result().label(group);
      all.subtotal(group, subtotal).forEach(one -> parts.add(new LabelledSubtotal(label, one)));
    }
    all.result().groups().stream()
        .flatMap(group -> group.notes().stream())
        .distinct()
        .forEach(Steps::say);
    TableLayout<LabelledSubtotal> group = new TableLayout<>();
    if (!all.result().groupBy().isEmpty()) {
      group = group.with("group", LabelledSubtotal::group);
    }
    EstimatePrinter.answers(group, part -> part.of().row())
        .with("share", part -> EstimatePrinter.known(part.of().share()))
        .with("share_lower", part -> EstimatePrinter.known(part.of().lower()))
        .with("share_upper", part -> EstimatePrinter.known(part.of().upper()))
        .of(parts)
        .without(format.get() == OutputFormat.TABLE ? FOR_MACHINES : Set.of())
        .print(format.get(), System.out);
    return Exit.DONE;
  }

  private int compare() {
    List<Compared> all =
        new Comparing(folders, periods, groups, items, jointly).compared(ldp.session().spark());
    all.stream().flatMap(one -> one.notes().stream()).distinct().forEach(Steps::say);
    all.forEach(one -> Steps.say(one.sentence()));
    boolean isForPeople = format.get() == OutputFormat.TABLE;
    List<List<Object>> lines = new ArrayList<>();
    int left = 0;
    for (Compared one : all) {
      Stream<Comparison.ComparisonRow> rows = one.rows().stream();
      if (isForPeople && one.rows().size() > EstimatePrinter.ROWS_FOR_PEOPLE) {
        rows =
            rows.sorted(
                    Comparator.comparingDouble(
                        row -> -Math.abs(row.difference() / row.standardError())))
                .limit(EstimatePrinter.ROWS_FOR_PEOPLE);
        left += one.rows().size() - EstimatePrinter.ROWS_FOR_PEOPLE;
      }
      rows.map(row -> cells(one.cells(row))).forEach(lines::add);
    }
    Set<String> hidden = new HashSet<>(isForPeople ? FOR_MACHINES : Set.of());
    hidden.add("note"); // is said
    if (all.stream().allMatch(one -> one.group().isEmpty())) {
      hidden.add("group");
    }
    new TablePrinter(List.of(Compared.COLUMNS.fieldNames()), lines)
        .without(hidden)
        .print(format.get(), System.out);
    if (left > 0) {
      System.out.println("... and " + left + " less different ones; --format csv shows all");
    }
    return Exit.DONE;
  }

  private static List<Object> cells(Row row) {
    List<Object> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(row.get(i) instanceof Boolean differs ? (differs ? "yes" : "") : row.get(i));
    }
    return cells;
  }
}
