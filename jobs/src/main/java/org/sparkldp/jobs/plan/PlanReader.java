package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Reads a plan from HOCON, refusing what is wrong with the place where it stands (file and line),
 * in one sentence.
 *
 * <pre>{@code
 * name = country-histogram            # names the question
 * column = country
 * id = user_id                        # or row, with write-once: each row is taken for a person
 * protocol = "hadamard(epsilon=1.0)"  # k is the domain's
 * domain { type = list, items = [DE, FR, IT] }
 *        # or { type = file, path = countries.txt }      one item a line, path beside the plan
 *        # or { type = range, from = 18, to = 90 }       whole numbers, both included
 *        # or { type = bins, from = 0, to = 100, count = 20 }   or edges = [0, 1, 10]
 *        # or { type = column, table = PATH, column = c }       a public table's distinct values
 * outside = category                  # fail | category | drop (then outside_reason = "...")
 * missing = category                  # optional: NULL and NaN are an item apart from the others
 * randomness = keyed                  # keyed | write-once
 * reports_per_person = 1              # 1 refuses duplicate ids
 * public = [day]                      # copied in clear beside the report
 * period = day                        # optional: a person answers once a day
 * late_rows = draw                    # or refuse: people who come after their day was drawn
 * block { pool = spring, from = 0, to = 3, blocks = 10 }   # optional: of ten parts of the people
 *                                     # that a public hash makes, the first three; without from
 *                                     # and to one part a period, each in its turn
 * postprocess = [norm-sub]            # consistent numbers beside the raw ones
 * read { delimiter = ";" }            # optional: how the table is read
 * malformed = drop                    # optional: rows of a CSV with too few or too many fields
 * population = people                 # optional, for a ledger: whose ids these are
 * purpose = research                  # optional, for a ledger: what the answers are for
 * }</pre>
 *
 * <p>A workload of linear queries is asked with {@code task = workload}, over one column as above
 * or over several together:
 *
 * <pre>{@code
 * task = workload
 * workload = marginals-2              # a name, or
 *            # { type = matrix, path = queries.csv }       a row a query, path beside the plan
 *            # { type = predicates, queries = ["age < 30 AND sex = 'F'"] }  SQL over the domain
 * attributes = [
 *   { column = age, domain { type = bins, edges = [0, 18, 65, 120] } }
 *   { column = sex, domain { type = list, items = [F, M] } }
 * ]
 * protocol = "factorization(epsilon=1.0)"    # or "strategy(file=mine.strategy)", path beside the plan
 * postprocess = [wnnls]
 * }</pre>
 *
 * <p>The mean of normally distributed numbers is asked with {@code task = gaussian-mean}:
 *
 * <pre>{@code
 * task = gaussian-mean
 * column = height                     # any type of numbers
 * protocol = "gaussian(epsilon=1.0,sigma=7,center=170,range=100,users=100000)"
 * sigma_exact = false                 # true: sigma is no other; else it is taken for 5.6 to 8.75
 * strata { column = country, domain { type = list, items = [DE, FR] } }   # optional: a mean for each
 * outside = fail                      # or drop: NULL, NaN, infinities, and levels without a stratum
 * }</pre>
 *
 * <p>The mean of people's own numbers or vectors is asked with {@code task = mean}:
 *
 * <pre>{@code
 * task = mean
 * column = salary                     # numbers; or arrays; or columns = [height, weight]
 * protocol = "mean(epsilon=1.0,lower=0,upper=200000,outside=clip)"
 * outside = drop                      # what the protocol does not take: not finite, outside its range
 * }</pre>
 *
 * <p>a regression with {@code task = regression}, {@code columns = [age, income]} (or a {@code
 * column} of arrays), {@code label = subscribed} and {@code protocol =
 * "logistic(epsilon=1.0,radius=1,users=100000)"}; the density of numbers with {@code task =
 * density}, {@code protocol = "density(epsilon=1.0,lower=0,upper=100,users=100000)"}, and {@code
 * postprocess = [density]} for one that is nowhere negative; and a quantile with {@code task =
 * quantile}, {@code protocol = "median(epsilon=1.0,lower=0,upper=100,users=100000)"} or {@code
 * quantile(p=0.9,...)}.
 *
 * <p>Means of functions of a person are asked with {@code task = query}; each person answers one:
 *
 * <pre>{@code
 * task = query
 * queries = [
 *   { name = age, expression = age, lower = 0, upper = 100 }   # clipped to its bounds
 *   { name = young, predicate = "age < 30" }                # answered as a fraction of people
 * ]
 * protocol = "sq(epsilon=1.0)"        # queries is put in
 * tau = 0.1                           # optional: answers within 0.1, ...
 * beta = 0.05                         # ... except with probability 0.05; too few people are refused
 * outside = fail                      # or drop: where the person's own query has no value
 * }</pre>
 */
public final class PlanReader {
  static final List<String> KEYS =
      List.of(
          "task",
          "name",
          "id",
          "protocol",
          "outside",
          "outside_reason",
          OutsideRule.MISSING,
          "randomness",
          "reports_per_person",
          "public",
          "period",
          "late_rows",
          "block",
          "postprocess",
          Reading.READ,
          Reading.MALFORMED,
          Account.POPULATION,
          Account.PURPOSE);

  private final PlanContext context;

  /** Reads plans that may refer to the context. */
  public PlanReader(PlanContext context) {
    this.context = context;
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public Plan read(String text, String origin) {
    return Settings.read("a plan", text, origin, this::plan);
  }

  /** The protocol as plan text has it, before the plan has filled anything in. */
  public static ProtocolSpec written(String text, String origin) {
    return Settings.read(
        "a plan",
        text,
        origin,
        settings -> settings.at("protocol", () -> ProtocolSpec.parse(settings.string("protocol"))));
  }

  /** A plan with another protocol, which is filled in as in a plan's text. */
  public Plan with(ProtocolSpec written, Plan plan) {
    return read(
        ConfigFactory.parseString(plan.text())
            .withValue("protocol", ConfigValueFactory.fromAnyRef(written.toString()))
            .root()
            .render(ConfigRenderOptions.concise()),
        plan.name());
  }

  private Plan plan(Settings settings) {
    TaskProvider provider =
        settings.has("task")
            ? settings.choice("task", Tasks.all(), TaskProvider::name)
            : Tasks.of(Tasks.DEFAULT);
    requireKeys(settings, provider);
    requireKnownState(settings.string("protocol", ""));
    OutsideRule outside = provider.outside(settings);
    Task task = provider.read(settings, outside, context);
    Plan.Randomness randomness =
        settings.choice("randomness", List.of(Plan.Randomness.values()), Plan.Randomness::text);
    String id = settings.string("id", "");
    if (id.isEmpty()) {
      throw settings.mistake(
          "a plan must say in id which column shows whose value a row is; without it nobody can see"
              + " that a person reports twice (id = row, where each row is a person's only one)."
              + " Provided: none");
    }
    String name = settings.text("name");
    int reports = settings.has("reports_per_person") ? settings.count("reports_per_person") : 1;
    List<String> publicColumns =
        settings.has("public")
            ? settings.at("public", () -> PublicColumns.of(settings.texts("public"), task, id))
            : List.of();
    String period = period(settings, publicColumns, task);
    boolean takesLateRows =
        settings.has("late_rows")
            ? settings.choice("late_rows", List.of("draw", "refuse"), word -> word).equals("draw")
            : Plan.takesLateRows(randomness);
    Optional<Block> block =
        settings.has("block")
            ? Optional.of(settings.at("block", () -> Block.read(settings.section("block"))))
            : Optional.empty();
    List<String> steps = steps(settings, provider);
    Reading reading = Reading.read(settings);
    Account account = Account.read(settings);
    return settings.at(
        "id",
        () ->
            new Plan(
                name,
                id,
                task,
                outside,
                randomness,
                reports,
                publicColumns,
                period,
                takesLateRows,
                block,
                steps,
                reading,
                account));
  }

  /** Digits like a key's are a state's name if they are that of the one that lies beside. */
  private void requireKnownState(String protocol) {
    String known;
    try {
      known = RoundState.decode(context.attachment()).fingerprint();
    } catch (IllegalArgumentException noState) {
      known = "";
    }
    Require.that(!ReleaseKey.isIn(protocol.replace(known, "")))
        .orRefuse(
            "the state that a protocol names must be the one that lies beside its plan. Provided:"
                + " another, or none; take both from beside one estimate.");
  }

  /** The period's column as {@code public} spells it: a column has one spelling in a plan. */
  private static String period(Settings settings, List<String> publicColumns, Task task) {
    String given = settings.string("period", "");
    String period =
        publicColumns.stream().filter(given::equalsIgnoreCase).findFirst().orElse(given);
    if (!period.isEmpty() && !publicColumns.contains(period)) {
      throw settings.mistake(
          "period",
          "period must name a public column, such as day: period = day, public = [day]. Provided"
              + " value: "
              + period
              + ".");
    }
    if (!period.isEmpty() && !period.matches("[A-Za-z0-9_][A-Za-z0-9_-]*")) {
      throw settings.mistake(
          "period",
          "period names a folder, so it must be of letters, digits, _ and -. Provided value: "
              + period
              + ".");
    }
    if (!period.isEmpty() && task.protocol().rounds() > 1) {
      throw settings.mistake(
          "period",
          "a plan with a period must have a protocol of one round, because the rounds of a"
              + " protocol share their people. Provided value: "
              + task.protocol().spec().name()
              + ".");
    }
    return period;
  }

  private static void requireKeys(Settings settings, TaskProvider provider) {
    settings.requireKeys(
        Stream.concat(KEYS.stream(), Tasks.all().stream().flatMap(task -> task.keys().stream()))
            .collect(Collectors.toSet()),
        "a plan");
    for (TaskProvider other : Tasks.all()) {
      for (String key : new TreeSet<>(other.keys())) {
        if (settings.has(key) && !provider.keys().contains(key)) {
          throw settings.mistake(
              key, key + " belongs to task = " + owners(key) + ", not to " + provider.name() + ".");
        }
      }
    }
  }

  private static String owners(String key) {
    return Tasks.all().stream()
        .filter(task -> task.keys().contains(key))
        .map(TaskProvider::name)
        .collect(Collectors.joining(" or "));
  }

  private static List<String> steps(Settings settings, TaskProvider provider) {
    List<String> steps = settings.textsOrNone("postprocess");
    Set<String> known = new TreeSet<>(provider.steps());
    for (String step : steps) {
      if (!known.contains(step)) {
        throw settings.mistake(
            "postprocess",
            "postprocess must name known steps: "
                + String.join(", ", known)
                + ". Provided value: "
                + step
                + ".");
      }
    }
    return steps;
  }
}
