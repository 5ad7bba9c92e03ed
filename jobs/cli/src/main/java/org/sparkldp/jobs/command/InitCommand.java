package org.sparkldp.jobs.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.Interview;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.DraftRequest.ColumnType;
import org.sparkldp.jobs.draft.Drafting;
import org.sparkldp.jobs.draft.PlanDraft;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Tasks;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.privatize.Notes;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Endings;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.StructFields;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyLocation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * {@code ldp init}: a plan and a key for one's own table. It reads what is public of the table, a
 * schema or a CSV's header; tables that differ in values alone give the same plan, byte by byte.
 */
@Command(
    name = "init",
    mixinStandardHelpOptions = true,
    description = {
      "Drafts a plan and makes a key, for your own table.",
      "Reads the schema, or a CSV's header, and no value. At a terminal it asks for what"
          + " is not given. The plan is a file with comments: what happens to other and to"
          + " missing values, and how many people are expected, are lines of it."
    })
@CommandGroup.Of(CommandGroup.START)
public final class InitCommand implements Callable<Integer> {
  /** Sizes of populations that the table of errors shows. */
  private static final List<Long> PEOPLE = List.of(1_000L, 10_000L, 100_000L, 1_000_000L);

  /** Names that columns of ids have: id, user_id, userId, uuid, email. */
  private static final Pattern LIKE_AN_ID =
      Pattern.compile("(?i:(.*[^a-z])?(u|uu|gu)?id|(.*[^a-z])?e-?mail)|.*[a-z]I[dD]");

  @ParentCommand private HasSession ldp;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "FILE_OR_TABLE",
      description = "a path (" + Endings.ALL + ") or a catalogue name")
  private String table;

  @Option(
      names = "--read",
      paramLabel = "OPTION=VALUE",
      description =
          "how the table is read, as of run; of a CSV, delimiter and spaces are found from the"
              + " header, UTF-16 from its first bytes")
  private Map<String, String> read = new LinkedHashMap<>();

  @Option(
      names = "--column",
      split = ",",
      paramLabel = "COLUMN",
      description =
          "the private column; several, with a domain each, separated by commas; of a table all"
              + " others where none is named")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description =
          "the column that names the person; row where there is none: then each row is taken for a"
              + " person")
  private String id;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      description =
          "what to ask: density, histogram (default), mean, quantile, quantiles, query, table,"
              + " words or workload")
  private String task;

  @Option(names = "--epsilon", paramLabel = "E", description = "epsilon of a report, default 1")
  private Double epsilon;

  @Mixin private ValuesOptions asked;

  @Option(
      names = "--public",
      split = ",",
      paramLabel = "COLS",
      description = "columns that are copied in clear beside each report, for --group-by")
  private List<String> publicColumns = new ArrayList<>();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "the plan, a new file; default plan.conf")
  private Path output = Path.of("plan.conf");

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "the release key of a plan with an id, made if it is not there; default release.key"
              + " beside the plan")
  private Path key;

  private Interview interview = Interview.atTerminal();

  private boolean isOfAll;

  /** Answers instead of the terminal's, for tests. */
  InitCommand answered(HasSession session, Interview answers) {
    ldp = session;
    interview = answers;
    return this;
  }

  @Override
  public Integer call() throws IOException {
    Require.that(table != null).orRefuse("init needs FILE_OR_TABLE. Provided: none.");
    Require.that(Inputs.isPath(table) || !Files.exists(Path.of(table)))
        .orRefuse(
            "a file must be named by a path with a slash, and its format where its ending does not"
                + " say it. Provided: %s; say ./%s, with --read format=csv or another.",
            table, table);
    requireNew();
    SparkSession spark = ldp.session().spark();
    Inputs.TableShape shape = Inputs.shape(spark, new Input(table, read));
    askForColumns(shape);
    TaskKind<?, ?> kind =
        interview.ask(
            task, "What to ask (" + names(drafted()) + ")?", Tasks.DEFAULT, InitCommand::withDraft);
    epsilon =
        interview.ask(
            epsilon == null ? null : epsilon.toString(),
            "Epsilon (1 is usual)?",
            "1",
            InitCommand::epsilon);
    try {
      return draft(spark, shape, kind);
    } catch (IllegalArgumentException refusal) {
      interview.tell("Your answers, as options: " + asOptions(kind));
      throw refusal;
    }
  }

  private static double epsilon(String answer) {
    double epsilon = ValuesOptions.number("epsilon", answer);
    Require.that(epsilon > 0 && Double.isFinite(epsilon))
        .orRefuse("epsilon must be above 0 and finite. Provided value: %s.", answer);
    return epsilon;
  }

  private String asOptions(TaskKind<?, ?> kind) {
    String all =
        "--column %s --id %s --task %s --epsilon %s"
            .formatted(word(String.join(",", columns)), word(id), kind.name(), epsilon);
    return asked.items() == null ? all : all + " --items " + word(asked.items());
  }

  private int draft(SparkSession spark, Inputs.TableShape shape, TaskKind<?, ?> kind)
      throws IOException {
    DraftRequest request =
        new DraftRequest(
            columns,
            columns.stream().map(name -> type(name, shape)).toList(),
            epsilon,
            () -> asked.domain(interview, columns, output),
            () -> asked.given(columns, output),
            () -> asked.bounds(interview),
            () -> people(spark, shape));
    TaskDraft part = Face.of(Drafting.class, kind.name()).orElseThrow().draft(request);
    asked.requireUsed(kind.name());
    Optional<String> person = Optional.of(id).filter(name -> !name.equals(Plan.ROW));
    Optional<Path> release =
        person.map(name -> key == null ? output.resolveSibling("release.key") : key);
    String name = name();
    String next = next(name, release);
    String text =
        new PlanDraft(
                name,
                kind.name(),
                part,
                person,
                kind.keys().contains("domain") || kind.keys().contains("attributes"),
                publicColumns,
                shape.input().options(),
                next)
            .text();
    List<Integer> gaps = PlanReader.gaps(text);
    Optional<Plan> plan =
        gaps.isEmpty()
            ? Optional.of(PlanFiles.draft(spark, text, output.toString()))
            : Optional.empty();
    plan.ifPresent(whole -> new Privatization(whole).check(noRows(spark, shape, whole)));
    if (release.isPresent()) {
      makeKey(release.get());
    }
    write(text);
    Steps.say("the plan is in " + output + "; read it, and correct what is wrong");
    plan.ifPresent(this::print);
    if (!gaps.isEmpty()) {
      Steps.say(
          "fill it in, from public knowledge, where a ? stands: "
              + gaps.size()
              + " lines, from line "
              + gaps.get(0)
              + " on");
    }
    Steps.say("next: " + next);
    return Exit.DONE;
  }

  private void requireNew() {
    Require.that(!Files.exists(output) && !TextFile.isUri(output.toString()))
        .orRefuse(
            "a plan must be a new file of this machine: one that people have answered must not be"
                + " lost. Provided path: %s; name another by --output.",
            output);
    Require.that(key == null || !key.toAbsolutePath().equals(output.toAbsolutePath()))
        .orRefuse("plan and key must be two files. Provided path: %s.", output);
  }

  // What is asked.

  private void askForColumns(Inputs.TableShape shape) {
    String names = String.join(", ", shape.columns().fieldNames());
    interview.tell("Columns: " + (names.isEmpty() ? "unknown until values are read" : names));
    isOfAll = columns.isEmpty() && takesAll() && !shape.columns().isEmpty();
    if (!isOfAll) {
      askForPrivate(shape, names);
    }
    id =
        interview.ask(
            id,
            "Which column names the person? (row: no column does; each row is another person)",
            interview.isPossible() ? idOf(shape) : "",
            answer -> {
              Require.that(!answer.isEmpty())
                  .orRefuse(
                      "init needs --id, the column that names the person, or --id row where each"
                          + " row is a person's only one. Provided: none; columns: %s.",
                      names);
              return answer.equals(Plan.ROW) ? answer : found(answer, shape);
            });
    publicColumns = publicColumns.stream().map(name -> found(name, shape)).toList();
    if (isOfAll) {
      columns =
          Arrays.stream(shape.columns().fieldNames())
              .filter(name -> !name.equals(id) && !publicColumns.contains(name))
              .toList();
    }
  }

  private boolean takesAll() {
    return task != null && Face.of(Drafting.class, task).filter(Drafting::takesAll).isPresent();
  }

  private void askForPrivate(Inputs.TableShape shape, String names) {
    columns =
        interview.ask(
            columns.isEmpty() ? null : String.join(",", columns),
            "Which column is private, to be randomized?",
            "",
            answer -> {
              Require.that(!answer.isEmpty())
                  .orRefuse(
                      "init needs --column, the private one. Provided: none; columns: %s.", names);
              return Arrays.stream(answer.split(",")).map(name -> found(name, shape)).toList();
            });
  }

  /** The first column whose name is one of an id; none is better than the wrong one. */
  private String idOf(Inputs.TableShape shape) {
    return Arrays.stream(shape.columns().fieldNames())
        .filter(name -> LIKE_AN_ID.matcher(name).matches())
        .filter(name -> columns.stream().noneMatch(name::equalsIgnoreCase))
        .findFirst()
        .orElse("");
  }

  /** The column, or the field within a STRUCT, as the table writes it. */
  private static String found(String given, Inputs.TableShape shape) {
    String name = given.strip();
    if (shape.columns().isEmpty()) {
      return name; // of JSON, whose keys are people's
    }
    StructType columns = StructFields.named(shape.columns(), List.of(name));
    Columns.type(columns, name);
    return Arrays.stream(columns.fieldNames())
        .filter(name::equalsIgnoreCase)
        .findFirst()
        .orElseThrow();
  }

  /** The task of a name; refused if it has no draft. */
  private static TaskKind<?, ?> withDraft(String name) {
    return drafted()
        .filter(kind -> kind.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "init drafts plans of the tasks %s. Provided: %s; jobs/docs/tasks.md has a"
                        + " plan to begin with.",
                    names(drafted()), name));
  }

  /** Tasks that have drafts. */
  private static Stream<TaskKind<?, ?>> drafted() {
    Set<String> drafted =
        Face.all(Drafting.class).stream().map(Face::kind).collect(Collectors.toSet());
    return Tasks.all().stream().filter(kind -> drafted.contains(kind.name()));
  }

  private static String names(Stream<TaskKind<?, ?>> kinds) {
    return kinds.map(TaskKind::name).collect(Collectors.joining(", "));
  }

  private static ColumnType type(String name, Inputs.TableShape shape) {
    if (shape.isUntyped()) {
      return ColumnType.UNKNOWN;
    }
    DataType type = Columns.type(StructFields.named(shape.columns(), List.of(name)), name);
    return type instanceof IntegralType
        ? ColumnType.WHOLE
        : type instanceof NumericType
            ? ColumnType.FRACTION
            : type instanceof BooleanType
                ? ColumnType.TRUTH
                : type instanceof StringType ? ColumnType.TEXT : ColumnType.OTHER;
  }

  /** The rows of files whose footers say how many they hold. */
  private Optional<Long> people(SparkSession spark, Inputs.TableShape shape) {
    return Optional.of(table)
        .filter(path -> Inputs.isPath(path) && !shape.isUntyped())
        .map(path -> Inputs.table(spark, path).count());
  }

  // What is written.

  /** A table of that shape without rows, as the plan would read it. */
  private Dataset<Row> noRows(SparkSession spark, Inputs.TableShape shape, Plan plan) {
    StructType schema = shape.columns();
    return spark.createDataFrame(List.of(), shape.isUntyped() ? typed(schema, plan) : schema);
  }

  private StructType typed(StructType names, Plan plan) {
    Map<String, DataType> types = plan.task().values().types();
    Set<String> all = new LinkedHashSet<>(List.of(names.fieldNames()));
    all.addAll(plan.shownColumns()); // of JSON, whose names are not read
    all.addAll(columns);
    StructType schema = new StructType();
    for (String name : all) {
      schema = schema.add(name, types.getOrDefault(name, DataTypes.StringType));
    }
    return schema;
  }

  private void makeKey(Path file) throws IOException {
    if (Files.exists(file)) {
      KeyLocation.find(file.toString()); // refused unless it is a key that others cannot read
      Steps.say("the release key in " + file + " was there and is used");
      return;
    }
    try {
      NewKey.write(file);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "the key must be a new file in a folder that can be written. Provided path: %s.",
          file);
    }
    Steps.say(
        "a new release key is in "
            + file
            + ", readable by you alone; who holds it can undo every report, and without it nobody"
            + " can draw for late people");
  }

  private void write(String text) {
    try {
      Files.writeString(output, text, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "the plan must be a new file in a folder that can be written. Provided path: %s.",
          output);
    }
  }

  /** What error to expect, of as many people as there may be. */
  private void print(Plan plan) {
    Optional<Forecast> forecast = Forecasting.of(plan.task());
    if (forecast.isEmpty()) {
      if (!plan.isOpen()) {
        PEOPLE.forEach(people -> Notes.forecast(plan, people).ifPresent(Steps::say));
      }
      return;
    }
    Forecast expected = forecast.get();
    new TableLayout<Long>()
        .with("people", people -> String.format(Locale.ROOT, "%,d", people))
        .with("error (95 %)", expected::cell)
        .with(
            "of " + expected.beside(),
            people -> Forecast.text(100 * expected.relative(people)) + " %")
        .of(PEOPLE)
        .print(OutputFormat.TABLE, System.out);
    Steps.say(
        "for an error of 5 % of "
            + expected.beside()
            + ", about "
            + Forecast.text(expected.users(0.05))
            + " people are needed");
  }

  /** The question's name: the table's and its columns'. */
  private String name() {
    String of = table.replaceFirst("/+$", "").replaceFirst(".*/", "").replaceFirst("\\..*", "");
    String all = of + "-" + (isOfAll ? task : String.join("-", columns));
    String plain = all.replaceAll("[^A-Za-z0-9_-]+", "-").replaceAll("^-+|-+$", "");
    return plain.isEmpty() ? "my-question" : plain;
  }

  private String next(String name, Optional<Path> release) {
    return "jobs/bin/ldp run --plan %s --input %s --output %s%s --html %s.html"
        .formatted(
            word(output.toString()),
            word(table),
            name,
            release.map(file -> " --key-file " + word(file.toString())).orElse(""),
            name);
  }

  /** A word for a shell. */
  private static String word(String text) {
    return text.matches("[A-Za-z0-9_./=:@%+,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
