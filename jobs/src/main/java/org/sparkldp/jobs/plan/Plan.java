package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.workload.Factorization;
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
 * @param attributes whose values are randomized together, one item each person: one column or more
 * @param id column that says whose value it is, or empty where none is needed
 * @param protocol what is asked of people, over {@link #items} items
 * @param outside what happens to NULL, NaN and values outside the domain
 * @param outsideReason why dropping them is right, required for {@link Outside#DROP}, else empty
 * @param randomness where coins come from
 * @param reportsPerPerson how many rows of one id are randomized; 1 refuses duplicates
 * @param publicColumns columns copied beside the report in clear, for grouping
 * @param postprocess names of consistency steps shown beside the raw estimates
 */
public record Plan(
    String name,
    List<Attribute> attributes,
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
    WORKLOAD;

    /** As written in plans. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A column of the values' table.
   *
   * @param column its name
   * @param domain its levels
   */
  public record Attribute(String column, Domain domain) {}

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
    attributes = List.copyOf(attributes);
    publicColumns = List.copyOf(publicColumns);
    postprocess = List.copyOf(postprocess);
  }

  /** What is asked. */
  public Task task() {
    return protocol instanceof Factorization<?> ? Task.WORKLOAD : Task.HISTOGRAM;
  }

  /** Whose values are randomized, such as "age" or "age, sex". */
  public String columns() {
    return String.join(", ", attributes.stream().map(Attribute::column).toList());
  }

  /** Levels of each attribute, the extra one included. */
  public int[] sizes() {
    return sizes(attributes, outside);
  }

  static int[] sizes(List<Attribute> attributes, Outside outside) {
    int extra = outside == Outside.CATEGORY ? 1 : 0;
    return attributes.stream().mapToInt(a -> a.domain.size() + extra).toArray();
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
    if (attributes.size() == 1) {
      return level(0, index);
    }
    int[] sizes = sizes();
    String[] parts = new String[sizes.length];
    int rest = index;
    for (int i = sizes.length - 1; i >= 0; i--) {
      parts[i] = attributes.get(i).column + "=" + level(i, rest % sizes[i]);
      rest /= sizes[i];
    }
    return String.join(", ", parts);
  }

  /** The name of an attribute's level. */
  public String level(int attribute, int digit) {
    Domain domain = attributes.get(attribute).domain;
    return digit < domain.size() ? domain.item(digit) : OTHER;
  }

  /** The name of estimate {@code index}. */
  public String answer(int index) {
    return protocol instanceof Factorization<?> factorization
        ? factorization.workload().label(index, labels(factorization.workload()))
        : item(index);
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
            return attributes.get(attribute).column;
          }

          @Override
          public String level(int attribute, int digit) {
            return Plan.this.level(attribute, digit);
          }
        };
    int named = workload.attributes().length;
    return named == attributes.size() ? ours : Labels.bits(named, ours);
  }

  /** SHA-256 of all that decides what a report means. */
  public String fingerprint() {
    return ProtocolSpec.fingerprint(render(question(), false));
  }

  /** The plan as a file that {@link PlanReader} reads back as an equal plan. */
  public String text() {
    Map<String, Object> all = new LinkedHashMap<>(question());
    all.put("postprocess", postprocess);
    return render(all, true);
  }

  private Map<String, Object> question() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("task", task().text());
    all.put("name", name);
    if (attributes.size() == 1) {
      all.put("column", attributes.get(0).column);
      all.put("domain", attributes.get(0).domain.settings());
    } else {
      all.put(
          "attributes",
          attributes.stream()
              .map(a -> Map.of("column", a.column, "domain", a.domain.settings()))
              .toList());
    }
    if (!id.isEmpty()) {
      all.put("id", id);
    }
    all.put("protocol", protocol.spec().toString());
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
  private static String render(Map<String, Object> settings, boolean formatted) {
    return ConfigFactory.parseMap(settings)
        .root()
        .render(ConfigRenderOptions.concise().setFormatted(formatted));
  }
}
