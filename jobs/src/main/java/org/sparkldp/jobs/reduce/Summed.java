package org.sparkldp.jobs.reduce;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * What a run of accumulate says of itself.
 *
 * @param plan its fingerprint
 * @param changeOf the plan between whose periods it is a change; empty of other runs
 * @param of the runs whose reports were added up
 * @param ofContent what these reports are; empty of changes
 * @param reports that were added up
 * @param groupBy public columns
 * @param drawnAt when the first and the last of the reports were drawn
 * @param inputs of which tables
 * @param notes what a reader of the answers must know
 * @param seconds that it took
 */
record Summed(
    String command,
    String plan,
    @JsonInclude(NON_EMPTY) String changeOf,
    List<String> of,
    @JsonInclude(NON_EMPTY) List<String> ofContent,
    long reports,
    List<String> groupBy,
    @JsonInclude(NON_EMPTY) List<String> drawnAt,
    @JsonInclude(NON_EMPTY) List<String> inputs,
    @JsonInclude(NON_EMPTY) List<String> notes,
    double seconds) {
  static final String COMMAND = "accumulate";
}
