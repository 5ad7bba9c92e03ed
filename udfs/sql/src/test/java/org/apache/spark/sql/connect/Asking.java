package org.apache.spark.sql.connect;

import java.util.function.Supplier;

/** Stands where Spark Connect's server stands: what it asks is asked by that package. */
public final class Asking {
  private Asking() {}

  public static <T> T of(Supplier<T> question) {
    return question.get();
  }
}
