package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.sparkldp.protocols.Parameter;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;

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
 */
public final class PlanReader {
  private static final Set<String> KEYS =
      Set.of(
          "task",
          "name",
          "column",
          "id",
          "protocol",
          "domain",
          "outside",
          "outside_reason",
          "randomness",
          "reports_per_person",
          "public",
          "postprocess");

  private final Path folder;
  private final BiFunction<String, String, List<String>> distinctValues;
  private final Set<String> consistencySteps;

  /**
   * @param folder where relative paths in the plan begin
   * @param distinctValues the sorted distinct values of a table's column, as text
   * @param consistencySteps the known names for {@code postprocess}
   */
  public PlanReader(
      Path folder,
      BiFunction<String, String, List<String>> distinctValues,
      Set<String> consistencySteps) {
    this.folder = folder;
    this.distinctValues = distinctValues;
    this.consistencySteps = new TreeSet<>(consistencySteps);
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public Plan read(String text, String origin) {
    try {
      Config config =
          ConfigFactory.parseString(
                  text, ConfigParseOptions.defaults().setOriginDescription(origin))
              .resolve();
      return plan(config);
    } catch (ConfigException e) {
      throw new IllegalArgumentException("a plan must be valid. " + e.getMessage() + ".", e);
    }
  }

  private Plan plan(Config config) {
    requireKeys(config, KEYS, "a plan");
    String task = config.hasPath("task") ? config.getString("task") : "histogram";
    if (!task.equals("histogram")) {
      throw mistake(config, "task", "task must be histogram. Provided value: " + task + ".");
    }
    Outside outside = outside(config);
    Domain domain = at(config, "domain", () -> domain(config.getConfig("domain")));
    int items = domain.size() + (outside.policy == Plan.Outside.CATEGORY ? 1 : 0);
    ProtocolSpec protocol = at(config, "protocol", () -> protocol(config, items));
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
        text(config, "column"),
        id,
        protocol,
        domain,
        outside.policy,
        outside.reason,
        randomness,
        reportsPerPerson,
        strings(config, "public"),
        steps(config));
  }

  private record Outside(Plan.Outside policy, String reason) {}

  private static Outside outside(Config config) {
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

  private ProtocolSpec protocol(Config config, int items) {
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
    return oracle.spec();
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
        return new Domain.Items(lines(folder.resolve(config.getString("path"))));
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
            distinctValues.apply(config.getString("table"), config.getString("column")));
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

  private static String text(Config config, String key) {
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

  private static int count(Config config, String key) {
    long count = whole(config, key);
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw mistake(
          config, key, key + " must be between 1 and 2^31 - 1. Provided value: " + count + ".");
    }
    return (int) count;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
          .filter(line -> !line.isBlank())
          .toList();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the domain's file must be readable, in UTF-8. Provided path: " + file + ".", e);
    }
  }

  private List<String> steps(Config config) {
    List<String> steps = strings(config, "postprocess");
    for (String step : steps) {
      if (!consistencySteps.contains(step)) {
        throw mistake(
            config,
            "postprocess",
            "postprocess must name known steps: "
                + String.join(", ", consistencySteps)
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

  private static <E> E choice(
      Config config, String key, E[] values, java.util.function.Function<E, String> text) {
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

  private static void requireKeys(Config config, Set<String> known, String what) {
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
  private static <T> T at(Config config, String key, Supplier<T> reading) {
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

  private static IllegalArgumentException mistake(Config config, String key, String sentence) {
    return new Mistake(sentence + " In " + config.getValue(key).origin().description() + ".");
  }

  /** A refusal that already names its place. */
  private static final class Mistake extends IllegalArgumentException {
    Mistake(String message) {
      super(message);
    }
  }
}
