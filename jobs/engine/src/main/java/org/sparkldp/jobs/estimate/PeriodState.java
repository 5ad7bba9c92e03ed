package org.sparkldp.jobs.estimate;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sparkldp.jobs.accumulate.AccumulateRecord;
import org.sparkldp.jobs.privatize.LeftOut;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.protocols.check.Require;

/**
 * The state of a period of a series, by the records of its folders; no report is read.
 *
 * @param period such as {@code day=2026-01-01}; empty where the plan has none
 * @param state {@code asked}, {@code refused}, or {@code missing} where the table had no rows of it
 * @param reports of its people
 * @param late those of them who came after the first run
 * @param waiting reports that are not accumulated; null where no folder of accumulators is known
 * @param why it was refused, or the people who came later were; else empty
 */
public record PeriodState(
    String period, String state, long reports, long late, Long waiting, String why) {

  /** The states of all periods that folders know, in order; refuses folders without any. */
  public static List<PeriodState> of(List<Output> folders) {
    Map<String, List<Run>> drawn = new TreeMap<>();
    Map<String, LeftOut.LeftOutRecord> leftOut = new TreeMap<>();
    Set<String> summed = new HashSet<>();
    boolean areSummed = false;
    for (Output folder : folders) {
      for (Run run : folder.runs()) {
        boolean isSum = run.command().equals(AccumulateRecord.COMMAND);
        areSummed |= isSum;
        if (isSum) {
          summed.addAll(run.as(AccumulateRecord.class).of());
        } else {
          drawn.computeIfAbsent(run.period(), period -> new ArrayList<>()).add(run);
        }
      }
      folder
          .leftOut()
          .forEach(run -> leftOut.put(run.period(), run.as(LeftOut.LeftOutRecord.class)));
    }
    leftOut.keySet().forEach(period -> drawn.putIfAbsent(period, List.of()));
    Require.that(!drawn.isEmpty())
        .orRefuse(
            "there must be a folder that run or privatize has written. Provided: %s.", folders);
    List<PeriodState> states = new ArrayList<>();
    for (Map.Entry<String, List<Run>> entry : drawn.entrySet()) {
      List<Run> runs = entry.getValue();
      LeftOut.LeftOutRecord said = leftOut.get(entry.getKey());
      int first = runs.stream().mapToInt(Run::number).min().orElse(0);
      states.add(
          new PeriodState(
              entry.getKey(),
              runs.isEmpty() ? said.wasAbsent() ? "missing" : "refused" : "asked",
              reports(runs),
              reports(runs.stream().filter(run -> run.number() > first).toList()),
              areSummed
                  ? reports(runs.stream().filter(run -> !summed.contains(run.id())).toList())
                  : null,
              said == null ? "" : said.sentence()));
    }
    return states;
  }

  private static long reports(List<Run> runs) {
    return runs.stream().mapToLong(Run::reports).sum();
  }
}
