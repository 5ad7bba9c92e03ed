package org.sparkldp.protocols;

/**
 * The type of a protocol's reports.
 *
 * @param kind how a report is carried
 * @param bytes size of a report in bytes, the same for every value
 */
public record ReportType(ReportCarrier kind, int bytes) {

  /** The carrier of a report: Java type and SQL type. */
  public enum ReportCarrier {
    /** Integer, SQL INT: one of finitely many cells. */
    CELL,
    /** Long, SQL BIGINT. */
    WORD,
    /**
     * byte[], SQL BINARY: packed bits, bit j in byte j / 8 at place j mod 8; or 64-bit integers,
     * the lowest byte first, which are packed bits too.
     */
    BITS
  }

  /** A report in [0, cells). */
  public static ReportType cell() {
    return new ReportType(ReportCarrier.CELL, Integer.BYTES);
  }

  /** A report of 64 bits. */
  public static ReportType word() {
    return new ReportType(ReportCarrier.WORD, Long.BYTES);
  }

  /** A report of packed bits. */
  public static ReportType bits(int bits) {
    return new ReportType(ReportCarrier.BITS, (bits + 7) / 8);
  }
}
