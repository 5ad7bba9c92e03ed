package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.regression.Glm;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.workload.Labels;
import org.sparkldp.protocols.workload.Workload;

/**
 * A plan: what is asked of whom, how it is protected, and what happens to values that do not fit.
 * It holds no secret and lies beside every table made under it.
 *
 * <p>{@link #fingerprint} covers everything that decides what a report means and costs; two tables
 * with one fingerprint may be added up. Post-processing is not in it: estimates may be made
 * consistent in another way at any time.
 *
 * @param name the question's name; reports of different questions never share coins
 * @param values what of a person is randomized: an item, or a number
 * @param id column that says whose value it is
 * @param protocol what is asked of people; of a protocol of several rounds, this round
 * @param outside what happens to NULL, NaN and values outside the domain
 * @param outsideReason why dropping them is right, required for {@link Outside#DROP}, else empty
 * @param randomness where coins come from
 * @param reportsPerPerson how many rows of one id are randomized; 1 refuses duplicates
 * @param publicColumns columns copied beside the report in clear, for grouping
 * @param postprocess names of consistency steps shown beside the raw estimates
 */
public record Plan(
    String name,
    Values values,
    String id,
    Protocol<?, ?> protocol,
    Outside outside,
    String outsideReason,
    Randomness randomness,
    int reportsPerPerson,
    List<String> publicColumns,
    List<String> postprocess) {

  /** The name of the extra item under {@link Outside#CATEGORY}. */
  public static final String OTHER = "(other)";

  /** What a plan asks. */
  public enum Task {
    /** How many people hold each item. */
    HISTOGRAM,
    /** The answers of a workload of linear queries. */
    WORKLOAD,
    /** The mean of numbers that are normally distributed. */
    GAUSSIAN_MEAN,
    /** The mean of the people's own numbers or vectors, however distributed. */
    MEAN,
    /** The density of the people's own numbers. */
    DENSITY,
    /** The median or another quantile of the people's own numbers. */
    QUANTILE,
    /** How a label's mean depends on features. */
    REGRESSION,
    /** The means of several functions of a person. */
    QUERY;

    /** As written in plans. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** What of a person is randomized. */
  public sealed interface Values permits Items, Numbers, Vectors, Queries {

    /** The private columns. */
    List<String> columns();

    /** The attributes that say a person's item, or a number's stratum. */
    List<Attribute> attributes();

    /** The settings from which {@link PlanReader} would read equal values. */
    Map<String, Object> settings();
  }

  /**
   * One item each person, of one attribute or of several together.
   *
   * @param attributes one or more
   */
  public record Items(List<Attribute> attributes) implements Values {
    public Items {
      attributes = List.copyOf(attributes);
    }

    @Override
    public List<String> columns() {
      return attributes.stream().map(Attribute::column).toList();
    }

    @Override
    public Map<String, Object> settings() {
      return attributes.size() == 1
          ? attributes.get(0).settings()
          : Map.of("attributes", attributes.stream().map(Attribute::settings).toList());
    }
  }

  /**
   * A finite number each person.
   *
   * @param column the numbers
   * @param strata public column whose levels have estimates of their own; none where everybody is
   *     in one
   */
  public record Numbers(String column, Optional<Attribute> strata) implements Values {
    @Override
    public List<String> columns() {
      return List.of(column);
    }

    @Override
    public List<Attribute> attributes() {
      return strata.stream().toList();
    }

    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>();
      settings.put("column", column);
      strata.ifPresent(attribute -> settings.put("strata", attribute.settings()));
      return settings;
    }
  }

  /**
   * A vector of finite numbers each person.
   *
   * @param vector one column of arrays, or several of numbers
   * @param label a number that follows the vector's; none where nothing is regressed on it
   */
  public record Vectors(List<String> vector, Optional<String> label) implements Values {
    public Vectors {
      vector = List.copyOf(vector);
    }

    @Override
    public List<String> columns() {
      return Stream.concat(vector.stream(), label.stream()).toList();
    }

    @Override
    public List<Attribute> attributes() {
      return List.of();
    }

    @Override
    public Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>();
      if (vector.size() == 1) {
        settings.put("column", vector.get(0));
      } else {
        settings.put("columns", vector);
      }
      label.ifPresent(column -> settings.put("label", column));
      return settings;
    }

    /** The name of a coordinate. */
    String coordinate(int index) {
      return vector.size() == 1 ? vector.get(0) + "[" + index + "]" : vector.get(index);
    }
  }

  /**
   * A column of the values' table, with levels.
   *
   * @param column its name
   * @param domain its levels
   */
  public record Attribute(String column, Domain domain) {
    Map<String, Object> settings() {
      return Map.of("column", column, "domain", domain.settings());
    }
  }

  /** What happens to NULL, NaN and values outside the domain. */
  public enum Outside {
    /** Nothing is written when there is any. */
    FAIL,
    /** They are one more level of their attribute, {@value Plan#OTHER}. */
    CATEGORY,
    /** They are left out; that a person has no report is then visible. */
    DROP
  }

  /** Where coins come from. */
  public enum Randomness {
    /** Reports are a pure function of release key, plan, id and value. */
    KEYED,
    /** The operating system's entropy; reports are staged before anything reads them twice. */
    WRITE_ONCE;

    /** As written in plans. */
    public String text() {
      return this == KEYED ? "keyed" : "write-once";
    }
  }

  public Plan {
    publicColumns = List.copyOf(publicColumns);
    postprocess = List.copyOf(postprocess);
    if (outside == Outside.CATEGORY
        && values.attributes().stream().anyMatch(a -> a.domain.hasText(OTHER))) {
      throw new IllegalArgumentException(
          "under outside = category the name "
              + OTHER
              + " is taken by the values outside, so no item of the domain may have it. Provided:"
              + " a domain with this item; rename the item, or choose outside = fail.");
    }
  }

  /** What is asked. */
  public Task task() {
    if (protocol instanceof Glm<?>) {
      return Task.REGRESSION;
    }
    if (values instanceof Queries) {
      return Task.QUERY;
    }
    if (!(values instanceof Items)) {
      return ofNumbers(protocol);
    }
    return protocol instanceof Factorization<?> ? Task.WORKLOAD : Task.HISTOGRAM;
  }

  private static Task ofNumbers(Protocol<?, ?> protocol) {
    if (protocol instanceof GaussianProtocol<?>) {
      return Task.GAUSSIAN_MEAN;
    }
    if (protocol instanceof Density<?>) {
      return Task.DENSITY;
    }
    return protocol instanceof QuantileProtocol<?> ? Task.QUANTILE : Task.MEAN;
  }

  /** The attributes that say a person's item, or a number's stratum. */
  public List<Attribute> attributes() {
    return values.attributes();
  }

  /** What is asked about: the private columns, such as "age" or "age, sex", or queries' names. */
  public String columns() {
    if (values instanceof Queries asked) {
      return asked.queries().stream().map(Queries.Query::name).collect(Collectors.joining(", "));
    }
    return String.join(", ", values.columns());
  }

  /** This round where the protocol has several, else 0. */
  public int round() {
    return protocol instanceof RoundProtocol<?, ?> rounds ? rounds.round() : 0;
  }

  /** The plan of another round of the same question. */
  public Plan withProtocol(Protocol<?, ?> other) {
    return new Plan(
        name,
        values,
        id,
        other,
        outside,
        outsideReason,
        randomness,
        reportsPerPerson,
        publicColumns,
        postprocess);
  }

  /** Levels of each attribute, the extra one included. */
  public int[] sizes() {
    return sizes(attributes(), outside);
  }

  static int[] sizes(List<Attribute> attributes, Outside outside) {
    return attributes.stream().mapToInt(attribute -> size(attribute, outside)).toArray();
  }

  /** Levels of an attribute, the extra one included. */
  public static int size(Attribute attribute, Outside outside) {
    return attribute.domain.size() + (outside == Outside.CATEGORY ? 1 : 0);
  }

  /**
   * Items of the domain: one for each combination of levels, the first attribute's running slowest.
   */
  public int items() {
    return items(sizes());
  }

  static int items(int[] sizes) {
    long items = 1;
    for (int size : sizes) {
      items *= size;
      if (items > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "a domain must have fewer than 2^31 items. Provided: attributes of "
                + Arrays.toString(sizes)
                + " levels; bin them more coarsely, or ask for fewer together.");
      }
    }
    return (int) items;
  }

  /** The name of an item: its level, or with more than one attribute "age=18, sex=F". */
  public String item(int index) {
    if (attributes().size() == 1) {
      return level(0, index);
    }
    int[] sizes = sizes();
    String[] parts = new String[sizes.length];
    int rest = index;
    for (int i = sizes.length - 1; i >= 0; i--) {
      parts[i] = attributes().get(i).column + "=" + level(i, rest % sizes[i]);
      rest /= sizes[i];
    }
    return String.join(", ", parts);
  }

  /** The name of an attribute's level. */
  public String level(int attribute, int digit) {
    Domain domain = attributes().get(attribute).domain;
    return digit < domain.size() ? domain.item(digit) : OTHER;
  }

  /** The name of estimate {@code index}. */
  public String answer(int index) {
    if (protocol instanceof Factorization<?> factorization) {
      return factorization.workload().label(index, labels(factorization.workload()));
    }
    if (protocol instanceof GaussianProtocol<?> gaussian) {
      String quantity = gaussian.quantity(index);
      return attributes().isEmpty()
          ? quantity
          : level(0, gaussian.stratumOf(index)) + " " + quantity;
    }
    if (values instanceof Queries asked) {
      return asked.queries().get(index).name();
    }
    if (values instanceof Vectors vectors) {
      boolean isIntercept = protocol instanceof Glm<?> glm && index == glm.d() - 1;
      return isIntercept ? "intercept" : vectors.coordinate(index);
    }
    if (protocol instanceof Density<?> density) {
      return Double.toString(density.places()[index]);
    }
    if (protocol instanceof QuantileProtocol<?> quantile) {
      return quantile.quantity();
    }
    return values instanceof Numbers ? "mean" : item(index);
  }

  /** The domain's words; a single attribute that the workload reads as bits has bits for names. */
  private Labels labels(Workload workload) {
    Labels ours =
        new Labels() {
          @Override
          public String item(int item) {
            return Plan.this.item(item);
          }

          @Override
          public String attribute(int attribute) {
            return attributes().get(attribute).column;
          }

          @Override
          public String level(int attribute, int digit) {
            return Plan.this.level(attribute, digit);
          }
        };
    int named = workload.attributes().length;
    return named == attributes().size() ? ours : Labels.bits(named, ours);
  }

  /** SHA-256 of all that decides what a report means. */
  public String fingerprint() {
    return ProtocolSpec.fingerprint(render(question(protocol.spec()), false));
  }

  /**
   * The fingerprint of the first round's plan, which names the division of people into rounds;
   * where the protocol has one round, the plan's own.
   */
  public String firstFingerprint() {
    ProtocolSpec first =
        protocol instanceof RoundProtocol<?, ?> rounds ? rounds.firstSpec() : protocol.spec();
    return ProtocolSpec.fingerprint(render(question(first), false));
  }

  /** The plan as a file that {@link PlanReader} reads back as an equal plan. */
  public String text() {
    Map<String, Object> all = new LinkedHashMap<>(question(protocol.spec()));
    all.put("postprocess", postprocess);
    return render(all, true);
  }

  private Map<String, Object> question(ProtocolSpec spec) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("task", task().text());
    all.put("name", name);
    all.putAll(values.settings());
    all.put("id", id);
    all.put("protocol", spec.toString());
    all.put("outside", outside.name().toLowerCase(Locale.ROOT));
    if (!outsideReason.isEmpty()) {
      all.put("outside_reason", outsideReason);
    }
    all.put("randomness", randomness.text());
    all.put("reports_per_person", reportsPerPerson);
    all.put("public", publicColumns);
    return all;
  }

  /** Keys come out sorted, so that equal plans give equal text. */
  static String render(Map<String, Object> settings, boolean formatted) {
    return ConfigFactory.parseMap(settings)
        .root()
        .render(ConfigRenderOptions.concise().setFormatted(formatted));
  }
}
