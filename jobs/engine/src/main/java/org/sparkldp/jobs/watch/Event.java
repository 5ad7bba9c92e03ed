package org.sparkldp.jobs.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.Guarantee;

/**
 * The end of a step of a command, or of the command where it failed. It holds names, counts and
 * what a plan costs; no values, no estimates, no keys.
 *
 * @param step such as privatize; of a failed command its name
 * @param outcome how it ended
 * @param exitCode the command's, as far as this step decides it
 * @param details by their names in the line, in this order
 */
public record Event(String step, End outcome, int exitCode, Map<String, Object> details) {
  /** In ASCII, so that no terminal obeys a line and no shipper of logs breaks it. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** In the details: reports that this step added. */
  public static final String REPORTS = "reports";

  /** In the details: reports that were there before. */
  public static final String EARLIER = "earlier";

  /** The kind of a step's end; lines have it as {@code already-done}. */
  public enum End {
    DONE,
    /** Nothing was left to do. */
    ALREADY_DONE,
    FAILED,
    /** By a privacy rule. */
    REFUSED,
    /** The table has no rows of a period that was asked for. */
    MISSING;

    /** As lines have it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public Event {
    details = new LinkedHashMap<>(details);
  }

  /** A step that ended well. */
  public static Event done(String step, boolean already, Map<String, Object> details) {
    return new Event(step, already ? End.ALREADY_DONE : End.DONE, Exit.DONE, details);
  }

  /** What a mechanism costs a person, for the details. */
  public static Map<String, Object> cost(Guarantee guarantee) {
    Map<String, Object> cost = new LinkedHashMap<>();
    cost.put("exact_epsilon", guarantee.exactEpsilon());
    cost.put("delta", guarantee.delta());
    return cost;
  }

  /**
   * A command that ended with a code other than 0.
   *
   * @param sentence as the user sees it
   */
  public static Event ended(String command, int exitCode, String sentence) {
    End outcome = exitCode == Exit.REFUSED ? End.REFUSED : End.FAILED;
    return new Event(command, outcome, exitCode, Map.of("sentence", sentence));
  }

  /**
   * One JSON object on a line.
   *
   * @param asked what the user asked for, such as the command and its plan
   * @param seconds that it took
   */
  String line(Instant time, Map<String, String> asked, double seconds) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("time", time.truncatedTo(ChronoUnit.MILLIS).toString());
    all.putAll(asked);
    all.put("step", step);
    all.put("outcome", outcome.word());
    all.put("exit_code", exitCode);
    all.putAll(details);
    all.put("seconds", Math.round(seconds * 1000) / 1000.0);
    try {
      return JSON.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("details are texts, numbers and lists of these", e);
    }
  }
}
