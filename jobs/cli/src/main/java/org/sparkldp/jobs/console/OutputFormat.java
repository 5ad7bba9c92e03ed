package org.sparkldp.jobs.console;

/** A format of printed results. */
public enum OutputFormat {
  /** Aligned columns for people. */
  TABLE,
  /** Comma-separated with a header, RFC 4180. */
  CSV,
  /** One JSON object a line. */
  JSON
}
