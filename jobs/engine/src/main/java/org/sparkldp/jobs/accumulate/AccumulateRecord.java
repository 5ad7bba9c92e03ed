package org.sparkldp.jobs.accumulate;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.store.Sum;

/**
 * The record of a run of accumulate.
 *
 * @param plan its fingerprint
 * @param of the runs whose reports were added up
 * @param ofContent what these reports are
 * @param reports that were added up
 * @param groupBy public columns
 * @param numbers public columns that were added up by item
 * @param idType the type of the ids by which people were asked; empty where nobody knows it
 * @param drawnAt when the first and the last of the reports were drawn
 * @param inputs of which tables
 * @param sums of the table that it wrote
 * @param notes what a reader of the answers must know
 * @param seconds that it took
 */
public record AccumulateRecord(
    String command,
    String plan,
    List<String> of,
    List<String> ofContent,
    long reports,
    List<String> groupBy,
    @JsonInclude(NON_EMPTY) List<String> numbers,
    @JsonInclude(NON_EMPTY) String idType,
    @JsonInclude(NON_EMPTY) List<String> drawnAt,
    @JsonInclude(NON_EMPTY) List<String> inputs,
    Map<String, Sum> sums,
    @JsonInclude(NON_EMPTY) List<String> notes,
    double seconds) {
  public static final String COMMAND = "accumulate";
}
