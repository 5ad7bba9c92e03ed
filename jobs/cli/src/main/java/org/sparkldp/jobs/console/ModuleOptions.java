package org.sparkldp.jobs.console;

/**
 * Check for the module options that spark-submit gives and Spark needs on Java 17. It is asked
 * before the session starts: without them, a table that has a date fails at its last step.
 */
final class ModuleOptions {
  /** A package that Spark opens by reflection when it reads dates. */
  private static final String OF_DATES = "sun.util.calendar";

  private ModuleOptions() {}

  /** Refuses a JVM without them. */
  static void require() {
    if (!Object.class.getModule().isOpen(OF_DATES, ModuleOptions.class.getModule())) {
      throw new IllegalStateException(
          "Spark needs module options of its JVM, which a standalone cluster does not give to a"
              + " driver in cluster mode. Provided: none; submit in client mode, or with"
              + " --driver-java-options \"$(grep -v '^#' conf/jvm.options | xargs)\"");
    }
  }
}
