package org.sparkldp.jobs.console;

/** How results are printed. */
public enum Format {
  /** Aligned columns for people. */
  TABLE,
  /** Comma-separated with a header, RFC 4180. */
  CSV,
  /** One JSON object a line. */
  JSON
}
