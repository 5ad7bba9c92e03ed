package org.sparkldp.jobs.plan;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

/** All kinds of questions, found by the service loader and sorted by name. */
public final class Tasks {
  /** What a plan asks that names no task. */
  public static final String DEFAULT = "histogram";

  private Tasks() {}

  /** All of them. */
  public static List<TaskKind<?, ?>> all() {
    return All.KINDS;
  }

  /** The kind of that name. */
  public static TaskKind<?, ?> of(String name) {
    return all().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "a task must be one of %s. Provided value: %s.",
                    all().stream().map(TaskKind::name).collect(Collectors.joining(", ")), name));
  }

  private static final class All {
    static final List<TaskKind<?, ?>> KINDS =
        Services.load(TaskKind.class).stream()
            .<TaskKind<?, ?>>map(kind -> kind)
            .sorted(Comparator.comparing(TaskKind::name))
            .toList();
  }
}
