package org.sparkldp.jobs.privatize;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sparkldp.jobs.watch.Stopwatch;

/**
 * When reports were drawn, and of which tables; records pass it on to what is made of them.
 *
 * @param drawnAt the first time and the last one, to the second; one where they are the same
 * @param inputs tables, as they were named
 */
public record Origin(List<String> drawnAt, List<String> inputs) {
  /** Of reports that are drawn now; of no table where it has no name. */
  static Origin now(String input) {
    return new Origin(
        List.of(Stopwatch.now().truncatedTo(ChronoUnit.SECONDS).toString()),
        input.isEmpty() ? List.of() : List.of(input));
  }

  /** The origin of what runs have made, each of which has its own. */
  public static Origin of(Stream<Origin> all) {
    List<Origin> runs = all.toList();
    List<String> drawn = sorted(runs, Origin::drawnAt);
    return new Origin(
        drawn.size() < 3 ? drawn : List.of(drawn.get(0), drawn.get(drawn.size() - 1)),
        sorted(runs, Origin::inputs));
  }

  private static List<String> sorted(List<Origin> runs, Function<Origin, List<String>> of) {
    return runs.stream().flatMap(run -> of.apply(run).stream()).distinct().sorted().toList();
  }
}
