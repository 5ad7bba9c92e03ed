package org.sparkldp.sql;

import java.io.Serializable;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * Implementation of {@code ldp_unbiased}: the weight of a report for an item, which is 1 on average
 * if the person holds the item and 0 if not.
 */
public record ReportWeight(ProtocolReference protocol) implements Serializable {

  static ReportWeight of(Protocol<?, ?> protocol) {
    Require.that(protocol instanceof FrequencyOracle<?>)
        .orRefuse(
            "a weight is of a report that counts items. Provided value: %s.", protocol.spec());
    return new ReportWeight(new ProtocolReference(protocol));
  }

  /** Of a report that is a cell. */
  public double ofCell(int report, long item) {
    return weight(report, item);
  }

  /** Of a report that is a word. */
  public double ofWord(long report, long item) {
    return weight(report, item);
  }

  /** Of a report that is packed bits. */
  public double ofBits(byte[] report, long item) {
    return weight(report, item);
  }

  @SuppressWarnings("unchecked") // the report's type is the protocol's, checked at analysis
  private <R> double weight(R report, long item) {
    FrequencyOracle<R> oracle = (FrequencyOracle<R>) protocol.resolve();
    Require.that(item >= 0 && item < oracle.k())
        .orRefuse("an item must be in [0, k) of %s. One was not (it is not shown).", protocol);
    Require.that(oracle.layout().accepts(report))
        .orRefuse(
            "a report of %s must %s. One was not (it is not shown).",
            protocol, oracle.layout().rule());
    return oracle.contribution(report, (int) item);
  }

  @Override
  public String toString() {
    return protocol.toString();
  }
}
