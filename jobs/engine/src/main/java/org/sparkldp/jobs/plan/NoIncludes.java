package org.sparkldp.jobs.plan;

import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;
import org.sparkldp.protocols.check.Require;

/** Refuses every kind of {@code include}: a plan is published whole, so it says all itself. */
final class NoIncludes
    implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {

  @Override
  public ConfigIncluder withFallback(ConfigIncluder fallback) {
    return this;
  }

  @Override
  public ConfigObject include(ConfigIncludeContext context, String what) {
    throw refusal(what);
  }

  @Override
  public ConfigObject includeFile(ConfigIncludeContext context, File what) {
    throw refusal(what);
  }

  @Override
  public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
    throw refusal(what);
  }

  @Override
  public ConfigObject includeResources(ConfigIncludeContext context, String what) {
    throw refusal(what);
  }

  private static IllegalArgumentException refusal(Object what) {
    return Require.refusal(
        "a plan or script must stand in one file, for it is published with the results."
            + " Provided: include %s; write its lines into the file.",
        what);
  }
}
