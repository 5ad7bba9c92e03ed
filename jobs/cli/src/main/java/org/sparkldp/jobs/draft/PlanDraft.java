package org.sparkldp.jobs.draft;

import com.typesafe.config.ConfigUtil;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A plan's text with comments, for people to read and change before the first run. It says what was
 * asked for and nothing else of the table.
 *
 * @param name of the question
 * @param taskName of the task
 * @param task what the task puts in
 * @param id the column that names the person; empty where each row is taken for a person
 * @param hasDomain whether the values are the items of a domain
 * @param publicColumns columns to copy in clear
 * @param read how the table is read
 * @param next the command that runs the plan
 */
public record PlanDraft(
    String name,
    String taskName,
    TaskDraft task,
    Optional<String> id,
    boolean hasDomain,
    List<String> publicColumns,
    Map<String, String> read,
    String next) {
  private static final int COMMENTS_AT = 40;

  public PlanDraft {
    publicColumns = List.copyOf(publicColumns);
    read = new TreeMap<>(read);
  }

  /** The text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(plain(task.question())).append('\n');
    text.append(
        "# A draft, made from the names and types of columns alone: no value was read. Change what"
            + " is not so\n# before the first run; after it, the plan is the question that people"
            + " have answered. Run it with\n");
    text.append("#   ").append(plain(next)).append('\n');
    line(
        text,
        "name = " + quoted(name),
        "names the question; two questions never share random bits");
    line(text, "task = " + taskName, "");
    task.keys().forEach(key -> line(text, key, ""));
    if (id.isEmpty()) {
      text.append(
          "# No column names the person, so each row is taken for a person and gives one report."
              + " A person with\n# two rows spends epsilon twice, and nobody can see it.\n");
      line(text, "id = row", "");
    } else {
      line(text, "id = " + quoted(id.get()), "names the person, who reports once");
    }
    line(text, "protocol = " + quoted(task.protocol()), task.why());
    line(
        text,
        "outside = " + task.outside(),
        task.outside().equals("category")
            ? "other values are the item (other); or fail"
            : "a value that does not fit refuses the table");
    line(text, "# outside = drop, outside_reason = \"why that is right\"", "");
    line(
        text,
        "# missing = " + (hasDomain ? "category" : "drop"),
        "NULL (in CSV also \"\") is "
            + (hasDomain ? "the item (missing)" : "no report, which can be seen"));
    line(
        text,
        "randomness = " + (id.isEmpty() ? "write-once" : "keyed"),
        id.isEmpty()
            ? "fresh random bits, drawn once and kept by nobody"
            : "a retry gives the same report; keep the key");
    if (!publicColumns.isEmpty()) {
      line(
          text,
          "public = ["
              + String.join(", ", publicColumns.stream().map(PlanDraft::quoted).toList())
              + "]",
          "copied in clear beside each report");
    }
    if (!task.postprocess().isEmpty()) {
      line(
          text,
          "postprocess = [" + String.join(", ", task.postprocess()) + "]",
          "consistent numbers beside the raw ones");
    }
    if (!read.isEmpty()) {
      line(
          text,
          read.entrySet().stream()
              .map(option -> option.getKey() + " = " + quoted(option.getValue()))
              .collect(Collectors.joining(", ", "read { ", " }")),
          "how the table is read");
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String line, String comment) {
    text.append(line);
    if (!comment.isEmpty()) {
      text.append(" ".repeat(Math.max(2, COMMENTS_AT - line.length())))
          .append("# ")
          .append(comment);
    }
    text.append('\n');
  }

  /** A text as HOCON has it. */
  static String quoted(String text) {
    return text.matches("[A-Za-z][A-Za-z0-9_]*") && !text.matches("true|false|null|include")
        ? text
        : ConfigUtil.quoteString(text);
  }

  /** A text that stays in its comment. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", " ");
  }
}
