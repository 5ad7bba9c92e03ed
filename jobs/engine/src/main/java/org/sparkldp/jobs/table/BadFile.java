package org.sparkldp.jobs.table;

import java.util.Locale;

/** The refusal of a file of a table. Its sentence names the file, and holds no private value. */
final class BadFile extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  BadFile(String sentence, Object... parts) {
    super(String.format(Locale.ROOT, sentence, parts));
  }
}
