package org.sparkldp.jobs.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.sparkldp.protocols.check.Require;

/**
 * Check whether folders are the same or lie inside of another, whatever links lead there on local
 * disks.
 */
final class Nesting {
  private Nesting() {}

  /** Refuses an output inside of an input. */
  static void refuse(Path output, Path input, Configuration configuration) {
    Path read = real(input, configuration);
    for (Path above = real(output, configuration); above != null; above = above.getParent()) {
      if (above.equals(read)) {
        throw Require.refusal(
            "the output must lie outside of the input, or it would be read with it."
                + " Provided paths: %s in %s.",
            output, read);
      }
    }
  }

  /** The path without symbolic links, as far as the local file system shows them. */
  private static Path real(Path path, Configuration configuration) {
    try {
      Path whole = path.getFileSystem(configuration).makeQualified(path);
      return "file".equals(whole.toUri().getScheme())
          ? new Path("file", null, new File(whole.toUri().getPath()).getCanonicalPath())
          : whole;
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + path, e);
    }
  }
}
