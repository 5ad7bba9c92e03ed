package org.sparkldp.sql;

/**
 * A refusal of what the operator did not allow, or gave no key for. Jobs show its sentence; SQL
 * names feature, entry and value, as Spark does of its own.
 */
final class NotEnabled extends IllegalArgumentException {
  private final String feature;
  private final String entry;
  private final String value;

  /**
   * @param feature what is not enabled
   * @param entry the entry of the SparkConf that enables it
   * @param value what to set it to
   */
  NotEnabled(IllegalArgumentException refusal, String feature, String entry, String value) {
    super(refusal.getMessage());
    this.feature = feature;
    this.entry = entry;
    this.value = value;
  }

  String feature() {
    return feature;
  }

  String entry() {
    return entry;
  }

  String value() {
    return value;
  }
}
