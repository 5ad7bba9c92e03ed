package org.sparkldp.jobs.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.LdpExtensions;

/** What a session of the command line starts with. */
class StartingLoaderTest {
  private static final String OF_MLLIB = "org.apache.spark.sql.ml.InternalFunctionRegistration";

  @Test
  void everyExtensionOnTheClassPathIsFoundButMllibsWhichIsSlowToStart() {
    ClassLoader usual = getClass().getClassLoader();
    Set<String> all = extensions(usual);
    assertTrue(all.contains(LdpExtensions.class.getName()));
    assumeTrue(all.contains(OF_MLLIB), "Spark 3.5's MLlib has no extension");

    Set<String> others = new HashSet<>(all);
    others.remove(OF_MLLIB);
    assertEquals(others, extensions(new StartingLoader(usual)));
  }

  private static Set<String> extensions(ClassLoader loader) {
    return ServiceLoader.load(SparkSessionExtensionsProvider.class, loader).stream()
        .map(extension -> extension.type().getName())
        .collect(Collectors.toSet());
  }
}
