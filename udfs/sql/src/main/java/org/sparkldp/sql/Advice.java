package org.sparkldp.sql;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Advice on a statement that is allowed: a line in the log, WARN, at analysis. It comes once in a
 * session for each place, and holds specs, never a value or a column's name.
 */
final class Advice {
  private static final Logger LOG = LoggerFactory.getLogger("org.sparkldp.advice");

  /** Places of which a server forgets none until so many are known. */
  private static final int MOST = 10_000;

  private static final Set<String> GIVEN = ConcurrentHashMap.newKeySet();

  private Advice() {}

  /**
   * Gives advice, unless the session has had it.
   *
   * @param place what tells apart the statements that need it
   */
  static void once(String place, String sentence) {
    if (GIVEN.size() >= MOST) {
      GIVEN.clear();
    }
    if (GIVEN.add(SparkLine.session() + "\n" + place)) {
      LOG.warn(sentence);
    }
  }
}
