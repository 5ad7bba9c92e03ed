package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.TruncatedMean;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.regression.Glm;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/**
 * Reads a plan from HOCON, refusing what is wrong with the place where it stands (file and line),
 * in one sentence.
 *
 * <pre>{@code
 * name = country-histogram            # names the question
 * column = country
 * id = user_id
 * protocol = "hadamard(epsilon=1.0)"  # k is the domain's
 * domain { type = list, items = [DE, FR, IT] }
 *        # or { type = file, path = countries.txt }      one item a line, path beside the plan
 *        # or { type = range, from = 18, to = 90 }       whole numbers, both included
 *        # or { type = bins, from = 0, to = 100, count = 20 }   or edges = [0, 1, 10]
 *        # or { type = column, table = PATH, column = c }       a public table's distinct values
 * outside = category                  # fail | category | drop (then outside_reason = "...")
 * randomness = keyed                  # keyed | write-once
 * reports_per_person = 1              # 1 refuses duplicate ids
 * public = [day]                      # copied in clear beside the report
 * postprocess = [norm-sub]            # consistent numbers beside the raw ones
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
 * strata { column = country, domain { type = list, items = [DE, FR] } }   # if wanted: a mean each
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
 *   { name = age, expression = "greatest(-1, least(1, (age - 50) / 50))" }   # in [-1, 1]
 *   { name = young, predicate = "age < 30" }                # told as a fraction of people
 * ]
 * protocol = "sq(epsilon=1.0)"        # queries is put in
 * tau = 0.1                           # if wanted: answers in [-1, 1] within 0.1, but for
 * beta = 0.05                         # probability 0.05; too few people are refused
 * outside = fail                      # or drop: where the person's own query has no value
 * }</pre>
 */
public final class PlanReader {
  private static final Set<String> KEYS =
      Set.of(
          "task",
          "name",
          "column",
          "columns",
          "label",
          "attributes",
          "id",
          "protocol",
          "domain",
          "workload",
          "strata",
          "queries",
          "tau",
          "beta",
          "block",
          "outside",
          "outside_reason",
          "randomness",
          "reports_per_person",
          "public",
          "postprocess");

  /** Keys of task query alone. */
  private static final List<String> QUERY_KEYS = List.of("queries", "tau", "beta", "block");

  /** What a plan may ask of its surroundings, all of it public. */
  public interface Surroundings {

    /** The sorted distinct values of a table's column, as text. */
    List<String> distinct(String table, String column);

    /**
     * For each SQL predicate over the attributes' columns the items of the domain that satisfy it.
     *
     * @param sizes levels of each attribute, the extra one included
     */
    BitSet[] select(List<Plan.Attribute> attributes, int[] sizes, List<String> predicates);

    /** The strategy for a request, found or made. */
    StrategyFile strategy(StrategyRequest request);
  }

  private final Path folder;
  private final Surroundings surroundings;
  private final Function<Plan.Task, Set<String>> consistencySteps;
  private final byte[] attachment;

  /**
   * @param folder where relative paths in the plan begin
   * @param surroundings public tables, and strategies
   * @param consistencySteps the known names for {@code postprocess}, by task
   * @param attachment what lies beside the plan for its protocol; empty where nothing does
   */
  public PlanReader(
      Path folder,
      Surroundings surroundings,
      Function<Plan.Task, Set<String>> consistencySteps,
      byte[] attachment) {
    this.folder = folder;
    this.surroundings = surroundings;
    this.consistencySteps = consistencySteps;
    this.attachment = attachment.clone();
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public Plan read(String text, String origin) {
    return read("a plan", text, origin, this::plan);
  }

  /**
   * Reads HOCON, refusing what is not, or not of the kind that was asked for. It sees nothing but
   * the text: no environment, for {@code ${LDP_KEY}} would be published, and no other file.
   */
  static <T> T read(String what, String text, String origin, Function<Config, T> reading) {
    try {
      return reading.apply(
          ConfigFactory.parseString(
                  PlanText.bounded(what, text),
                  ConfigParseOptions.defaults()
                      .setOriginDescription(origin)
                      .setIncluder(new NoIncludes()))
              .resolve(ConfigResolveOptions.noSystem()));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(
          what + " must be valid. " + TextFile.withoutKeys(e.getMessage()) + ".", e);
    }
  }

  private Plan plan(Config config) {
    requireKeys(config, KEYS, "a plan");
    Plan.Task task =
        config.hasPath("task")
            ? choice(config, "task", Plan.Task.values(), Plan.Task::text)
            : Plan.Task.HISTOGRAM;
    Outside outside = outside(config);
    if (task != Plan.Task.HISTOGRAM && task != Plan.Task.WORKLOAD) {
      requireNumbers(config, task, outside);
    }
    if (task != Plan.Task.QUERY) {
      for (String key : QUERY_KEYS) {
        if (config.hasPath(key)) {
          throw mistake(config, key, key + " belongs to task = query.");
        }
      }
    }
    Plan.Values values =
        switch (task) {
          case HISTOGRAM, WORKLOAD -> new Plan.Items(attributes(config));
          case GAUSSIAN_MEAN -> new Plan.Numbers(text(config, "column"), strata(config));
          case MEAN -> numbersOrVectors(config);
          case DENSITY, QUANTILE -> new Plan.Numbers(text(config, "column"), Optional.empty());
          case REGRESSION -> new Plan.Vectors(vector(config), Optional.of(text(config, "label")));
          case QUERY -> queries(config);
        };
    Protocol<?, ?> protocol =
        at(config, "protocol", () -> protocol(config, task, values, outside.policy));
    Plan.Randomness randomness =
        choice(config, "randomness", Plan.Randomness.values(), Plan.Randomness::text);
    String id = config.hasPath("id") ? config.getString("id") : "";
    int reportsPerPerson =
        config.hasPath("reports_per_person") ? count(config, "reports_per_person") : 1;
    if (id.isEmpty()) {
      throw new IllegalArgumentException(
          "a plan must say in id which column tells whose value a row is; without it nobody can"
              + " see that a person reports twice. Provided: none, in "
              + config.origin().description()
              + ".");
    }
    return new Plan(
        text(config, "name"),
        values,
        id,
        protocol,
        outside.policy,
        outside.reason,
        randomness,
        reportsPerPerson,
        strings(config, "public"),
        steps(config, task));
  }

  private Protocol<?, ?> protocol(
      Config config, Plan.Task task, Plan.Values values, Plan.Outside outside) {
    if (task != Plan.Task.WORKLOAD && config.hasPath("workload")) {
      throw mistake(config, "workload", "workload belongs to task = workload.");
    }
    if (task != Plan.Task.REGRESSION && config.hasPath("label")) {
      throw mistake(config, "label", "label belongs to task = regression.");
    }
    if (task != Plan.Task.GAUSSIAN_MEAN && config.hasPath("strata")) {
      throw mistake(config, "strata", "strata belong to task = gaussian-mean.");
    }
    return switch (task) {
      case HISTOGRAM -> oracle(config, Plan.items(Plan.sizes(values.attributes(), outside)));
      case WORKLOAD ->
          factorization(config, values.attributes(), Plan.sizes(values.attributes(), outside));
      case GAUSSIAN_MEAN -> gaussian(config, (Plan.Numbers) values);
      case MEAN -> mean(config, values);
      case DENSITY -> density(config);
      case REGRESSION -> regression(config, (Plan.Vectors) values);
      case QUANTILE -> quantile(config);
      case QUERY -> statisticalQueries(config, (Queries) values);
    };
  }

  private static void requireNumbers(Config config, Plan.Task task, Outside outside) {
    for (String key : List.of("attributes", "domain")) {
      if (config.hasPath(key)) {
        throw mistake(
            config,
            key,
            key + " does not belong to task = " + task.text() + ", whose values are numbers.");
      }
    }
    requireNoCategory(config, outside);
  }

  static void requireNoCategory(Config config, Outside outside) {
    if (outside.policy == Plan.Outside.CATEGORY) {
      throw mistake(
          config, "outside", "numbers have no further category: outside must be fail or drop.");
    }
  }

  private Optional<Plan.Attribute> strata(Config config) {
    return config.hasPath("strata")
        ? Optional.of(attribute(config.getConfig("strata")))
        : Optional.empty();
  }

  /** Vectors where the protocol asks for them. */
  private static Plan.Values numbersOrVectors(Config config) {
    List<String> vector = vector(config);
    boolean isVector =
        vector.size() > 1
            || at(config, "protocol", () -> Protocols.of(config.getString("protocol")))
                instanceof BallProtocol<?>;
    return isVector
        ? new Plan.Vectors(vector, Optional.empty())
        : new Plan.Numbers(vector.get(0), Optional.empty());
  }

  /** One column, of arrays if the protocol asks for vectors, or several. */
  static List<String> vector(Config config) {
    boolean several = config.hasPath("columns");
    if (several == config.hasPath("column")) {
      throw new IllegalArgumentException(
          "a vector is either in one column or in several columns. Provided: "
              + (several ? "both" : "neither")
              + ", in "
              + config.origin().description()
              + ".");
    }
    return several ? config.getStringList("columns") : List.of(text(config, "column"));
  }

  /** The protocol with the number of features put in, and of a later round what it rests on. */
  private Protocol<?, ?> regression(Config config, Plan.Vectors values) {
    ProtocolSpec written = ProtocolSpec.parse(config.getString("protocol"));
    int columns = values.vector().size();
    ProtocolSpec full =
        columns > 1 && !written.arguments().containsKey("p") ? written.with("p", columns) : written;
    if (!(Protocols.of(full, attachment) instanceof Glm<?> protocol)) {
      throw new IllegalArgumentException(
          "a regression needs logistic, linear or poisson. Provided value: " + written + ".");
    }
    if (columns > 1 && protocol.question().p() != columns) {
      throw new IllegalArgumentException(
          "p must be the number of feature columns, "
              + columns
              + " (leave it out and it will be). Provided value: "
              + protocol.question().p()
              + ".");
    }
    return protocol;
  }

  private static Protocol<?, ?> density(Config config) {
    Protocol<?, ?> protocol = Protocols.of(config.getString("protocol"));
    if (!(protocol instanceof Density<?>)) {
      throw new IllegalArgumentException(
          "a density needs the protocol density. Provided value: " + protocol.spec() + ".");
    }
    return protocol;
  }

  /** The protocol, and of a later round what it rests on. */
  private Protocol<?, ?> quantile(Config config) {
    Protocol<?, ?> protocol =
        Protocols.of(ProtocolSpec.parse(config.getString("protocol")), attachment);
    if (!(protocol instanceof QuantileProtocol<?>)) {
      throw new IllegalArgumentException(
          "a quantile needs a protocol for it, such as median or quantile. Provided value: "
              + protocol.spec()
              + ".");
    }
    return protocol;
  }

  private static Queries queries(Config config) {
    for (String key : List.of("column", "columns")) {
      if (config.hasPath(key)) {
        throw mistake(config, key, key + " does not belong to task = query: queries name theirs.");
      }
    }
    List<Queries.Query> queries = new ArrayList<>();
    for (Config query : config.getConfigList("queries")) {
      queries.add(query(query));
    }
    Optional<Queries.Block> block = Optional.empty();
    if (config.hasPath("block")) {
      Config people = config.getConfig("block");
      requireKeys(people, Set.of("pool", "from", "to", "blocks"), "a block");
      block =
          Optional.of(
              new Queries.Block(
                  people.getString("pool"),
                  (int) whole(people, "from"),
                  count(people, "to"),
                  count(people, "blocks")));
    }
    Optional<Queries.Block> found = block;
    return at(config, "queries", () -> new Queries(queries, found));
  }

  /** One query of a plan or a script. */
  static Queries.Query query(Config config) {
    requireKeys(config, Set.of("name", "expression", "predicate"), "a query");
    boolean isPredicate = config.hasPath("predicate");
    if (isPredicate == config.hasPath("expression")) {
      throw new Mistake(
          "a query has either an expression or a predicate. Provided: "
              + (isPredicate ? "both" : "neither")
              + ", in "
              + config.origin().description()
              + ".");
    }
    return new Queries.Query(
        text(config, "name"),
        text(config, isPredicate ? "predicate" : "expression").strip(),
        isPredicate);
  }

  /** The protocol with the number of queries put in, and the tolerance where the plan wants one. */
  private static StatisticalQueries statisticalQueries(Config config, Queries values) {
    ProtocolSpec written = ProtocolSpec.parse(config.getString("protocol"));
    int queries = values.queries().size();
    ProtocolSpec full = written;
    if (!written.arguments().containsKey("queries")) {
      full = full.with("queries", queries);
    }
    for (String key : List.of("tau", "beta")) {
      full = config.hasPath(key) ? full.with(key, config.getDouble(key)) : full;
    }
    if (!written.name().equals("sq")
        || !(Protocols.of(full) instanceof StatisticalQueries protocol)) {
      throw new IllegalArgumentException(
          "statistical queries need the protocol sq. Provided value: " + written + ".");
    }
    if (protocol.cohorts() != queries) {
      throw new IllegalArgumentException(
          "queries must be the number of the plan's queries, "
              + queries
              + " (leave it out and it will be). Provided value: "
              + protocol.cohorts()
              + ".");
    }
    return protocol;
  }

  private static Protocol<?, ?> mean(Config config, Plan.Values values) {
    Protocol<?, ?> protocol = Protocols.of(config.getString("protocol"));
    boolean isNumber = protocol instanceof MeanProtocol<?> || protocol instanceof TruncatedMean<?>;
    if (!isNumber && !(protocol instanceof BallProtocol<?>)) {
      throw new IllegalArgumentException(
          "a mean needs a protocol for it, such as mean or privunit-g. Provided value: "
              + protocol.spec()
              + ".");
    }
    if (isNumber && values instanceof Plan.Vectors) {
      throw new IllegalArgumentException(
          "several columns need a protocol of vectors. Provided value: " + protocol.spec() + ".");
    }
    int columns = values instanceof Plan.Vectors vectors ? vectors.vector().size() : 1;
    if (protocol instanceof BallProtocol<?> ball && columns > 1 && columns != ball.d()) {
      throw new IllegalArgumentException(
          "d must be the number of columns, " + columns + ". Provided value: " + ball.d() + ".");
    }
    return protocol;
  }

  /** The protocol with the number of strata put in, and of a later round what it rests on. */
  private GaussianProtocol<?> gaussian(Config config, Plan.Numbers numbers) {
    ProtocolSpec written = ProtocolSpec.parse(config.getString("protocol"));
    int strata = numbers.strata().map(attribute -> attribute.domain().size()).orElse(1);
    boolean takesStrata =
        Protocols.provider(written.name()).parameters().contains(GaussianQuestion.STRATA);
    ProtocolSpec full =
        strata > 1 && takesStrata && !written.arguments().containsKey("strata")
            ? written.with("strata", strata)
            : written;
    if (!(Protocols.of(full, attachment) instanceof GaussianProtocol<?> protocol)) {
      throw new IllegalArgumentException(
          "a Gaussian mean needs a protocol for it, such as gaussian. Provided value: "
              + written
              + ".");
    }
    if (protocol.strata() != strata) {
      throw new IllegalArgumentException(
          "strata must be the number of the plan's strata, "
              + strata
              + " (leave it out and it will be). Provided value: "
              + protocol.strata()
              + ".");
    }
    return protocol;
  }

  private List<Plan.Attribute> attributes(Config config) {
    if (!config.hasPath("attributes")) {
      Domain domain = at(config, "domain", () -> domain(config.getConfig("domain")));
      return List.of(new Plan.Attribute(text(config, "column"), domain));
    }
    if (config.hasPath("column") || config.hasPath("domain")) {
      throw mistake(
          config, "attributes", "a plan must have either column and domain, or attributes.");
    }
    List<Plan.Attribute> attributes = new ArrayList<>();
    for (Config attribute : config.getConfigList("attributes")) {
      attributes.add(attribute(attribute));
    }
    if (attributes.isEmpty()
        || attributes.stream().map(Plan.Attribute::column).distinct().count() < attributes.size()) {
      throw mistake(config, "attributes", "attributes must be one or more, of different columns.");
    }
    return attributes;
  }

  Plan.Attribute attribute(Config config) {
    requireKeys(config, Set.of("column", "domain"), "an attribute");
    Domain domain = at(config, "domain", () -> domain(config.getConfig("domain")));
    return new Plan.Attribute(text(config, "column"), domain);
  }

  /** What happens to values outside, and why. */
  record Outside(Plan.Outside policy, String reason) {}

  static Outside outside(Config config) {
    Plan.Outside policy =
        choice(
            config,
            "outside",
            Plan.Outside.values(),
            value -> value.name().toLowerCase(java.util.Locale.ROOT));
    String reason =
        config.hasPath("outside_reason") ? config.getString("outside_reason").strip() : "";
    if (policy == Plan.Outside.DROP && reason.isEmpty()) {
      throw mistake(
          config,
          "outside",
          "outside = drop must state why in outside_reason, because a missing report shows that"
              + " the value was missing or unusual.");
    }
    if (policy != Plan.Outside.DROP && !reason.isEmpty()) {
      throw mistake(config, "outside_reason", "outside_reason belongs to outside = drop.");
    }
    return new Outside(policy, reason);
  }

  private static FrequencyOracle<?> oracle(Config config, int items) {
    ProtocolSpec written = ProtocolSpec.parse(config.getString("protocol"));
    boolean takesK = Protocols.provider(written.name()).parameters().contains(Parameter.K);
    ProtocolSpec full =
        takesK && !written.arguments().containsKey("k") ? written.with("k", items) : written;
    if (!(Protocols.of(full) instanceof FrequencyOracle<?> oracle)) {
      throw new IllegalArgumentException(
          "a histogram needs a frequency oracle. Provided value: " + written + ".");
    }
    if (oracle.k() != items) {
      throw new IllegalArgumentException(
          "k must be the number of items, "
              + items
              + " (leave it out and it will be). Provided value: "
              + oracle.k()
              + ".");
    }
    return oracle;
  }

  private Factorization<?> factorization(
      Config config, List<Plan.Attribute> attributes, int[] sizes) {
    ProtocolSpec written = ProtocolSpec.parse(config.getString("protocol"));
    Workload asked =
        config.hasPath("workload")
            ? at(config, "workload", () -> workload(config, attributes, sizes))
            : null;
    Factorization<?> found =
        switch (written.name()) {
          case "strategy" -> {
            String file = written.arguments().get("file");
            if (file == null) {
              throw new IllegalArgumentException(
                  "strategy needs the parameter file. Provided value: " + written + ".");
            }
            StrategyFile strategy = StrategyFile.read(folder.resolve(file));
            yield asked == null ? Factorization.of(strategy) : Factorization.of(strategy, asked);
          }
          case "factorization" -> asked == null ? resolved(written) : made(written, asked);
          default ->
              throw new IllegalArgumentException(
                  "a workload needs factorization or strategy. Provided value: " + written + ".");
        };
    requireDomain(found.workload(), sizes);
    return found;
  }

  private Factorization<?> resolved(ProtocolSpec written) {
    if (!written.arguments().containsKey("workload")) {
      throw new IllegalArgumentException(
          "a plan for a workload must name it in workload. Provided: none, in " + written + ".");
    }
    return (Factorization<?>) Protocols.of(written, attachment);
  }

  /** The protocol with the plan's workload put in. */
  private Factorization<?> made(ProtocolSpec written, Workload workload) {
    Map<String, String> given = written.arguments();
    if (!Set.of("epsilon", "mechanism").containsAll(given.keySet())
        || !given.containsKey("epsilon")) {
      throw new IllegalArgumentException(
          "factorization in a plan with a workload takes epsilon and perhaps mechanism. Provided"
              + " value: "
              + written
              + ".");
    }
    Parameters parameters =
        Parameters.of(
            written.with("workload", workload.name()).with("domain", workload.domain()),
            Protocols.provider(written.name()).parameters());
    return Factorization.of(
        surroundings.strategy(
            new StrategyRequest(
                parameters.real("epsilon"),
                workload,
                parameters.text("mechanism", StrategyRequest.OPTIMIZED))));
  }

  private Workload workload(Config config, List<Plan.Attribute> attributes, int[] sizes) {
    if (config.getValue("workload").valueType() == ConfigValueType.STRING) {
      return Workloads.parse(config.getString("workload"), sizes);
    }
    Config workload = config.getConfig("workload");
    String type = workload.getString("type");
    switch (type) {
      case "matrix" -> {
        requireKeys(workload, Set.of("type", "path"), "a matrix workload");
        return MatrixWorkload.readCsv(
            String.join("\n", TextFile.publishedLines(folder.resolve(workload.getString("path")))),
            sizes);
      }
      case "predicates" -> {
        requireKeys(workload, Set.of("type", "queries"), "a workload of predicates");
        List<String> predicates = workload.getStringList("queries");
        BitSet[] items = surroundings.select(attributes, sizes, predicates);
        Map<String, BitSet> rows = new LinkedHashMap<>();
        for (int i = 0; i < items.length; i++) {
          rows.put(predicates.get(i), items[i]);
        }
        return MatrixWorkload.ofPredicates(rows, sizes);
      }
      default ->
          throw mistake(
              workload,
              "type",
              "a workload's type must be matrix or predicates, or the workload a name. Provided"
                  + " value: "
                  + type
                  + ".");
    }
  }

  /** The workload must speak of the plan's attributes, or of its items as one run, or as bits. */
  private static void requireDomain(Workload workload, int[] sizes) {
    int items = Plan.items(sizes);
    boolean bits =
        sizes.length == 1 && Arrays.stream(workload.attributes()).allMatch(size -> size == 2);
    if (workload.domain() != items
        || !(Arrays.equals(workload.attributes(), sizes)
            || workload.attributes().length == 1
            || bits)) {
      throw new IllegalArgumentException(
          "a strategy's domain must be the plan's, attributes of "
              + Arrays.toString(sizes)
              + " levels. Provided: "
              + workload
              + " of "
              + Arrays.toString(workload.attributes())
              + "; make a strategy for this domain.");
    }
  }

  private Domain domain(Config config) {
    String type = config.getString("type");
    switch (type) {
      case "list" -> {
        requireKeys(config, Set.of("type", "items"), "a list domain");
        // As strings, which keeps numbers as written: 01234 is a postal code, not 1234.
        return new Domain.Items(config.getStringList("items"));
      }
      case "file" -> {
        requireKeys(config, Set.of("type", "path"), "a file domain");
        return new Domain.Items(TextFile.publishedLines(folder.resolve(config.getString("path"))));
      }
      case "range" -> {
        requireKeys(config, Set.of("type", "from", "to"), "a range domain");
        return new Domain.Range(whole(config, "from"), whole(config, "to"));
      }
      case "bins" -> {
        if (config.hasPath("edges")) {
          requireKeys(config, Set.of("type", "edges"), "a domain of bins with edges");
          return new Domain.Bins(
              config.getDoubleList("edges").stream().mapToDouble(Double::doubleValue).toArray());
        }
        requireKeys(config, Set.of("type", "from", "to", "count"), "a domain of equal bins");
        return Domain.Bins.equal(
            config.getDouble("from"), config.getDouble("to"), count(config, "count"));
      }
      case "column" -> {
        requireKeys(config, Set.of("type", "table", "column"), "a column domain");
        return new Domain.Items(
            surroundings.distinct(config.getString("table"), config.getString("column")));
      }
      default ->
          throw mistake(
              config,
              "type",
              "a domain's type must be list, file, range, bins or column. Provided value: "
                  + type
                  + ".");
    }
  }

  static String text(Config config, String key) {
    String text = config.getString(key);
    if (text.isBlank()) {
      throw mistake(config, key, key + " must not be empty.");
    }
    return text;
  }

  /** A whole number; the library would cut a fraction off. */
  private static long whole(Config config, String key) {
    try {
      return new BigDecimal(config.getString(key)).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw mistake(
          config,
          key,
          key + " must be a whole number. Provided value: " + config.getString(key) + ".");
    }
  }

  static int count(Config config, String key) {
    long count = whole(config, key);
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw mistake(
          config, key, key + " must be between 1 and 2^31 - 1. Provided value: " + count + ".");
    }
    return (int) count;
  }

  private List<String> steps(Config config, Plan.Task task) {
    List<String> steps = strings(config, "postprocess");
    Set<String> known = new TreeSet<>(consistencySteps.apply(task));
    for (String step : steps) {
      if (!known.contains(step)) {
        throw mistake(
            config,
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

  private static List<String> strings(Config config, String key) {
    return config.hasPath(key) ? new ArrayList<>(config.getStringList(key)) : List.of();
  }

  static <E> E choice(Config config, String key, E[] values, Function<E, String> text) {
    String given = config.getString(key);
    List<String> texts = new ArrayList<>();
    for (E value : values) {
      texts.add(text.apply(value));
      if (text.apply(value).equals(given)) {
        return value;
      }
    }
    throw mistake(
        config,
        key,
        key + " must be one of " + String.join(", ", texts) + ". Provided value: " + given + ".");
  }

  static void requireKeys(Config config, Set<String> known, String what) {
    for (Map.Entry<String, ConfigValue> entry : config.root().entrySet()) {
      if (!known.contains(entry.getKey())) {
        throw new Mistake(
            what
                + " knows the keys "
                + String.join(", ", new TreeSet<>(known))
                + ". Provided key: "
                + entry.getKey()
                + ", in "
                + entry.getValue().origin().description()
                + ".");
      }
    }
  }

  /** Adds the place to a refusal of a deeper floor. */
  static <T> T at(Config config, String key, Supplier<T> reading) {
    config.getValue(key); // a missing key is told by the library, with its path
    try {
      return reading.get();
    } catch (ConfigException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      if (e instanceof Mistake) {
        throw e;
      }
      throw mistake(config, key, e.getMessage());
    }
  }

  static IllegalArgumentException mistake(Config config, String key, String sentence) {
    return new Mistake(sentence + " In " + config.getValue(key).origin().description() + ".");
  }

  /** A refusal that already names its place. */
  private static final class Mistake extends IllegalArgumentException {
    Mistake(String message) {
      super(message);
    }
  }
}
