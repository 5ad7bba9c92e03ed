package org.sparkldp.protocols;

import java.util.ArrayList;
import java.util.List;

/**
 * A test of reports against all laws that a protocol's reports can have, whatever people's values
 * are. It promises that honest people, with any values, raise it with a probability of at most
 * {@value #FALSE_ALARM}.
 *
 * <p>It reads evidence, an accumulator under the protocol's spec with a layout of its own or the
 * protocol's. Where it is raised, it also estimates by how much fake reports have shifted each
 * estimate; {@link Finding#repaired} takes that off. Where it is not, nothing is changed.
 *
 * @param <R> a report
 */
public interface Alarm<R> {
  /** The largest probability of an alarm about honest people. */
  double FALSE_ALARM = 1e-6;

  /** How evidence adds up. */
  Layout<R> evidence();

  /** Whether reports that a device sends on several days must be looked at one day at a time. */
  default boolean takesOneDay() {
    return false;
  }

  /** What evidence of at least one report says. */
  Finding find(Accumulator<?> evidence);

  /**
   * What was found.
   *
   * @param chance that honest people give evidence as strong, at most, whatever their values are
   * @param fakes estimated fake reports; 0 where the alarm is not raised
   * @param shifts what they add to each estimate, estimated, in its unit; all 0 where it is not
   *     raised
   */
  record Finding(double chance, double fakes, double[] shifts) {

    /** Whether the alarm is raised. */
    public boolean isRaised() {
      return chance <= FALSE_ALARM;
    }

    /** The estimate without the shifts; intervals move along, and do not know of the repair. */
    public Estimate repaired(Estimate raw) {
      List<Estimate.Row> rows = new ArrayList<>(raw.rows().size());
      for (int v = 0; v < raw.rows().size(); v++) {
        Estimate.Row row = raw.rows().get(v);
        rows.add(
            new Estimate.Row(
                row.item(),
                row.estimate() - shifts[v],
                row.standardError(),
                row.lower() - shifts[v],
                row.upper() - shifts[v],
                row.note()));
      }
      return new Estimate(raw.n(), raw.confidence(), rows);
    }
  }
}
