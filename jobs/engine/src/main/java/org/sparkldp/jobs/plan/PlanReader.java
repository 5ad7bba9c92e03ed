package org.sparkldp.jobs.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;

/**
 * Reads a plan from HOCON: its keys are the components of a {@link Plan}, and those of its task.
 * What is wrong is refused with the place where it stands (file and line), in one sentence.
 */
public final class PlanReader {
  private final PlanContext context;

  /** Reads plans that may refer to the context. */
  public PlanReader(PlanContext context) {
    this.context = context;
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public Plan read(String text, String origin) {
    return Settings.read("a plan", text, origin, context, this::plan);
  }

  /** The lines of a draft on which somebody must still write what only people know. */
  public static List<Integer> gaps(String text) {
    return PlanText.gaps(text);
  }

  private Plan plan(Settings settings) {
    TaskKind<?, ?> provider =
        settings.has("task")
            ? settings.choice("task", Tasks.all(), TaskKind::name)
            : Tasks.of(Tasks.DEFAULT);
    requireKeys(settings, provider);
    requireKnownState(settings.string("protocol", ""));
    OutsideRule outside = provider.taken().read(settings);
    Task task = provider.read(settings, outside);
    String id = settings.string("id", "");
    Map<String, Object> read = new HashMap<>(Map.of("task", task, "outside", outside, "id", id));
    if (settings.has("public")) {
      List<String> columns = settings.texts("public");
      settings.at("public", () -> PublicColumns.of(columns, task, id));
      read.put("period", period(settings, columns));
    }
    requireSteps(settings, provider);
    return settings.as(Plan.class, read);
  }

  /** Digits like a key's are a state's name if they are that of the one that lies beside. */
  private void requireKnownState(String protocol) {
    String known;
    try {
      known = RoundState.decode(context.attachment()).fingerprint();
    } catch (IllegalArgumentException noState) {
      known = "";
    }
    Require.that(!ReleaseKey.isIn(protocol.replace(known, "")))
        .orRefuse(
            "the state that a protocol names must be the one that lies beside its plan. Provided:"
                + " another, or none; take both from beside one estimate.");
  }

  /** The period's column as {@code public} spells it: a column has one spelling in a plan. */
  private static String period(Settings settings, List<String> publicColumns) {
    String given = settings.string("period", "");
    return publicColumns.stream().filter(given::equalsIgnoreCase).findFirst().orElse(given);
  }

  private static void requireKeys(Settings settings, TaskKind<?, ?> provider) {
    settings.requireKeys(
        Stream.concat(
                Keys.of(Plan.class).stream(),
                Tasks.all().stream().flatMap(task -> task.keys().stream()))
            .collect(Collectors.toSet()),
        "a plan");
    for (TaskKind<?, ?> other : Tasks.all()) {
      for (String key : new TreeSet<>(other.keys())) {
        if (settings.has(key) && !provider.keys().contains(key)) {
          throw settings.mistake(
              key, "%s belongs to task = %s, not to %s.", key, owners(key), provider.name());
        }
      }
    }
  }

  private static String owners(String key) {
    return Tasks.all().stream()
        .filter(task -> task.keys().contains(key))
        .map(TaskKind::name)
        .collect(Collectors.joining(" or "));
  }

  private static void requireSteps(Settings settings, TaskKind<?, ?> provider) {
    Set<String> known = new TreeSet<>(provider.steps());
    List<String> steps = settings.has("postprocess") ? settings.texts("postprocess") : List.of();
    if (steps.stream().distinct().count() < steps.size()) {
      throw settings.mistake(
          "postprocess", "postprocess must name each step once. Provided value: %s.", steps);
    }
    for (String step : steps) {
      if (!known.contains(step)) {
        throw settings.mistake(
            "postprocess",
            "postprocess must name known steps: %s. Provided value: %s.",
            String.join(", ", known),
            step);
      }
    }
  }
}
