package org.sparkldp.jobs.console;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The process's class loader without MLlib's list of functions that Spark would register in every
 * session. A session started under it has every other extension on the class path, and starts a
 * third sooner: to register two functions, MLlib starts all of Scala's reflection.
 *
 * <p>No SQL can name these two functions, and nothing here calls them.
 */
final class StartingLoader extends ClassLoader {
  private static final String EXTENSIONS =
      "META-INF/services/org.apache.spark.sql.SparkSessionExtensionsProvider";

  /** Part of the names of MLlib's jar and of no other, as a path and as a jar's name. */
  private static final String MLLIB = "/spark-mllib_";

  StartingLoader(ClassLoader parent) {
    super(parent);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    Enumeration<URL> found = super.getResources(name);
    if (!name.equals(EXTENSIONS)) {
      return found;
    }
    List<URL> others =
        Collections.list(found).stream().filter(url -> !url.getPath().contains(MLLIB)).toList();
    return Collections.enumeration(others);
  }
}
