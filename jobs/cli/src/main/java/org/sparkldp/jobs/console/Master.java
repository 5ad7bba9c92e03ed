package org.sparkldp.jobs.console;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check that the master of a standalone cluster can be reached. It is asked before the session
 * starts: Spark itself would try for a minute, and then not say which master it tried.
 */
final class Master {
  private static final Pattern PLACE = Pattern.compile("([^,:\\[\\]]+|\\[[^\\]]+\\]):(\\d{1,5})");
  private static final int MILLIS = 5_000;

  private Master() {}

  /** Refuses one that cannot be reached; of several, all. Other kinds of master are not asked. */
  static void require(String url) {
    if (!url.startsWith("spark://")) {
      return;
    }
    IOException last = null;
    Matcher place = PLACE.matcher(url.substring("spark://".length()));
    while (place.find()) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(
                place.group(1), Math.min(65_535, Integer.parseInt(place.group(2)))),
            MILLIS);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    if (last != null) {
      throw new IllegalStateException(
          "the master of the cluster must be reachable. Provided: " + url, last);
    }
  }
}
