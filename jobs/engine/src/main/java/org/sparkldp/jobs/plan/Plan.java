package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.ForLife;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.sums.NumberSums;

/**
 * A plan: what is asked of whom, how it is protected, and what happens to values that do not fit.
 * It holds no secret and lies beside every table made under it.
 *
 * <p>{@link #fingerprint} covers everything that decides what a report means and costs; two tables
 * with one fingerprint may be added up. Post-processing is not in it: estimates may be made
 * consistent in another way at any time.
 *
 * @param name the question's name; reports of different questions never share coins
 * @param id column that says whose value it is; {@link #ROW} where each row is a person's only one
 * @param task the question, of a protocol of several rounds this round
 * @param outside what happens to NULL, NaN and values outside the domain
 * @param randomness where coins come from
 * @param reportsPerPerson how many rows of one id are randomized; 1 refuses duplicates
 * @param publicColumns columns copied beside the report in clear, for grouping
 * @param period the public column whose values are days, or other periods, in each of which a
 *     person answers anew; empty where people answer once
 * @param lateRows whether people who come after a period was drawn are drawn then; empty for what
 *     keyed and write-once plans do by themselves
 * @param block whom it is put to; everybody where there is none
 * @param postprocess names of consistency steps shown beside the raw estimates
 * @param numbers public columns that are added up by the private item, each a {@link PublicNumber}
 * @param reading how its table is read
 * @param account whose budget it spends
 */
public record Plan(
    @Key(says = "the name of the question; two questions never share random bits") String name,
    @Key(
            says =
                "the column with the person's id; or `row`, see [Rows without"
                    + " ids](#rows-without-ids)")
        String id,
    @Key(
            apart = {"task", "protocol"},
            says =
                "the kind of question, and how it is asked: a [spec](../../udfs/docs/protocols.md)."
                    + " [Tasks](tasks.md) lists its other keys, such as `column`;"
                    + " without `task` it is a histogram")
        Task task,
    OutsideRule outside,
    @Key(says = "`keyed` or `write-once`; see [Deploying](deploy.md#keyed-or-write-once)")
        Randomness randomness,
    @Key(
            otherwise = "1",
            isAlwaysWritten = true,
            says =
                "the most rows of one id that are randomized. With 1, duplicate ids are refused"
                    + " (exit code 3). Above 1, random numbers choose if an id has more rows. They"
                    + " depend on the id and the public columns, never on a value")
        int reportsPerPerson,
    @Key(
            name = "public",
            otherwise = "[]",
            isAlwaysWritten = true,
            says = "columns copied in clear beside the report, for grouping")
        List<String> publicColumns,
    @Key(
            otherwise = "\"\"",
            says =
                "a public column, such as the day: each person answers once in each period, and"
                    + " without one, once; see [Every night](nightly.md)")
        String period,
    @Key(
            words = {"refuse", "draw"},
            decides = false,
            says =
                "what `privatize` does for people who come after it has run: `draw` asks only"
                    + " those people, and is the default of keyed plans; `refuse` ends with exit"
                    + " code 3, and is the default of write-once plans")
        Optional<Boolean> lateRows,
    @Key(
            says =
                "the people of some parts that a public hash of the ids makes: `{ pool = spring,"
                    + " from = 0, to = 3, blocks = 10 }` asks the first three tenths of the pool"
                    + " `spring`. Plans whose blocks of one pool do not overlap ask different"
                    + " people. Without `from` and `to`, `{ pool = daily, blocks = 30 }`, people"
                    + " take turns: [another thirtieth every"
                    + " day](../../udfs/docs/longitudinal.md), and a histogram's counts are scaled"
                    + " to everybody")
        Optional<Block> block,
    @Key(
            otherwise = "[]",
            isAlwaysWritten = true,
            decides = false,
            says = "consistency steps shown beside the raw estimates")
        List<String> postprocess,
    @Key(
            otherwise = "[]",
            decides = false,
            says =
                "of a histogram, public columns whose [sum and mean by item](tasks.md#numbers) are"
                    + " estimated besides the counts: whole numbers or DECIMALs; of others, name"
                    + " the step to which they are rounded, as in `[ms, revenue in 0.01]`")
        List<String> numbers,
    Reading reading,
    Account account) {

  /** The id of plans that take each row for a person; not a column. */
  public static final String ROW = "row";

  /** The source of coins. */
  public enum Randomness {
    /** Reports are a pure function of release key, plan, id and value. */
    KEYED,
    /** The operating system's entropy; reports are staged before anything reads them twice. */
    WRITE_ONCE;

    /** As written in plans. */
    public String text() {
      return Keys.word(this);
    }
  }

  public Plan {
    publicColumns = List.copyOf(publicColumns);
    postprocess = List.copyOf(postprocess);
    numbers = List.copyOf(numbers);
    lateRows = lateRows.filter(draws -> draws != takesLateRows(randomness));
    Require.that(!id.isBlank())
        .orRefuse(
            "a plan must say in id which column shows whose value a row is; without it nobody can"
                + " see that a person reports twice (id = row, where each row is a person's only"
                + " one). Provided: none.");
    Require.that(period.isEmpty() || publicColumns.contains(period))
        .orRefuse(
            "period must name a public column, in its spelling, such as period = day, public ="
                + " [day]. Provided value: %s, of %s.",
            period, publicColumns);
    Require.that(period.matches("|[A-Za-z0-9_][A-Za-z0-9_.-]*"))
        .orRefuse(
            "period names a folder, so it must be of letters, digits, _, - and dots. Provided value: %s.",
            period);
    Require.that(period.isEmpty() || task.protocol().facet(InRounds.class).isEmpty())
        .orRefuse(
            "a plan with a period must have a protocol of one round, because the rounds of a"
                + " protocol share their people. Provided value: %s.",
            task.protocol().spec().name());
    if (task.protocol().facet(ForLife.class).isPresent()) {
      requireMemory(task, randomness, reportsPerPerson);
    }
    Require.that(
            reportsPerPerson == 1
                || task.protocol()
                    .facet(Demanding.class)
                    .filter(Demanding::needsOneReportEach)
                    .isEmpty())
        .orRefuse(
            "protocol %s takes reports for those of different people. Provided: reports_per_person"
                + " = %s; leave it out.",
            task.protocol().spec().name(), reportsPerPerson);
    if (block.filter(Block::isInTurn).isPresent()) {
      requireTurns(task, reportsPerPerson, period);
    }
    if (!numbers.isEmpty()) {
      requireNumbers(numbers, publicColumns, task, block);
    }
    if (id.equals(ROW)) {
      requireNobodyKnown(
          randomness, task, reportsPerPerson, lateRows.orElse(takesLateRows(randomness)), block);
    }
  }

  /** Refuses what would draw permanent responses anew. */
  private static void requireMemory(Task task, Randomness randomness, int reports) {
    if (randomness != Randomness.KEYED || reports > 1) {
      throw Require.refusal(
          "a protocol with a lifetime epsilon must have keyed randomness, by which people remember"
              + " their permanent responses, and one report a person and period. Provided: %s with %s;"
              + " choose randomness = keyed, and leave out reports_per_person.",
          task.protocol().spec().name(),
          randomness == Randomness.KEYED
              ? "reports_per_person = " + reports
              : "randomness = " + randomness.text());
    }
  }

  /** Refuses turns of which no answer about everybody could be made. */
  private static void requireTurns(Task task, int reports, String period) {
    String offered =
        period.isEmpty()
            ? "no period; name one, such as period = day, or give block from and to"
            : !Counting.scales(task)
                ? "task = " + task.kind().name() + "; give block from and to"
                : task.protocol().facet(ForLife.class).isPresent()
                    ? task.protocol().spec().name()
                        + ", by which people answer every day; choose the histogram protocol that"
                        + " design ranks first"
                    : reports > 1 ? "reports_per_person = " + reports + "; leave it out" : "";
    if (!offered.isEmpty()) {
      throw Require.refusal(
          "a block without from and to takes turns, one block a period, so the plan must be a"
              + " histogram of people who answer once in a period. Provided: %s.",
          offered);
    }
  }

  /** Refuses numbers that are private, and questions by whose answers none is added up. */
  private static void requireNumbers(
      List<String> numbers, List<String> publicColumns, Task task, Optional<Block> block) {
    List<String> columns = columns(numbers).map(PublicNumber::column).distinct().toList();
    Require.that(columns.size() == numbers.size() && publicColumns.containsAll(columns))
        .orRefuse(
            "numbers must be public columns, in their spelling, each once: their sums are written in"
                + " clear. A step is a power of ten, as in revenue in 0.01. Provided: %s, of public = %s; a private number is asked by itself.",
            numbers, publicColumns);
    String offered =
        !Counting.scales(task)
            ? "task = " + task.kind().name() + "; choose histogram"
            : block.filter(Block::isInTurn).isPresent()
                ? "a block without from and to, in which people take turns; leave it out"
                : "";
    Require.that(offered.isEmpty())
        .orRefuse(
            "numbers are added up by the items of a histogram of everybody who is asked. Provided:"
                + " %s.",
            offered);
    NumberSums.of(task.protocol());
  }

  /** Refuses what would need to know who a row is of. */
  private static void requireNobodyKnown(
      Randomness randomness, Task task, int reports, boolean takesLateRows, Optional<Block> block) {
    String offered =
        randomness == Randomness.KEYED
            ? "randomness = keyed, whose reports are named by an id; choose write-once"
            : reports > 1
                ? "reports_per_person = " + reports + "; leave it out"
                : takesLateRows
                    ? "late_rows = draw; leave it out"
                    : block.isPresent()
                        ? "a block, which is of ids; leave it out"
                        : task.protocol().facet(InRounds.class).isPresent()
                            ? task.protocol().spec().name()
                                + ", whose rounds divide people by their ids; choose rounds=1 or a"
                                + " protocol of one round"
                            : "";
    if (!offered.isEmpty()) {
      throw Require.refusal(
          "id = row takes each row for a person, so nothing in the plan may need to know whose a"
              + " row is. Provided: %s, or name a column that is an id.",
          offered);
    }
  }

  /** Whether each row is taken for a person, because no column says whose it is. */
  public boolean isOfRows() {
    return id.equals(ROW);
  }

  /** Whether people answer once a period. */
  public boolean hasPeriods() {
    return !period.isEmpty();
  }

  /** Refuses a plan without periods. */
  public void requirePeriods() {
    if (!hasPeriods()) {
      throw Require.refusal(
          "days can be chosen where the plan has a period, such as period = day. Provided plan: %s,"
              + " which has none.",
          name);
    }
  }

  /** Where a plan does not say: keyed reports show who has answered, fresh ones do not. */
  private static boolean takesLateRows(Randomness randomness) {
    return randomness == Randomness.KEYED;
  }

  /** Whether people who come after a period was drawn are drawn then. */
  public boolean takesLateRows() {
    return lateRows.orElse(takesLateRows(randomness));
  }

  /**
   * A plan to be made. It is asked once, of the people there are, and refuses values outside; all
   * else that is not said is as in a file without that key.
   */
  public static Builder builder(String name, String id, Task task, Randomness randomness) {
    return new Builder(Map.of("name", name, "id", id, "task", task, "randomness", randomness))
        .with("outside", OutsideRule.FAIL)
        .with("lateRows", Optional.of(false));
  }

  /** This plan, to be made with something else. */
  public Builder but() {
    return new Builder(Keys.components(this));
  }

  /** A plan to be made, by component. */
  public static final class Builder {
    private final Map<String, Object> said;

    private Builder(Map<String, Object> said) {
      this.said = new HashMap<>(said);
    }

    private Builder with(String component, Object value) {
      said.put(component, value);
      return this;
    }

    /** Another question. */
    public Builder task(Task task) {
      return with("task", task);
    }

    /** What happens to values outside. */
    public Builder outside(OutsideRule rule) {
      return with("outside", rule);
    }

    /** The columns copied in clear. */
    public Builder publicColumns(String... columns) {
      return with("publicColumns", List.of(columns));
    }

    /** The public column in each value of which people answer anew. */
    public Builder period(String column) {
      return with("period", column);
    }

    /** The people whom it is put to. */
    public Builder block(Block people) {
      return with("block", Optional.of(people));
    }

    /** Whose budget it spends. */
    public Builder account(Account account) {
      return with("account", account);
    }

    /** The plan, or a refusal. */
    public Plan build() {
      return Settings.ofText("").as(Plan.class, said);
    }
  }

  /** How it is asked; of a protocol of several rounds, this round. */
  public Protocol<?, ?> protocol() {
    return task.protocol();
  }

  /** This round where the protocol has several, else 0. */
  public int round() {
    return inRounds().map(InRounds::round).orElse(0);
  }

  private Optional<InRounds> inRounds() {
    return protocol().facet(InRounds.class);
  }

  /** Rounds at most where the protocol has several, else 0. */
  public int rounds() {
    return inRounds().map(InRounds::rounds).orElse(0);
  }

  /** The plan of the next round, which these reports decide; none after the last. */
  public Optional<Plan> next(Accumulator<?> reports) {
    return InRounds.next(protocol(), reports)
        .map(Protocols::known)
        .map(round -> but().task(task.withProtocol(round)).build());
  }

  private Optional<LongFunction<Task>> open() {
    return Recruiting.of(task).open();
  }

  /** Whether it leaves to the table how many people there are; before that it asks nobody. */
  public boolean isOpen() {
    return open().isPresent();
  }

  /** The plan of so many people, where it leaves that to the table. */
  public Plan ofPeople(long people) {
    return open().map(of -> but().task(of.apply(people)).build()).orElse(this);
  }

  /** The same plan, put even to people who are far too few for it. */
  public Plan anyway() {
    return Recruiting.of(task).anyway().map(all -> but().task(all).build()).orElse(this);
  }

  /**
   * Which people it asks, where a public hash divides them.
   *
   * @param period such as {@code day=2026-01-01}; empty for all of them
   */
  public Division division(String period) {
    return round() > 0
        ? new Division(firstFingerprint(), round(), round() + 1)
        : block(period).map(people -> people.division(id)).orElse(Division.NONE);
  }

  /** The blocks that are asked in a period; empty where everybody is, in some period of all. */
  public Optional<Block> block(String period) {
    return turns().isPresent() && period.isEmpty()
        ? Optional.empty()
        : block.map(people -> people.in(period.substring(period.indexOf('=') + 1)));
  }

  /** How many blocks of people take turns, one a period; empty where none do. */
  public OptionalInt turns() {
    return block.filter(Block::isInTurn).stream().mapToInt(Block::blocks).findAny();
  }

  private static Stream<PublicNumber> columns(List<String> numbers) {
    return numbers.stream().map(PublicNumber::of);
  }

  /** The public columns that are added up by the private item. */
  public List<PublicNumber> publicNumbers() {
    return columns(numbers).toList();
  }

  /** What the sums of a public number are of, besides its scale. */
  public String context(PublicNumber number) {
    return number.column() + " of " + fingerprint();
  }

  /** The columns that are read and are not private: the public ones, and the id if it is one. */
  public List<String> shownColumns() {
    List<String> shown = new ArrayList<>(publicColumns);
    if (!isOfRows()) {
      shown.add(id);
    }
    return shown;
  }

  /** SHA-256 of all that decides what a report means. */
  public String fingerprint() {
    return fingerprint(protocol().spec());
  }

  /**
   * The fingerprint of the first round's plan, which names the division of people into rounds;
   * where the protocol has one round, the plan's own.
   */
  public String firstFingerprint() {
    return fingerprint(inRounds().map(InRounds::firstSpec).orElseGet(protocol()::spec));
  }

  private String fingerprint(ProtocolSpec spec) {
    Require.that(!isOpen())
        .orRefuse(
            "a plan must say users, the people expected, where nobody counts them before they are"
                + " asked. Provided: none, in plan %s; add users to its protocol.",
            name);
    return ProtocolSpec.fingerprint(render(withTask(Keys.deciding(this), spec), false));
  }

  /**
   * What the accumulators of a period are of: this plan and, where people remember, the period.
   * Reports of a person in two periods then have errors in common, of which the sum of all says
   * nothing, so accumulators of two periods do not merge.
   *
   * @param value of the period, such as 2026-01-01
   */
  public String context(String value) {
    return fingerprint() + (remembers() ? " for " + period + "=" + value : "");
  }

  /** Whether people remember from one period to the next what they answer with. */
  public boolean remembers() {
    return hasPeriods() && isForLife();
  }

  /** Whether the guarantee is of all reports together that a person ever gives. */
  public boolean isForLife() {
    return protocol().facet(ForLife.class).isPresent();
  }

  /** What names the plan, for events. */
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("name", name);
    details.put("fingerprint", fingerprint());
    details.put("protocol", protocol().spec().toString());
    if (round() > 0) {
      details.put("round", round());
    }
    return details;
  }

  /** The plan as a file that {@link PlanReader} reads back as an equal plan. */
  public String text() {
    Map<String, Object> all = withTask(Keys.written(this), protocol().spec());
    task.facet(Assuming.class).ifPresent(it -> all.putAll(it.readingKeys()));
    return render(all, true);
  }

  private Map<String, Object> withTask(Map<String, Object> keys, ProtocolSpec spec) {
    keys.put("task", task.kind().name());
    keys.put("protocol", spec.toString());
    keys.putAll(task.values().settings());
    return keys;
  }

  /** Keys come out sorted, so that equal plans give equal text. */
  public static String render(Map<String, Object> settings, boolean formatted) {
    return ConfigValueFactory.fromMap(settings)
        .render(ConfigRenderOptions.concise().setFormatted(formatted));
  }
}
