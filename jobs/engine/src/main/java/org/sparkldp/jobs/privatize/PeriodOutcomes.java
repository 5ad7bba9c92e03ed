package org.sparkldp.jobs.privatize;

import java.util.List;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.protocols.check.Require;

/**
 * The result of a run for each of its periods.
 *
 * @param done those whose people have been asked, now or before
 * @param leftOut the others, in order
 */
public record PeriodOutcomes(List<Privatized> done, List<LeftOut> leftOut) {
  static final PeriodOutcomes NOBODY = new PeriodOutcomes(List.of(), List.of());

  public PeriodOutcomes {
    done = List.copyOf(done);
    leftOut = List.copyOf(leftOut);
  }

  /** Ends as the first period that was left out, and names all of them. */
  public void requireAll() {
    if (leftOut.isEmpty()) {
      return;
    }
    int all = done.size() + leftOut.size();
    String sentence =
        (all > 1 ? "left out " + leftOut.size() + " of " + all + " periods. " : "")
            + String.join(" ", Privatization.byReason(leftOut, LeftOut::period, LeftOut::reason));
    throw leftOut.get(0).code() == Exit.REFUSED
        ? new Refusal(sentence)
        : Require.refusal("%s", sentence);
  }
}
