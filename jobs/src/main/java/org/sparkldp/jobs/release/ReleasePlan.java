package org.sparkldp.jobs.release;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.sparkldp.analysis.denoise.Denoiser;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.ReleaseNoise;
import org.sparkldp.protocols.release.Sensitivity;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A plan of a trusted curator's release: which totals of a table are published, how much one user
 * may move them, and which noise hides that. It holds no secret and lies beside the released table.
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
    @Key(
            apart = {
              "task",
              "statistic",
              "value",
              "cells",
              "contribution",
              "column",
              "columns",
              "bound"
            })
        Statistic statistic,
    @Key Contribution.Neighbours neighbours,
    @Key ProtocolSpec mechanism,
    @Key(apart = "denoise") Optional<Denoiser> denoiser,
    OutsideRule outside,
    Account account) {

  /** As {@code task} of a release's plan. */
  public static final String TASK = "release";

  /** What is released. */
  public sealed interface Statistic {
    /** As written in plans. */
    String text();

    /** How many numbers are released. */
    int size();

    /** How far one user can move them; for a mean, the sum of which it is a fraction. */
    Sensitivity sensitivity(Contribution.Neighbours neighbours);

    /** The columns of numbers that are added up. */
    List<String> numbers();

    /** The attributes whose levels make cells; none if there are no cells. */
    List<Attribute> attributes();

    /** What the cells lie on, if anything. */
    Optional<Network> network();

    /** What stands before a released number: a level of each attribute, or a coordinate. */
    List<Object> names(int index);

    /** The columns of these names. */
    List<String> nameColumns();

    /** Whether it is over the users themselves, whose number is public. */
    boolean isOfUsers();

    /** What a page calls it. */
    String title();

    /** The unit of its numbers. */
    String unit();

    /** The settings from which {@link ReleasePlanReader} would read an equal statistic. */
    Map<String, Object> settings();
  }

  /**
   * Rows, or a column's sum, in each cell.
   *
   * @param value the column that is added up; none where rows are counted
   * @param cells for what
   * @param contribution how far one user may move them
   */
  public record Totals(Optional<String> value, Cells cells, Contribution contribution)
      implements Statistic {
    @Override
    public String text() {
      return value.isPresent() ? "sum" : "count";
    }

    @Override
    public List<String> numbers() {
      return value.stream().toList();
    }

    @Override
    public List<Attribute> attributes() {
      return cells.attributes();
    }

    @Override
    public Optional<Network> network() {
      return cells.network();
    }

    @Override
    public List<Object> names(int cell) {
      return cells.names(cell);
    }

    @Override
    public List<String> nameColumns() {
      return cells.attributes().stream().map(Attribute::column).toList();
    }

    @Override
    public boolean isOfUsers() {
      return false;
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
      return cells.size();
    }

    @Override
    public Sensitivity sensitivity(Contribution.Neighbours neighbours) {
      return contribution.within(cells.size()).sensitivity(neighbours);
    }

    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>();
      value.ifPresent(column -> settings.put("value", column));
      settings.put("cells", cells.settings());
      settings.put("contribution", contribution.settings(value.isEmpty()));
      return settings;
    }
  }

  /**
   * The mean of the users' vectors, each cut to the bound. A user with several rows has their mean
   * for a vector. The number of users is public.
   *
   * @param vector one column of numbers or arrays, or several of numbers
   * @param bound where vectors lie
   */
  public record Mean(List<String> vector, VectorBound bound) implements Statistic {
    public Mean {
      vector = List.copyOf(vector);
    }

    @Override
    public String text() {
      return "mean";
    }

    @Override
    public List<String> numbers() {
      return vector;
    }

    @Override
    public List<Attribute> attributes() {
      return List.of();
    }

    @Override
    public Optional<Network> network() {
      return Optional.empty();
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

    @Override
    public Map<String, Object> settings() {
      return Map.of("columns", vector, "bound", bound.settings());
    }
  }

  /**
   * The cells of a release: all combinations of the attributes' levels, the first attribute's
   * running slowest. They are fixed by the plan, for which of them have rows is private too.
   *
   * @param attributes one or more
   * @param networkAt which attribute's levels are the nodes of {@code network}; -1 for none
   * @param network where the cells lie, if anywhere
   */
  public record Cells(List<Attribute> attributes, int networkAt, Optional<Network> network) {
    /** The most cells; their totals are held in memory. */
    private static final int MOST = 1_000_000;

    public Cells {
      attributes = List.copyOf(attributes);
      if (size(attributes) > MOST) {
        throw Require.refusal(
            "a release must have at most %s cells. Provided: %s; bin the levels more coarsely.",
            MOST, size(attributes));
      }
    }

    /** How many. */
    public int size() {
      return (int) size(attributes);
    }

    private static double size(List<Attribute> attributes) {
      return attributes.stream().mapToDouble(a -> a.domain().size()).reduce(1, (a, b) -> a * b);
    }

    /** The level of an attribute in a cell. */
    public int level(int cell, int attribute) {
      int rest = cell;
      for (int i = attributes.size() - 1; i > attribute; i--) {
        rest /= attributes.get(i).domain().size();
      }
      return rest % attributes.get(attribute).domain().size();
    }

    /**
     * The cells in groups that are denoised and drawn together: all, or where there is a network
     * the cells of all its nodes in order, once for each combination of the other levels.
     */
    public List<int[]> slices() {
      int nodes = network.isPresent() ? attributes.get(networkAt).domain().size() : size();
      int stride = 1;
      for (int i = networkAt + 1; network.isPresent() && i < attributes.size(); i++) {
        stride *= attributes.get(i).domain().size();
      }
      List<int[]> slices = new ArrayList<>();
      for (int first = 0; first < size(); first++) {
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

    private List<Object> names(int cell) {
      List<Object> names = new ArrayList<>();
      for (int i = 0; i < attributes.size(); i++) {
        Domain domain = attributes.get(i).domain();
        int level = level(cell, i);
        names.add(
            domain.kind() == Domain.Kind.INTEGER ? domain.value(level, false) : domain.item(level));
      }
      return names;
    }

    /** The levels that the cells of a slice share, such as "hour=8"; "all" where none. */
    public String label(int[] slice) {
      List<String> shared = new ArrayList<>();
      for (int i = 0; i < attributes.size(); i++) {
        if (network.isPresent() && i != networkAt) {
          Attribute attribute = attributes.get(i);
          shared.add(attribute.column() + "=" + attribute.domain().item(level(slice[0], i)));
        }
      }
      return shared.isEmpty() ? "all" : String.join(", ", shared);
    }

    List<Map<String, Object>> settings() {
      List<Map<String, Object>> settings = new ArrayList<>();
      for (int i = 0; i < attributes.size(); i++) {
        settings.add(
            i == networkAt
                ? Map.of(
                    "column", attributes.get(i).column(), "graph", network.orElseThrow().settings())
                : Keys.written(attributes.get(i)));
      }
      return settings;
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
    return Inputs.values(spark, input, user, types);
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
    List<String> attributes = new ArrayList<>(statistic.numbers());
    statistic.attributes().forEach(attribute -> attributes.add(attribute.column()));
    return Spend.of(
        account,
        attributes,
        "",
        fingerprint(),
        name,
        "",
        output,
        Division.NONE,
        noise().guarantee(),
        1);
  }

  /** What stands before a released number: a level of each attribute, or a coordinate. */
  public List<Object> names(int cell) {
    return statistic.names(cell);
  }

  /** SHA-256 of all that decides what the raw numbers mean and cost. */
  public String fingerprint() {
    return ProtocolSpec.fingerprint(Plan.render(withStatistic(Keys.deciding(this)), false));
  }

  /** The plan as a file that {@link ReleasePlanReader} reads back as an equal plan. */
  public String text() {
    Map<String, Object> all = withStatistic(Keys.written(this));
    denoiser.ifPresent(step -> all.put("denoise", step.spec().toString()));
    return Plan.render(all, true);
  }

  private Map<String, Object> withStatistic(Map<String, Object> keys) {
    keys.put("task", TASK);
    keys.put("statistic", statistic.text());
    keys.putAll(statistic.settings());
    return keys;
  }
}
