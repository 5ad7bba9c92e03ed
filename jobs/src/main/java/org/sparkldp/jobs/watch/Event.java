package org.sparkldp.jobs.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sparkldp.jobs.exit.Exit;

/**
 * What became of a step of a command, or of the command where it failed. It holds names, counts and
 * what a plan costs; no values, no estimates, no keys.
 *
 * @param step such as privatize; of a failed command its name
 * @param outcome how it ended
 * @param exitCode the command's, as far as this step decides it
 * @param details by their names in the line, in this order
 */
public record Event(String step, Outcome outcome, int exitCode, Map<String, Object> details) {
  /** In ASCII, so that no terminal obeys a line and no shipper of logs breaks it. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  /** In the details: reports that this step added. */
  public static final String REPORTS = "reports";

  /** In the details: reports that were there before. */
  public static final String EARLIER = "earlier";

  /** How a step ended. */
  public enum Outcome {
    DONE("done"),
    /** Nothing was left to do. */
    ALREADY_DONE("already-done"),
    FAILED("failed"),
    /** By a privacy rule. */
    REFUSED("refused");

    private final String text;

    Outcome(String text) {
      this.text = text;
    }

    /** As lines have it. */
    public String text() {
      return text;
    }
  }

  public Event {
    details = new LinkedHashMap<>(details);
  }

  /** A step that ended well. */
  public static Event done(String step, boolean already, Map<String, Object> details) {
    return new Event(step, already ? Outcome.ALREADY_DONE : Outcome.DONE, Exit.DONE, details);
  }

  /**
   * A command that ended with a code other than 0.
   *
   * @param sentence as the user sees it
   */
  public static Event ended(String command, int exitCode, String sentence) {
    Outcome outcome = exitCode == Exit.REFUSED ? Outcome.REFUSED : Outcome.FAILED;
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
    all.put("outcome", outcome.text);
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
