package org.sparkldp.jobs;

import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sparkldp.sql.SparkTest;

/**
 * Until a test's end Spark evaluates expressions as they stand, without compiling a program for
 * each query: over a few rows that is a fifth of the time. It is for tests of what commands say,
 * keep and refuse. Tests of what is drawn, and of all that could show a value, leave it out and run
 * as in production; that both ways give the same is tested of each of our expressions in udfs/sql.
 *
 * <p>It stands after {@link SparkTest}, which puts all back.
 */
public final class Interpreted implements BeforeEachCallback {
  @Override
  public void beforeEach(ExtensionContext context) {
    SparkTest.startedWith("spark.sql.codegen.wholeStage", "false");
    SparkTest.startedWith("spark.sql.codegen.factoryMode", "NO_CODEGEN");
  }
}
