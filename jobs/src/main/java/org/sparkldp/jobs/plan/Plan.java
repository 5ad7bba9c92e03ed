package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.ProtocolSpec;

/**
 * A plan: what is asked of whom, how it is protected, and what happens to values that do not fit.
 * It holds no secret and lies beside every table made under it.
 *
 * <p>{@link #fingerprint} covers everything that decides what a report means and costs; two tables
 * with one fingerprint may be added up. Post-processing is not in it: estimates may be made
 * consistent in another way at any time.
 *
 * @param name the question's name; reports of different questions never share coins
 * @param column whose values are randomized
 * @param id column that says whose value it is, or empty where none is needed
 * @param protocol canonical spec, k being the domain's size (and one more under {@link
 *     Outside#CATEGORY})
 * @param domain the items
 * @param outside what happens to NULL, NaN and values outside the domain
 * @param outsideReason why dropping them is right, required for {@link Outside#DROP}, else empty
 * @param randomness where coins come from
 * @param reportsPerPerson how many rows of one id are randomized; 1 refuses duplicates
 * @param publicColumns columns copied beside the report in clear, for grouping
 * @param postprocess names of consistency steps shown beside the raw estimates
 */
public record Plan(
    String name,
    String column,
    String id,
    ProtocolSpec protocol,
    Domain domain,
    Outside outside,
    String outsideReason,
    Randomness randomness,
    int reportsPerPerson,
    List<String> publicColumns,
    List<String> postprocess) {

  /** The name of the extra item under {@link Outside#CATEGORY}. */
  public static final String OTHER = "(other)";

  /** What happens to NULL, NaN and values outside the domain. */
  public enum Outside {
    /** Nothing is written when there is any. */
    FAIL,
    /** They are one more item, {@value Plan#OTHER}. */
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
  }

  /** Items of the histogram, the extra one included. */
  public int items() {
    return domain.size() + (outside == Outside.CATEGORY ? 1 : 0);
  }

  /** The name of an item. */
  public String item(int index) {
    return index < domain.size() ? domain.item(index) : OTHER;
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
    all.put("task", "histogram");
    all.put("name", name);
    all.put("column", column);
    if (!id.isEmpty()) {
      all.put("id", id);
    }
    all.put("protocol", protocol.toString());
    all.put("domain", domain.settings());
    all.put("outside", outside.name().toLowerCase(java.util.Locale.ROOT));
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
