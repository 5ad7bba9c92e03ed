package org.sparkldp.jobs.draft;

import java.util.List;

/**
 * A task's part of a drafted plan.
 *
 * @param question what is asked, as a sentence
 * @param keys lines of the task's own keys, such as column and domain; comments included
 * @param protocol the spec
 * @param why what is good about it, in a few words
 * @param outside what happens to values outside where nobody says
 * @param postprocess steps of post-processing
 */
public record TaskDraft(
    String question,
    List<String> keys,
    String protocol,
    String why,
    String outside,
    List<String> postprocess) {
  public TaskDraft {
    keys = List.copyOf(keys);
    postprocess = List.copyOf(postprocess);
  }

  /** The lines of private columns with domains. */
  public static List<String> attributes(DraftRequest request) {
    DomainDraft domain = request.requiredDomain();
    if (request.columns().size() == 1) {
      return List.of(column(request.column()), "domain {\n  " + domain.sections().get(0) + "\n}");
    }
    StringBuilder lines = new StringBuilder("attributes = [\n");
    for (int i = 0; i < request.columns().size(); i++) {
      lines.append(attribute(request.columns().get(i), domain.sections().get(i), ""));
    }
    return List.of(lines + "]");
  }

  /**
   * The line of one of several columns.
   *
   * @param domain its section, without braces
   * @param more keys, after a comma
   */
  static String attribute(String column, String domain, String more) {
    return "  { column = %s, domain { %s }%s }\n".formatted(PlanDraft.quoted(column), domain, more);
  }

  /** The line of a private column. */
  public static String column(String name) {
    return "column = " + PlanDraft.quoted(name);
  }
}
