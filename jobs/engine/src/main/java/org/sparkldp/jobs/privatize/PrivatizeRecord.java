package org.sparkldp.jobs.privatize;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.store.Sum;

/**
 * The record of a run of privatize. It holds names, counts and costs, and no value.
 *
 * @param plan its fingerprint
 * @param id names the reports
 * @param content a checksum of all that was drawn
 * @param reports that were drawn
 * @param reportIdBytes of a report's name
 * @param rows of the period, of people of other rounds among them
 * @param key the release key's public name; null where there is none
 * @param seconds that it took
 * @param types of the id, as it is hashed, and of public columns
 * @param sums of the tables that it wrote
 * @param ledger what the ledger knows of it; null without one
 */
public record PrivatizeRecord(
    String command,
    String plan,
    String name,
    String protocol,
    @JsonInclude(NON_EMPTY) String period,
    String id,
    String content,
    long reports,
    int reportIdBytes,
    int round,
    long rows,
    long rowsOfOtherRounds,
    long rowsLeftOut,
    @JsonInclude(NON_EMPTY) List<String> notes,
    String key,
    @JsonInclude(NON_EMPTY) List<String> drawnAt,
    @JsonInclude(NON_EMPTY) List<String> inputs,
    double seconds,
    Map<String, String> types,
    Map<String, Sum> sums,
    @JsonInclude(NON_EMPTY) Purse.Paid ledger) {}
