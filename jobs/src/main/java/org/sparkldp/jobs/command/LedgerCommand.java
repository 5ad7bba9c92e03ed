package org.sparkldp.jobs.command;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.ledger.Budgets;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.JdbcLedger;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ledger}: what is spent of people's privacy, and what may be. Reads no value. */
@Command(
    name = "ledger",
    mixinStandardHelpOptions = true,
    description =
        "What is spent of people's privacy, and what may be: budgets, entries, decisions. Reads no"
            + " value.",
    subcommands = {
      LedgerCommand.Show.class,
      LedgerCommand.Check.class,
      LedgerCommand.SetBudget.class,
      LedgerCommand.Settle.class,
      LedgerCommand.Export.class
    })
public final class LedgerCommand implements Callable<Integer> {
  private static final int WINDOWS_FOR_PEOPLE = 5;

  @ParentCommand private HasSession ldp;

  @Override
  public Integer call() {
    throw new CommandLine.ParameterException(
        new CommandLine(this),
        "what to do with the ledger must be said: show, check, set-budget, settle or export.");
  }

  private SessionOptions session() {
    return ldp.session();
  }

  private String place() {
    String place = session().ledger();
    if (place.isEmpty()) {
      throw Require.refusal(
          "a ledger must be named. Provided: none; give ldp --ledger PATH_OR_JDBC_URL ledger ...,"
              + " %s or the environment variable %s.",
          Purse.LEDGER, Purse.VARIABLE);
    }
    return place;
  }

  private Ledger ledger() {
    return JdbcLedger.at(place());
  }

  private static String today() {
    return LocalDate.now(ZoneOffset.UTC).toString();
  }

  private static Double shown(long grains) {
    return grains == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : Tally.epsilon(grains);
  }

  /** {@code ldp ledger show}. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "What is spent and left of each budget; with --entries, of what.")
  static final class Show implements Callable<Integer> {
    @ParentCommand private LedgerCommand parent;

    @Option(names = "--entries", description = "the entries, not the budgets")
    private boolean entries;

    @Option(names = "--population", paramLabel = "NAME", description = "of these people alone")
    private String population;

    @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
    private Format format;

    @Override
    public Integer call() {
      Ledger ledger = parent.ledger();
      List<Entry> all =
          ledger.entries().stream()
              .filter(
                  e -> population == null || e.spend().account().population().equals(population))
              .toList();
      if (entries) {
        printEntries(all, format, System.out);
      } else {
        printBudgets(ledger.budgets(), all);
      }
      return Exit.DONE;
    }

    private void printBudgets(Budgets budgets, List<Entry> all) {
      TablePrinter printer =
          new TablePrinter(
              List.of(
                  "population",
                  "attribute",
                  "purpose",
                  "per",
                  "window",
                  "budget",
                  "spent",
                  "left",
                  "delta",
                  "entries",
                  "reserved"));
      int hidden = 0;
      Set<String> bounded = new TreeSet<>();
      for (Budget budget : budgets.all()) {
        if (population != null && !budget.population().equals(population)) {
          continue;
        }
        bounded.add(budget.population());
        List<Entry> covered = all.stream().filter(e -> budget.covers(e.spend())).toList();
        List<String> windows =
            new ArrayList<>(
                covered.stream()
                    .map(e -> budget.per().window(e.day()))
                    .collect(Collectors.toCollection(TreeSet::new)));
        if (windows.isEmpty()) {
          windows.add(budget.per().window(today()));
        }
        int first = format == Format.TABLE ? Math.max(0, windows.size() - WINDOWS_FOR_PEOPLE) : 0;
        hidden += first;
        for (String window : windows.subList(first, windows.size())) {
          Budget.Left left = budget.left(covered, window);
          List<Entry> inside =
              covered.stream().filter(e -> budget.per().window(e.day()).equals(window)).toList();
          printer.add(
              row(
                  budget.population(),
                  budget.attribute(),
                  budget.purpose(),
                  budget.per().text(),
                  window,
                  shown(budget.epsilon()),
                  shown(left.spent()),
                  shown(left.epsilon()),
                  Spend.deltaText(budget.delta()),
                  inside));
        }
      }
      Set<String> unbounded = new TreeSet<>();
      all.forEach(e -> unbounded.add(e.spend().account().population()));
      unbounded.removeAll(bounded);
      for (String name : unbounded) {
        List<Entry> of =
            all.stream().filter(e -> e.spend().account().population().equals(name)).toList();
        Tally together = Budget.together(of);
        printer.add(
            row(
                name,
                "",
                "",
                Budget.Per.EVER.text(),
                "",
                null,
                shown(together.epsilonGrains()),
                null,
                Spend.deltaText(together.deltaGrains()),
                of));
      }
      printer.print(format, System.out);
      if (hidden > 0) {
        System.out.println("... and " + hidden + " earlier windows; --format csv shows all");
      }
      if (!unbounded.isEmpty() && format == Format.TABLE) {
        System.err.println("ldp: recorded only, for they have no budget: " + unbounded);
      }
    }

    private static List<Object> row(
        String population,
        String attribute,
        String purpose,
        String per,
        String window,
        Double budget,
        Double spent,
        Double left,
        String delta,
        List<Entry> entries) {
      return Arrays.asList(
          population,
          attribute,
          purpose,
          per,
          window,
          budget,
          spent,
          left,
          delta,
          entries.size(),
          entries.stream().filter(e -> e.state() == Entry.State.RESERVED).count());
    }
  }

  private static void printEntries(List<Entry> entries, Format format, PrintStream out) {
    TablePrinter printer =
        new TablePrinter(
            List.of(
                "entry",
                "day",
                "population",
                "attribute",
                "purpose",
                "plan",
                "state",
                "draws",
                "epsilon",
                "delta",
                "open"));
    for (Entry entry : entries) {
      printer.add(
          List.of(
              entry.id(),
              entry.day(),
              entry.spend().account().population(),
              entry.spend().attribute(),
              entry.spend().account().purpose(),
              entry.spend().name(),
              entry.state().text(),
              entry.draws(),
              shown(entry.epsilon()),
              Spend.deltaText(entry.tally().deltaGrains()),
              entry.attempt().isEmpty() ? "" : "drawing"));
    }
    printer.print(format, out);
  }

  /** {@code ldp ledger check}. */
  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description =
          "What a plan would spend and what would be left, as if it were drawn for the first time;"
              + " exit code 3 if it would be refused. Reads no value and reserves nothing.")
  static final class Check implements Callable<Integer> {
    @ParentCommand private LedgerCommand parent;

    @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
    private String plan;

    @Option(
        names = "--days",
        split = ",",
        paramLabel = "DAYS",
        description = "of a plan with a period: 2026-01-01 or 2026-01-01..2026-01-07")
    private List<String> days = new ArrayList<>();

    @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
    private Format format;

    @Override
    public Integer call() {
      Ledger ledger = parent.ledger();
      List<Entry> before = ledger.entries();
      List<Entry> after = new ArrayList<>(before);
      List<Entry> asked = asked();
      after.addAll(asked);
      TablePrinter printer =
          new TablePrinter(
              List.of("budget", "allowed", "spent", "with_plan", "left", "delta", "verdict"));
      boolean isRefused = false;
      boolean isCovered = false;
      Budgets budgets = ledger.budgets();
      for (Budget budget : budgets.all()) {
        Set<String> windows = new LinkedHashSet<>();
        asked.stream()
            .filter(e -> budget.covers(e.spend()))
            .forEach(e -> windows.add(budget.per().window(e.day())));
        for (String window : windows) {
          isCovered = true;
          Budget.Left left = budget.left(after, window);
          boolean fits = left.spent() <= budget.epsilon();
          isRefused |= !fits;
          printer.add(
              List.of(
                  budget.name(window),
                  shown(budget.epsilon()),
                  shown(budget.spent(before, window)),
                  shown(left.spent()),
                  shown(left.epsilon()),
                  Spend.deltaText(budget.delta()),
                  fits ? "fits" : "refused"));
        }
      }
      Spend spend = asked.get(0).spend();
      System.err.printf(
          "ldp: plan %s costs epsilon %s, delta %s a person%s, of population %s, attribute %s%n",
          spend.name(),
          Spend.epsilonText(spend.tally().epsilonGrains()),
          Spend.deltaText(spend.tally().deltaGrains()),
          asked.size() > 1 ? " and period, " + asked.size() + " periods" : "",
          spend.account().population(),
          spend.attribute());
      if (!isCovered) {
        isRefused = budgets.areRequired();
        System.err.println(
            "ldp: no budget covers it: it would be "
                + (isRefused ? "refused, for budgets are required" : "recorded only"));
        return isRefused ? Exit.REFUSED : Exit.DONE;
      }
      printer.print(format, System.out);
      return isRefused ? Exit.REFUSED : Exit.DONE;
    }

    private List<Entry> asked() {
      SparkSession spark = parent.session().spark();
      if (PlanFiles.isRelease(spark, plan)) {
        return List.of(entry(PlanFiles.release(spark, plan).spend(""), today()));
      }
      Plan read = PlanFiles.read(spark, plan);
      Days.of(days).requireOf(read);
      if (!read.hasPeriods() || days.isEmpty()) {
        return List.of(entry(spend(read, ""), today()));
      }
      return dates().stream().map(day -> entry(spend(read, day), day)).toList();
    }

    private static Spend spend(Plan plan, String day) {
      List<String> columns = plan.task().values().columns();
      return Spend.of(
          plan.account(),
          columns.isEmpty() ? List.of(plan.name()) : columns,
          day.isEmpty() ? "" : plan.period() + "=" + day,
          plan.fingerprint(),
          plan.name(),
          "",
          "",
          plan.division(),
          plan.protocol().guarantee(),
          plan.reportsPerPerson());
    }

    private static Entry entry(Spend spend, String day) {
      return new Entry(spend, day, Entry.State.RESERVED, 1, "", "", "", "", "");
    }

    private List<String> dates() {
      List<String> dates = new ArrayList<>();
      for (String text : days) {
        int to = text.indexOf("..");
        try {
          LocalDate first = LocalDate.parse(to < 0 ? text : text.substring(0, to));
          LocalDate last = LocalDate.parse(to < 0 ? text : text.substring(to + 2));
          first.datesUntil(last.plusDays(1)).forEach(day -> dates.add(day.toString()));
        } catch (DateTimeParseException e) {
          throw Require.refusal(
              e, "days to be checked must be dates such as 2026-01-01. Provided: %s.", text);
        }
      }
      return dates;
    }
  }

  /** {@code ldp ledger set-budget}. */
  @Command(
      name = "set-budget",
      mixinStandardHelpOptions = true,
      description =
          "Puts the budgets of a file in place of those that were there; makes the ledger if it is"
              + " not there. What is spent stays.")
  static final class SetBudget implements Callable<Integer> {
    @ParentCommand private LedgerCommand parent;

    @Parameters(paramLabel = "FILE", description = "budgets, in HOCON")
    private String file;

    @Override
    public Integer call() {
      TextFile text = TextFile.of(file, new Configuration());
      try {
        Budgets budgets = Budgets.read(text.text(), text.name());
        JdbcLedger.make(parent.place()).setBudgets(budgets);
        System.err.printf(
            "ldp: %d budgets in %s%s%n",
            budgets.all().size(),
            parent.place(),
            budgets.areRequired() ? "; populations without one are refused" : "");
        return Exit.DONE;
      } catch (IOException e) {
        throw PlanFiles.unreadable("file of budgets", text, e);
      }
    }
  }

  /** {@code ldp ledger settle}. */
  @Command(
      name = "settle",
      mixinStandardHelpOptions = true,
      description =
          "A person's decision about an entry whose run was killed, and the reason, which is kept.")
  static final class Settle implements Callable<Integer> {
    @ParentCommand private LedgerCommand parent;

    @Parameters(paramLabel = "ENTRY", description = "as show --entries names it")
    private String entry;

    @Option(
        names = "--as",
        required = true,
        paramLabel = "WORD",
        description =
            "spent: reports are there or were read; unspent: nobody has read what a killed run drew"
                + " (your word for it)")
    private Ledger.Decision decision;

    @Option(names = "--because", required = true, paramLabel = "TEXT", description = "the reason")
    private String because;

    @Override
    public Integer call() {
      if (because.isBlank()) {
        throw Require.refusal("a decision must have a reason. Provided: none.");
      }
      Entry settled = parent.ledger().settle(entry, decision, because);
      System.err.printf(
          "ldp: entry %s is %s, epsilon %s: %s%n",
          settled.id(),
          settled.state().text(),
          Spend.epsilonText(settled.epsilon()),
          settled.note());
      return Exit.DONE;
    }
  }

  /** {@code ldp ledger export}. */
  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      description = "All entries with all they say, as CSV or JSON lines.")
  static final class Export implements Callable<Integer> {
    @ParentCommand private LedgerCommand parent;

    @Option(names = "--format", defaultValue = "csv", description = "csv, json or table")
    private Format format;

    @Option(names = "--output", paramLabel = "FILE", description = "default standard output")
    private Path output;

    @Override
    public Integer call() {
      TablePrinter printer =
          new TablePrinter(
              List.of(
                  "entry",
                  "population",
                  "attribute",
                  "purpose",
                  "period",
                  "day",
                  "plan",
                  "fingerprint",
                  "release_key",
                  "output",
                  "division",
                  "part_from",
                  "part_to",
                  "epsilon_grains",
                  "delta_grains",
                  "rho",
                  "reports",
                  "draws",
                  "state",
                  "open_attempt",
                  "owner",
                  "reserved",
                  "changed",
                  "note"));
      for (Entry entry : parent.ledger().entries()) {
        Spend spend = entry.spend();
        printer.add(
            List.of(
                entry.id(),
                spend.account().population(),
                spend.attribute(),
                spend.account().purpose(),
                spend.period(),
                entry.day(),
                spend.name(),
                spend.fingerprint(),
                spend.key(),
                spend.output(),
                spend.division().name(),
                spend.division().from(),
                spend.division().to(),
                spend.epsilon(),
                spend.delta(),
                spend.rho(),
                spend.times(),
                entry.draws(),
                entry.state().text(),
                entry.attempt(),
                entry.owner(),
                entry.reserved(),
                entry.changed(),
                entry.note()));
      }
      if (output == null) {
        printer.print(format, System.out);
        return Exit.DONE;
      }
      try (PrintStream out =
          new PrintStream(Files.newOutputStream(output), false, StandardCharsets.UTF_8)) {
        printer.print(format, out);
      } catch (IOException e) {
        throw new UncheckedIOException("the file must be writable: " + output, e);
      }
      return Exit.DONE;
    }
  }
}
