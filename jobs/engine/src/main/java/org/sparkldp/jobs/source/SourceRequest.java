package org.sparkldp.jobs.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.job.Comparing;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.protocols.check.Nearest;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyedPeople;
import org.sparkldp.sql.SharedServer;

/**
 * A request by the options of the data source: a plan, a folder, and which days.
 *
 * <ul>
 *   <li>{@code output}: the folder of the results, as of {@code ldp run}; for {@code save(path)}
 *       the path
 *   <li>{@code plan}: the plan's file, or {@code plan_text}: its text; needed to write
 *   <li>{@code days}: periods, such as {@code 2026-11-01..2026-11-30}; several with commas. Left
 *       out for all
 *   <li>{@code group_by}: public columns, with commas, to estimate each group of people
 *   <li>{@code step}: what writing does ({@link SourceStep}); left out for all of it
 *   <li>{@code show}: what reading gives ({@link Show}), with {@code users} or {@code people}; of
 *       two sides ({@link Comparing}) {@code other}, a folder, {@code days}, or {@code groups} or
 *       {@code items} with a semicolon between them, and {@code jointly}
 * </ul>
 *
 * <p>The release key and the ledger are the application's, and no option names another.
 */
record SourceRequest(
    SparkSession spark,
    String output,
    String planFile,
    String planText,
    List<String> days,
    List<String> groupBy,
    SourceStep step,
    Show show,
    String usersText,
    String tableName,
    String other,
    List<String> groups,
    List<String> items,
    boolean jointly) {

  private static final List<String> OPTIONS =
      List.of(
          "output",
          "path",
          "plan",
          "plan_text",
          "days",
          "group_by",
          "step",
          "show",
          "users",
          "people",
          "other",
          "groups",
          "items",
          "jointly");

  /** Refuses what would be left out without a word: a slip of the pen would ask too many. */
  static void requireKnown(Collection<String> names) {
    for (String name : names) {
      Require.that(!name.equals(DataSourceUtils.PARTITIONING_COLUMNS_KEY()))
          .orRefuse(
              "the source ldp lays out its own folders. Provided: partitionBy; leave it out.");
      Require.that(OPTIONS.contains(name.toLowerCase(Locale.ROOT)))
          .orRefuse(
              "an option of the source ldp must be one of %s. Provided: %s.%s",
              String.join(", ", OPTIONS), name, Nearest.question(name, OPTIONS));
    }
  }

  /** Refuses what only writing takes, of a read that is of no table. */
  void requireReading() {
    boolean takesDays = show == Show.REHEARSAL || show == Show.COMPARED;
    Require.that((days.isEmpty() || takesDays) && groupBy.isEmpty())
        .orRefuse(
            "the options days and group_by go with writing; reading gives what was estimated last."
                + " Provided: %s; leave it out.",
            groupBy.isEmpty() ? "days" : "group_by");
  }

  /**
   * As options say.
   *
   * @param options the text of each; empty where it is not given
   */
  static SourceRequest of(SparkSession spark, UnaryOperator<String> options) {
    obeying(SharedServer::requireNoFreeKey);
    String output = option(options, "output");
    return new SourceRequest(
        spark,
        output.isEmpty() ? option(options, "path") : output,
        option(options, "plan"),
        option(options, "plan_text"),
        list(options, "days", ","),
        list(options, "group_by", ","),
        choice(options, "step", SourceStep.values()),
        choice(options, "show", Show.values()),
        option(options, "users"),
        option(options, "people"),
        option(options, "other"),
        list(options, "groups", ";"),
        list(options, "items", ";"),
        choice(options, "jointly", SourceFlag.values()) == SourceFlag.TRUE);
  }

  private enum SourceFlag {
    FALSE,
    TRUE
  }

  SourceRequest {
    boolean isCompared = !(other.isEmpty() && groups.isEmpty() && items.isEmpty()) || jointly;
    Require.that(!isCompared || show == Show.COMPARED)
        .orRefuse(
            "the options other, groups, items and jointly of the source ldp go with show ="
                + " compared. Provided: show = %s; write that, or leave them out.",
            word(show));
    Require.that(planFile.isEmpty() || planText.isEmpty())
        .orRefuse("the source ldp takes plan or plan_text. Provided: both; leave out one.");
  }

  private static String option(UnaryOperator<String> options, String name) {
    return options.apply(name).strip();
  }

  /** One of several words; the first where none is given. */
  private static <E extends Enum<E>> E choice(UnaryOperator<String> options, String name, E[] all) {
    String given = option(options, name).toLowerCase(Locale.ROOT);
    List<String> words = Arrays.stream(all).map(SourceRequest::word).toList();
    Require.that(given.isEmpty() || words.contains(given))
        .orRefuse(
            "%s must be one of %s. Provided value: %s.", name, String.join(", ", words), given);
    return all[Math.max(0, words.indexOf(given))];
  }

  /** As options have it. */
  static String word(Enum<?> one) {
    return one.name().toLowerCase(Locale.ROOT);
  }

  private static List<String> list(UnaryOperator<String> options, String name, String between) {
    return Arrays.stream(option(options, name).split(between))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /** The two sides that are compared. */
  Comparing comparing() {
    List<String> folders = other.isEmpty() ? List.of(folder()) : List.of(folder(), other);
    return new Comparing(folders, days, groups, items, jointly);
  }

  /** The question to people. */
  Plan plan() {
    Require.that(!planFile.isEmpty() || !planText.isEmpty())
        .orRefuse(
            "the source ldp needs the option plan, a plan's file, or plan_text, to know what people"
                + " are asked. Provided: none.");
    return planText.isEmpty()
        ? PlanFiles.read(spark, planFile)
        : PlanFiles.parse(spark, planText, "the plan");
  }

  private String folder() {
    Require.that(!output.isEmpty())
        .orRefuse(
            "the source ldp needs the option output, the folder of the results. Provided: none.");
    return output;
  }

  /** Asks those of the people who have not been asked, and estimates again. */
  void ask(Dataset<Row> people) {
    Plan plan = plan();
    String folder = folder();
    if (plan.randomness() == Plan.Randomness.KEYED && step.isDrawing()) {
      Collection<String> values = plan.task().values().require(plan, people);
      obeying(
          () ->
              KeyedPeople.require(
                  spark, people.queryExecution().analyzed(), plan.name(), values, plan.id()));
    }
    step.take(Job.of(spark, plan).during(Days.of(days)).groupedBy(groupBy), plan, people, folder);
  }

  /** Looks at a rule of privacy, whose refusal is no slip of the pen. */
  static void obeying(Runnable rule) {
    try {
      rule.run();
    } catch (IllegalArgumentException no) {
      throw new Refusal(no.getMessage());
    }
  }

  /**
   * Whether rows that are written in a mode are taken, as Spark has it of a folder that stands;
   * those that are appended always are.
   */
  boolean takes(SaveMode mode) {
    boolean stands =
        (mode == SaveMode.Ignore || mode == SaveMode.ErrorIfExists)
            && new Output(spark, folder() + step.folder()).exists();
    Require.that(!stands || mode == SaveMode.Ignore)
        .orRefuse(
            "mode errorifexists writes to a folder that is not there. Provided output: %s; mode"
                + " append asks those who came later, and nobody again.",
            output);
    return !stands;
  }

  /** What can be shown after it was written: before there are estimates, what was drawn. */
  Show written() {
    return step == SourceStep.PRIVATIZE || step == SourceStep.ACCUMULATE ? Show.DRAWN : show;
  }

  /** How many people a forecast is of. */
  long users() {
    try {
      long users = Long.parseLong(usersText);
      Require.atLeast("users", users, 1);
      return users;
    } catch (NumberFormatException e) {
      throw Require.refusal(
          e, "a forecast needs the option users, a whole number. Provided value: %s.", usersText);
    }
  }

  /** The rows that a rehearsal or a call is of. */
  Dataset<Row> people() {
    Require.that(!tableName.isEmpty())
        .orRefuse("people, the name of a table or view of them, must be given. Provided: none.");
    return spark.table(tableName);
  }

  /**
   * The folders of a step, one a round as far as these are there.
   *
   * @param step such as "estimated"
   */
  List<Output> rounds(String step) {
    List<Output> rounds = new ArrayList<>(List.of(new Output(spark, folder() + "/" + step)));
    for (int round = 1; ; round++) {
      Output next = new Output(spark, output + "/round-" + round + "/" + step);
      if (!next.isComplete()) {
        break;
      }
      rounds.add(next);
    }
    return rounds.size() > 1 ? rounds.subList(1, rounds.size()) : rounds;
  }

  /** What is in storage now, of the last round. */
  Dataset<Row> estimates() {
    List<Output> rounds = rounds("estimated");
    Output last = rounds.get(rounds.size() - 1);
    List<Run> runs = last.require(Estimation.ESTIMATES);
    Require.that(!last.hasNext())
        .orRefuse(
            "the last round's estimates must be there to be read. Provided path: %s, where a round"
                + " is missing; write the people again.",
            output);
    return last.read(Estimation.ESTIMATES, runs);
  }
}
