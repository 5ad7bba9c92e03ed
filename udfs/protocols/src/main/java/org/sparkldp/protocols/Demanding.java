package org.sparkldp.protocols;

/**
 * A protocol whose analysis asks something of its people. It answers without that too, so that
 * simulations can show its failures; real people should not be asked then.
 */
public interface Demanding {

  /**
   * The number of people behind one estimate (of one stratum, in all rounds together) that the
   * protocol's own analysis needs; 0 if it names no number.
   */
  default long usersNeeded() {
    return 0;
  }

  /**
   * Whether what is said of estimates needs reports of different people: rows of one person with
   * equal values have one keyed report, which would count for several.
   */
  default boolean needsOneReportEach() {
    return false;
  }

  /** The number of people that the analysis of a protocol needs; 0 if it names no number. */
  static long people(Protocol<?, ?> protocol) {
    return protocol.facet(Demanding.class).map(Demanding::usersNeeded).orElse(0L);
  }
}
