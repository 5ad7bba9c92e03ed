package org.sparkldp.protocols;

/**
 * The type of a protocol's reports.
 *
 * @param kind how a report is carried
 * @param bytes size of a report in bytes, the same for every value
 */
public record ReportType(Kind kind, int bytes) {

  /** How a report is carried: Java type and SQL type. */
  public enum Kind {
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
    return new ReportType(Kind.CELL, Integer.BYTES);
  }

  /** A report of 64 bits. */
  public static ReportType word() {
    return new ReportType(Kind.WORD, Long.BYTES);
  }

  /** A report of packed bits. */
  public static ReportType bits(int bits) {
    return new ReportType(Kind.BITS, (bits + 7) / 8);
  }
}
