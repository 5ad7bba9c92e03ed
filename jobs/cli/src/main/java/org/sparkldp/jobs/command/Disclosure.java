package org.sparkldp.jobs.command;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sparkldp.jobs.console.Usage;
import org.sparkldp.jobs.ledger.Budget;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Disclosure of a deployment: an entry for a registry, and sentences for a legal department. Its
 * pages are functions of it, so that a page that was changed is recognised. It holds names, costs
 * and counts, and no value of anybody.
 *
 * @param entry fields of the registry, in its order
 * @param sentences for a legal department
 */
@JsonIgnoreProperties(value = "sha256", allowGetters = true)
record Disclosure(Map<String, String> entry, List<String> sentences) {
  /** What no input knows. */
  static final String UNKNOWN = "to be filled in";

  /** Nobody may write these about a run over a table; guarantee.md has the list, too. */
  static final List<String> NOT_TRUE =
      List.of("nobody sees the data", "anonymous", "every value is randomized before it is stored");

  private static final String ENTRY = "entry.md";
  private static final String LEGAL = "legal.md";
  private static final String JSON_FILE = "disclosure.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  Disclosure {
    entry.values().forEach(Objects::requireNonNull);
    sentences.forEach(Objects::requireNonNull);
  }

  /**
   * Answers that only people know.
   *
   * @param whoSees the results, besides those who run the job
   */
  @Section("a file about a deployment")
  record About(
      @Key(otherwise = "\"\"") String organisation,
      @Key(otherwise = "\"\"") String contact,
      @Key(otherwise = "\"\"") String purpose,
      @Key(otherwise = "\"\"") String data,
      @Key(otherwise = "\"\"") String population,
      @Key(otherwise = "\"\"") String whoSees,
      @Key(otherwise = "\"\"") String retention) {}

  /** The record of a run, as far as a disclosure needs it. */
  private record RunSummary(String command, String plan, long reports) {}

  /**
   * Of a plan and of what is known beside it.
   *
   * @param found by the audit of the plan's protocol
   * @param runs that drew or took in reports
   * @param left of the population's budgets; nothing without a ledger
   */
  static Disclosure of(
      Plan plan,
      About about,
      Audit.AuditResult found,
      List<Run> runs,
      List<Budget.Remainder> left) {
    Protocol<?, ?> protocol = plan.protocol();
    Guarantee guarantee = protocol.guarantee();
    TreeSet<String> periods =
        runs.stream().map(Run::period).collect(Collectors.toCollection(TreeSet::new));
    List<RunSummary> drew = runs.stream().map(run -> run.as(RunSummary.class)).toList();
    boolean isTable = drew.stream().anyMatch(run -> run.command.equals("privatize"));
    boolean isFromPhones = drew.stream().anyMatch(run -> run.command.equals("ingest"));
    String column = String.join(", ", plan.task().values().columns());
    boolean isKeyed = plan.randomness() == Plan.Randomness.KEYED;
    double perPerson = plan.reportsPerPerson() * guarantee.epsilon();
    String epsilon = ProtocolSpec.shortest(perPerson);

    Map<String, String> entry = new LinkedHashMap<>();
    entry.put("name", plan.name());
    entry.put("organisation", or(about.organisation));
    entry.put("contact", or(about.contact));
    entry.put("purpose", or(about.purpose.isBlank() ? plan.account().purpose() : about.purpose));
    entry.put("data", (column.isEmpty() ? "" : "column " + column + ": ") + or(about.data));
    entry.put("population", plan.account().population() + ": " + or(about.population));
    entry.put(
        "model of privacy",
        "local: each person's value is randomized by itself, "
            + (isTable
                ? "from a table that the operator holds"
                : isFromPhones ? "on the person's device" : "where: " + UNKNOWN));
    entry.put(
        "unit of privacy",
        (plan.isOfRows() ? "a row, taken for a person" : "a person, by the id " + plan.id())
            + ": any two values");
    entry.put(
        "mechanism",
        "%s: %s; %s, class %s"
            .formatted(
                protocol.spec(),
                Protocols.declaration(protocol.spec()).description(),
                Usage.PROGRAM,
                protocol.getClass().getName()));
    entry.put(
        "epsilon of a report",
        "%s; of the integers in use %s"
            .formatted(ProtocolSpec.shortest(guarantee.epsilon()), guarantee.exactText()));
    String turns =
        plan.turns().isPresent()
            ? " (people take turns: each answers in one of %s)".formatted(plan.turns().getAsInt())
            : "";
    String each =
        plan.isForLife()
            ? " for all periods together"
            : plan.hasPeriods() ? " in each " + plan.period() : "";
    entry.put("epsilon of a period", epsilon + (each.isEmpty() ? ", once" : each + turns));
    entry.put("epsilon of a lifetime", lifetime(plan, epsilon, periods.size()));
    entry.put(
        "delta",
        guarantee.delta() == 0
            ? "0"
            : ProtocolSpec.shortest(plan.reportsPerPerson() * guarantee.delta()) + each);
    entry.put(
        "budget",
        left.isEmpty()
            ? UNKNOWN
            : left.stream().map(Budget.Remainder::toString).collect(Collectors.joining("; ")));
    entry.put(
        "who sees what",
        "values: "
            + (isFromPhones && !isTable
                ? "the person alone"
                : "whoever runs the job or reads the table"
                    + (isTable ? "" : "; on devices, the person alone"))
            + "; reports, with "
            + (plan.publicColumns().isEmpty()
                ? "no other column"
                : "the public " + String.join(", ", plan.publicColumns()))
            + ": readers of their folder; estimates: "
            + or(about.whoSees)
            + (isKeyed ? "; who holds the release key and an id can undo a report" : ""));
    entry.put("retention", or(about.retention));
    entry.put("evidence", evidence(plan, found, drew, periods));
    return new Disclosure(entry, sentences(plan, perPerson, epsilon, isTable, isFromPhones));
  }

  private static String or(String text) {
    return text.isBlank() ? UNKNOWN : text.strip().replaceAll("\\s+", " ");
  }

  private static String lifetime(Plan plan, String epsilon, int periods) {
    if (!plan.hasPeriods() || plan.isForLife()) {
      return epsilon + " under this plan; other questions add theirs";
    }
    return "no bound: %s more each %s in which a person answers; so far %s; other questions add theirs"
        .formatted(epsilon, plan.period(), periods == 0 ? UNKNOWN : periods + " at most");
  }

  private static String evidence(
      Plan plan, Audit.AuditResult found, List<RunSummary> drew, TreeSet<String> periods) {
    String audited =
        found.exact().isPresent()
            ? "every outcome of the random bits enumerated: epsilon "
                + ProtocolSpec.shortest(found.exact().getAsDouble())
            : "%s sampled reports do not refute it: epsilon is at least %s"
                .formatted(found.samples(), ProtocolSpec.shortest(found.lowerBound()));
    String runs =
        drew.isEmpty()
            ? "runs: " + UNKNOWN
            : "%s runs, %s reports%s"
                .formatted(
                    drew.size(),
                    drew.stream().mapToLong(RunSummary::reports).sum(),
                    plan.hasPeriods()
                        ? ", from %s to %s".formatted(periods.first(), periods.last())
                        : "");
    return "audit: %s; plan: SHA-256 %s; %s".formatted(audited, plan.fingerprint(), runs);
  }

  private static List<String> sentences(
      Plan plan, double perPerson, String epsilon, boolean isTable, boolean isFromPhones) {
    List<String> all = new ArrayList<>();
    all.add(
        "Each %s answer is replaced by a random report. %s is at most %s times as likely from one answer as from any other (epsilon %s), and statistics are computed from reports alone."
            .formatted(
                plan.isOfRows() ? "row's" : "person's",
                plan.isOfRows()
                    ? "The report of a row"
                    : "All that a person reports "
                        + (plan.hasPeriods() && !plan.isForLife()
                            ? "in one " + plan.period()
                            : "under this plan"),
                times(perPerson),
                epsilon));
    if (plan.isOfRows()) {
      all.add(
          "A person with several rows reports several times, and the epsilons of the reports add up.");
    }
    if (plan.protocol().guarantee().delta() > 0) {
      all.add("With a small probability, delta, a report may show more than that.");
    }
    if (isTable || !isFromPhones) {
      all.add(
          "Whoever runs the job over a table sees the true answers, in the table and in memory, until the table is deleted, which the software does not do.");
    }
    if (isFromPhones || !isTable) {
      all.add("If reports are drawn on people's devices, nobody but the person sees the answer.");
    }
    all.add(
        plan.randomness() == Plan.Randomness.KEYED
            ? "Whoever holds the release key and a person's id can turn the report back into the answer, so the key is as sensitive as the table until all its copies are destroyed."
            : "No key turns a report back into the answer: its random bits were drawn once and are kept nowhere.");
    all.add(
        "Reports tell people apart: they show that a person has a row, the time%s."
            .formatted(
                plan.publicColumns().isEmpty()
                    ? ""
                    : ", and " + String.join(", ", plan.publicColumns())));
    all.add(
        "Every further question to the same person adds its epsilon. The ledger adds up and refuses, for the jobs that name it.");
    return all;
  }

  /** Rounded up; large ones are read more easily, and some only be written, as a power. */
  private static String times(double epsilon) {
    return epsilon > 20
        ? "e^" + ProtocolSpec.shortest(epsilon)
        : new BigDecimal(Math.exp(epsilon))
            .round(new MathContext(3, RoundingMode.CEILING))
            .toPlainString();
  }

  /** Writes a new folder, which is there whole or not at all. */
  void write(Path out) throws IOException {
    Path whole = out.toAbsolutePath().normalize();
    Path folder = whole.resolveSibling("." + whole.getFileName() + ".unfinished");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(JSON_FILE), json());
    for (Map.Entry<String, String> page : pages().entrySet()) {
      Files.writeString(folder.resolve(page.getKey()), page.getValue());
    }
    Files.move(folder, whole, StandardCopyOption.ATOMIC_MOVE);
  }

  private Map<String, String> pages() {
    return Map.of(ENTRY, entryPage(), LEGAL, legalPage());
  }

  @JsonProperty("sha256")
  Map<String, String> checksums() {
    Map<String, String> sums = new TreeMap<>(pages());
    sums.replaceAll((name, text) -> ProtocolSpec.fingerprint(text));
    return sums;
  }

  private String json() throws IOException {
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
  }

  /** The files of a folder that are not those that were written; none of one that is whole. */
  static List<String> changed(Path folder) {
    try {
      String json = Files.readString(folder.resolve(JSON_FILE));
      Disclosure written = JSON.readValue(json, Disclosure.class);
      if (written == null || !JSON.readTree(json).equals(JSON.valueToTree(written))) {
        return List.of(JSON_FILE);
      }
      return written.pages().entrySet().stream()
          .filter(page -> !isThere(folder.resolve(page.getKey()), page.getValue()))
          .map(Map.Entry::getKey)
          .sorted()
          .toList();
    } catch (IOException e) {
      return List.of(JSON_FILE);
    }
  }

  private static boolean isThere(Path file, String text) {
    try {
      return Files.readString(file).equals(text);
    } catch (IOException e) {
      return false; // gone, or no text
    }
  }

  private String entryPage() {
    return "# "
        + entry.get("name")
        + "\n\nThis deployment of local differential privacy, as a registry of deployments asks for it.\n\n"
        + "| field | this deployment |\n|---|---|\n"
        + entry.entrySet().stream()
            .map(
                field ->
                    "| %s | %s |\n".formatted(field.getKey(), field.getValue().replace("|", "\\|")))
            .collect(Collectors.joining());
  }

  private String legalPage() {
    return "# "
        + entry.get("name")
        + ", for a legal department\n\nThese sentences say what the software does. They are no legal advice.\n\n"
        + sentences.stream().map(one -> "* " + one + "\n").collect(Collectors.joining())
        + "\n## Do not write\n\n"
        + NOT_TRUE.stream().map(one -> "* \"" + one + "\"\n").collect(Collectors.joining())
        + "\n## To be filled in\n\nConsent, legal basis, the roles of controller and processor, and:\n\n"
        + entry.entrySet().stream()
            .filter(field -> field.getValue().contains(UNKNOWN))
            .map(field -> "* " + field.getKey() + "\n")
            .collect(Collectors.joining());
  }
}
