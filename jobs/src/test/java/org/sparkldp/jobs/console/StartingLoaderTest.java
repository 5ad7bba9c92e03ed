package org.sparkldp.jobs.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSessionExtensionsProvider;
import org.apache.spark.sql.ml.InternalFunctionRegistration;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.LdpExtensions;

/** What a session of the command line starts with. */
class StartingLoaderTest {

  @Test
  void everyExtensionOnTheClassPathIsFoundButMllibsWhichIsSlowToStart() {
    ClassLoader usual = getClass().getClassLoader();
    Set<Class<?>> all = extensions(usual);
    assertTrue(
        all.contains(LdpExtensions.class) && all.contains(InternalFunctionRegistration.class));

    Set<Class<?>> others = new HashSet<>(all);
    others.remove(InternalFunctionRegistration.class);
    assertEquals(others, extensions(new StartingLoader(usual)));
  }

  private static Set<Class<?>> extensions(ClassLoader loader) {
    return ServiceLoader.load(SparkSessionExtensionsProvider.class, loader).stream()
        .map(ServiceLoader.Provider::type)
        .collect(Collectors.toSet());
  }
}
