package org.sparkldp.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.release.denoise.Denoiser;
import org.sparkldp.release.denoise.Denoisers;

/**
 * A plan of a trusted curator's release: which totals of a table are published, how much one user
 * may move them, and which noise hides that. It holds no secret and lies beside the released table.
 *
 * <pre>{@code
 * task = release
 * name = pickups
 * user = driver                       # or [driver, hour]: what one of them may move is bounded
 * statistic = count                   # count | sum (then value = COLUMN) | mean
 * cells = [                           # a number for each combination of levels
 *   { column = hour, domain { type = range, from = 0, to = 23 } }      # domains as in other plans
 *   { column = pickup, graph { type = street-grid, avenues = 43, streets = 88 } }
 *             # or graph { type = file, nodes = nodes.csv, edges = edges.csv }
 *             # node,x,y and from,to[,weight], paths beside the plan; at most one graph
 * ]
 * contribution { cells = 10, per_cell = 3, total = 20 }   # of a count; total may be left out
 *             # of a sum { cells = 10, lower = 0, upper = 50 }
 * neighbours = add-remove             # or replace: a user's rows are others
 * mechanism = "gaussian(epsilon=1.0,delta=1e-6)"          # or "laplace(epsilon=1.0)"
 * denoise = "trend-filter(order=1)"   # may be left out; beside the raw numbers
 * outside = fail                      # or drop (then outside_reason = "...")
 * }</pre>
 *
 * <p>A mean has, instead of cells and contribution, {@code column = numbers or arrays} or {@code
 * columns = [a, b]}, and {@code bound { radius = 1 }} or {@code bound { lower = 0, upper = 100 }},
 * with {@code d = 10} in it for a column of arrays; {@code neighbours} is replace, for the number
 * of users is public.
 *
 * @param name the release's name
 * @param user the columns that together say whose row it is: what one of them may move is bounded
 * @param statistic what is released
 * @param neighbours which pairs of tables must look alike
 * @param mechanism {@code gaussian(epsilon,delta)} or {@code laplace(epsilon)}
 * @param denoiser post-processing shown beside the raw numbers, if any
 * @param outside what happens to rows with NULL, NaN or levels outside a domain
 * @param account whose budget it spends
 */
@Section("a release's plan")
public record ReleasePlan(
    @Key String name,
    @Key List<String> user,
    Statistic statistic,
    @Key Contribution.Neighbours neighbours,
    @Key ProtocolSpec mechanism,
    @Key(apart = {"task", "column", "denoise"}) Optional<Denoiser> denoiser,
    OutsideRule outside,
    Account account) {

  /** As {@code task} of a release's plan. */
  public static final String TASK = "release";

  /** The statistic that is released. */
  public sealed interface Statistic {
    /** As written in plans. */
    String statistic();

    /** How many numbers are released. */
    int size();

    /** How far one user can move them; for a mean, the sum of which it is a fraction. */
    Sensitivity sensitivity(Contribution.Neighbours neighbours);

    /** The columns of numbers that are added up. */
    List<String> numbers();

    /** The attributes whose levels make cells; none if there are no cells. */
    default List<Attribute> attributes() {
      return List.of();
    }

    /** What the cells lie on, if anything. */
    default Optional<Network> network() {
      return Optional.empty();
    }

    /** What stands before a released number: a level of each attribute, or a coordinate. */
    List<Object> names(int index);

    /** The columns of these names. */
    List<String> nameColumns();

    /** Whether it is over the users themselves, whose number is public. */
    default boolean isOfUsers() {
      return false;
    }

    /** What a page calls it. */
    String title();

    /** The unit of its numbers. */
    String unit();

    private static Statistic read(Settings plan) {
      String statistic = plan.choice("statistic", List.of("count", "sum", Mean.NAME), word -> word);
      boolean isMean = statistic.equals(Mean.NAME);
      for (String key :
          isMean
              ? List.of("value", "cells", "contribution")
              : List.of("column", "columns", "bound")) {
        if (plan.has(key)) {
          throw plan.mistake(key, "%s does not belong to statistic = %s.", key, statistic);
        }
      }
      if (!isMean) {
        return plan.as(Totals.class);
      }
      List<String> vector = plan.oneOrMoreColumns();
      VectorBound bound =
          plan.at("bound", () -> VectorBound.read(plan.section("bound"), vector.size()));
      return plan.as(Mean.class, Map.of("vector", vector, "bound", bound));
    }
  }

  /**
   * Rows, or a column's sum, in each cell. Cells are all combinations of the columns' levels, the
   * first column's running slowest. They are fixed by the plan, for which of them have rows is
   * private too.
   *
   * @param statistic count or sum
   * @param value the column that is added up; none where rows are counted
   * @param cells one or more columns, at most one of them on a graph
   * @param moved how far one user may move them
   */
  public record Totals(
      @Key String statistic,
      @Key Optional<String> value,
      @Key List<Level> cells,
      @Key(name = "contribution") Optional<Contribution> moved)
      implements Statistic {
    /** The most cells; their totals are held in memory. */
    private static final int MOST = 1_000_000;

    public Totals {
      cells = List.copyOf(cells);
      Require.that(Attribute.areOfDifferentColumns(cells.stream().map(Level::attribute).toList()))
          .orRefuse("cells must be of one or more different columns.");
      Require.that(cells.stream().filter(level -> level.graph.isPresent()).count() <= 1)
          .orRefuse("the cells of a release lie on at most one graph.");
      double size = cells.stream().mapToDouble(Level::size).reduce(1, (a, b) -> a * b);
      Require.that(size <= MOST)
          .orRefuse(
              "a release must have at most %s cells. Provided: %s; bin the levels more coarsely.",
              MOST, size);
      boolean isSum = statistic.equals("sum");
      Require.that(!isSum || value.isPresent())
          .orRefuse("statistic = sum needs value, the column that is added up. Provided: none.");
      Require.that(isSum || value.isEmpty())
          .orRefuse("value belongs to statistic = sum. Provided: %s.", statistic);
      Require.that(moved.filter(given -> given.isOf(isSum)).isPresent())
          .orRefuse(
              "a release must say in contribution what one user may move, such as { cells = 10, %s"
                  + " }; without a bound no noise would do. Provided: %s.",
              isSum ? "lower = 0, upper = 50" : "per_cell = 1",
              moved.isEmpty() ? "none" : "other bounds");
    }

    /** How far one user may move them. */
    public Contribution contribution() {
      return moved.orElseThrow();
    }

    @Override
    public List<String> numbers() {
      return value.stream().toList();
    }

    @Override
    public List<Attribute> attributes() {
      return cells.stream().map(Level::attribute).toList();
    }

    @Override
    public Optional<Network> network() {
      return cells.stream().flatMap(level -> level.graph.stream()).findAny();
    }

    @Override
    public List<String> nameColumns() {
      return cells.stream().map(Level::column).toList();
    }

    @Override
    public String title() {
      return value.map(column -> "The sum of " + column).orElse("Rows")
          + " by "
          + String.join(", ", nameColumns());
    }

    @Override
    public String unit() {
      return value.orElse("rows");
    }

    @Override
    public int size() {
      return cells.stream().mapToInt(Level::size).reduce(1, (a, b) -> a * b);
    }

    @Override
    public Sensitivity sensitivity(Contribution.Neighbours neighbours) {
      return contribution().sensitivity(neighbours, size());
    }

    /** The level of a column in a cell. */
    private int level(int cell, int column) {
      int rest = cell;
      for (int i = cells.size() - 1; i > column; i--) {
        rest /= cells.get(i).size();
      }
      return rest % cells.get(column).size();
    }

    /**
     * The cells in groups that are denoised and drawn together: all, or where there is a network
     * the cells of all its nodes in order, once for each combination of the other levels.
     */
    public List<int[]> slices() {
      int all = size();
      int nodes = network().map(network -> network.domain().size()).orElse(all);
      int stride = 1;
      for (int i = cells.size() - 1; network().isPresent() && cells.get(i).graph.isEmpty(); i--) {
        stride *= cells.get(i).size();
      }
      List<int[]> slices = new ArrayList<>();
      for (int first = 0; first < all; first++) {
        if ((first / stride) % nodes == 0) {
          int[] slice = new int[nodes];
          for (int node = 0; node < nodes; node++) {
            slice[node] = first + node * stride;
          }
          slices.add(slice);
        }
      }
      return slices;
    }

    @Override
    public List<Object> names(int cell) {
      List<Object> names = new ArrayList<>();
      for (int i = 0; i < cells.size(); i++) {
        Domain domain = cells.get(i).levels();
        int level = level(cell, i);
        names.add(
            domain.kind() == Domain.ColumnKind.INTEGER
                ? domain.value(level, false)
                : domain.item(level));
      }
      return names;
    }

    /** The levels that the cells of a slice share, such as "hour=8"; "all" where none. */
    public String label(int[] slice) {
      String shared =
          IntStream.range(0, cells.size())
              .filter(i -> network().isPresent() && cells.get(i).graph.isEmpty())
              .mapToObj(
                  i -> cells.get(i).column + "=" + cells.get(i).levels().item(level(slice[0], i)))
              .collect(Collectors.joining(", "));
      return shared.isEmpty() ? "all" : shared;
    }
  }

  /**
   * The mean of the users' vectors, each cut to the bound. A user with several rows has their mean
   * for a vector. The number of users is public.
   *
   * @param statistic mean
   * @param vector one column of numbers or arrays, or several of numbers
   * @param bound where vectors lie
   */
  public record Mean(
      @Key String statistic, @Key(name = "columns") List<String> vector, @Key VectorBound bound)
      implements Statistic {
    private static final String NAME = "mean";

    public Mean {
      vector = List.copyOf(vector);
    }

    @Override
    public List<String> numbers() {
      return vector;
    }

    @Override
    public List<Object> names(int index) {
      return List.of(coordinate(index));
    }

    @Override
    public List<String> nameColumns() {
      return List.of("item");
    }

    @Override
    public boolean isOfUsers() {
      return true;
    }

    @Override
    public String title() {
      return "The mean of " + unit();
    }

    @Override
    public String unit() {
      return String.join(", ", vector);
    }

    @Override
    public int size() {
      return bound.d();
    }

    @Override
    public Sensitivity sensitivity(Contribution.Neighbours neighbours) {
      return bound.sensitivity();
    }

    /** The name of a coordinate. */
    private String coordinate(int index) {
      return vector.size() > 1
          ? vector.get(index)
          : size() > 1 ? vector.get(0) + "[" + index + "]" : vector.get(0);
    }
  }

  /**
   * A column whose levels make cells.
   *
   * @param domain its levels; none where they are the nodes of a graph
   * @param graph where the levels lie, if anywhere
   */
  @Section("a cell")
  public record Level(
      @Key String column, @Key Optional<Domain> domain, @Key Optional<Network> graph) {
    public Level {
      Require.that(domain.isPresent() != graph.isPresent())
          .orRefuse("a cell must have either a domain or a graph. Provided: column %s.", column);
    }

    private Domain levels() {
      return domain.orElseGet(() -> graph.orElseThrow().domain());
    }

    private int size() {
      return levels().size();
    }

    private Attribute attribute() {
      return new Attribute(column, levels());
    }
  }

  public ReleasePlan {
    user = List.copyOf(user);
    if (statistic.isOfUsers()) {
      Require.that(neighbours == Contribution.Neighbours.REPLACE)
          .orRefuse(
              "a mean is a fraction of the public number of users, so its neighbours must be"
                  + " replace.");
      Require.that(outside.isFail())
          .orRefuse(
              "a mean is over all users, whose number is public, so outside must be fail; leave"
                  + " users without a value out of the table.");
    }
  }

  /** The table whose totals or means are released. */
  public Dataset<Row> read(SparkSession spark, Input input) {
    Map<String, DataType> types = Columns.types(statistic.attributes());
    statistic.numbers().forEach(column -> types.put(column, DataTypes.DoubleType));
    return Inputs.values(spark, input, user, types, statistic.attributes());
  }

  /** The columns that it names. */
  List<String> columns() {
    List<String> columns = new ArrayList<>(user);
    columns.addAll(privateColumns());
    return columns;
  }

  private List<String> privateColumns() {
    List<String> columns = new ArrayList<>(statistic.numbers());
    statistic.attributes().forEach(attribute -> columns.add(attribute.column()));
    return columns;
  }

  /** The noise that hides what one user can move. */
  public ReleaseNoise noise() {
    Sensitivity sensitivity = statistic.sensitivity(neighbours);
    double epsilon = Double.parseDouble(mechanism.arguments().get("epsilon"));
    return mechanism.name().equals("laplace")
        ? ReleaseNoise.laplace(epsilon, sensitivity)
        : ReleaseNoise.gaussian(
            epsilon, Double.parseDouble(mechanism.arguments().get("delta")), sensitivity);
  }

  /**
   * What it costs each user.
   *
   * @param output the folder of the numbers
   */
  public Spend spend(String output) {
    return Spend.of(
        account,
        privateColumns(),
        "",
        fingerprint(),
        name,
        "",
        output,
        Division.NONE,
        noise().guarantee(),
        1);
  }

  /** SHA-256 of all that decides what the raw numbers mean and cost. */
  public String fingerprint() {
    Map<String, Object> keys = Keys.deciding(this);
    keys.put("task", TASK);
    return ProtocolSpec.fingerprint(Plan.render(keys, false));
  }

  /** The plan as a file from which an equal plan is read. */
  public String text() {
    Map<String, Object> keys = Keys.written(this);
    keys.put("task", TASK);
    denoiser.ifPresent(step -> keys.put("denoise", step.spec().toString()));
    return Plan.render(keys, true);
  }

  /** Reads plan text that may refer to the context; {@code origin} names it in refusals. */
  public static ReleasePlan read(String text, String origin, PlanContext context) {
    return Settings.read("a plan", text, origin, context, ReleasePlan::plan);
  }

  private static ReleasePlan plan(Settings settings) {
    settings.requireKeys(Keys.of(ReleasePlan.class), "a release's plan");
    if (!settings.string("task").equals(TASK)) {
      throw settings.mistake("task", "a release's plan must have task = " + TASK + ".");
    }
    OutsideRule outside = OutsideRule.readForNumbers(settings);
    if (outside.dropsMissing()) {
      throw settings.mistake(
          "missing", "missing = drop belongs to plans of reports: say outside = drop instead.");
    }
    Statistic statistic = Statistic.read(settings);
    ReleasePlan plan =
        settings.as(
            ReleasePlan.class,
            Map.of(
                "user", user(settings),
                "statistic", statistic,
                "mechanism",
                    settings.at("mechanism", () -> mechanism(settings.string("mechanism"))),
                "denoiser", denoiser(settings, statistic),
                "outside", outside));
    settings.at("mechanism", plan::noise); // refused here or never
    return plan;
  }

  private static List<String> user(Settings settings) {
    List<String> user =
        settings.isText("user") ? List.of(settings.text("user")) : settings.texts("user");
    if (user.isEmpty() || user.stream().distinct().count() < user.size()) {
      throw settings.mistake("user", "user must name one column or several different ones.");
    }
    return user;
  }

  private static ProtocolSpec mechanism(String text) {
    ProtocolSpec written = ProtocolSpec.parse(text);
    boolean isGaussian = written.name().equals("gaussian");
    Require.that(isGaussian || written.name().equals("laplace"))
        .orRefuse(
            "a release's mechanism must be gaussian(epsilon,delta) or laplace(epsilon). Provided"
                + " value: %s.",
            written);
    List<Parameter> parameters =
        isGaussian
            ? List.of(ReleaseNoise.EPSILON, GaussianCalibration.DELTA)
            : List.of(ReleaseNoise.EPSILON);
    return Parameters.of(written, parameters).spec();
  }

  private static Optional<Denoiser> denoiser(Settings settings, Statistic statistic) {
    return settings.has("denoise")
        ? Optional.of(
            settings.at(
                "denoise",
                () ->
                    Denoisers.of(
                        settings.string("denoise"), statistic.network().map(Network::graph))))
        : Optional.empty();
  }
}
