package org.sparkldp.jobs.page;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.protocols.check.Require;

/**
 * The content of a page. Everything in it is shown to everyone who opens the file: estimates, the
 * plan, a key's id; never a key, never anybody's value.
 *
 * @param title the question, one line
 * @param sections one per group, their labels distinct; the reader chooses one at a time
 * @param privacy what one person gave away, if anybody gave anything
 * @param notes cautions particular to this estimate, shown before those true of every estimate
 * @param facts how it was answered, for the record: name, spec, exact epsilon, fingerprint
 * @param planText the plan as its file holds it; blank if there is none
 */
public record Page(
    String title,
    List<GroupSection> sections,
    Optional<Privacy> privacy,
    List<String> notes,
    List<Fact> facts,
    String planText) {

  /** A page about nobody's values, such as a figure. */
  public Page(String title, List<Fact> facts, List<GroupSection> sections) {
    this(title, sections, Optional.empty(), List.of(), facts, "");
  }

  /**
   * One line of the list of facts.
   *
   * @param label such as "exact epsilon"
   * @param value with its unit
   */
  public record Fact(String label, String value) {}

  /**
   * One group of people, or everybody.
   *
   * @param label such as "country=DE" or "all"
   * @param charts one or more
   * @param alerts what must be known before any of its numbers is read
   * @param sentences the answer in words; where there are none, the page makes its own of the
   *     charts
   */
  public record GroupSection(
      String label, List<Chart> charts, List<String> alerts, List<String> sentences) {
    /** A section of which nothing must be known before. */
    public GroupSection(String label, List<Chart> charts) {
      this(label, charts, List.of());
    }

    /** A section whose answer the page puts into words. */
    public GroupSection(String label, List<Chart> charts, List<String> alerts) {
      this(label, charts, alerts, List.of());
    }

    public GroupSection {
      alerts = List.copyOf(alerts);
      sentences = List.copyOf(sentences);
      charts = List.copyOf(charts);
      Require.that(!charts.isEmpty())
          .orRefuse("a section's charts must hold one or more. Provided: none.");
    }
  }

  public Page {
    facts = List.copyOf(facts);
    sections = List.copyOf(sections);
    notes = List.copyOf(notes);
    planText = planText.strip();
    Require.that(!sections.isEmpty())
        .orRefuse("a page's sections must hold one or more. Provided: none.");
    Set<String> labels = new HashSet<>();
    for (GroupSection section : sections) {
      if (!labels.add(section.label)) {
        throw Require.refusal(
            "a page's sections must have distinct labels. Provided twice: \"%s\".", section.label);
      }
    }
  }
}
