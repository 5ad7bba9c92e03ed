package org.sparkldp.sql;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;

/**
 * The names of items as a column carries them in its metadata: a digest of the list, and the names
 * themselves up to {@value #MOST_BYTES} bytes.
 *
 * @param digest tells this list from others
 * @param names in the order of item numbers; empty if they are too long to travel
 */
record ItemNames(String digest, List<String> names) implements Serializable {
  /** Of the metadata. */
  private static final String DIGEST = "ldp.items";

  private static final String NAMES = "ldp.items.names";

  /** What names may take, so that schemas stay small. */
  private static final int MOST_BYTES = 64 * 1024;

  ItemNames {
    names = isShort(names) ? List.copyOf(names) : List.of();
  }

  private static boolean isShort(List<String> names) {
    long bytes = 0;
    for (String name : names) {
      bytes += name.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MOST_BYTES) {
        return false;
      }
    }
    return true;
  }

  /** The names that a column carries. */
  static Optional<ItemNames> of(Metadata metadata) {
    if (!metadata.contains(DIGEST)) {
      return Optional.empty();
    }
    String[] names = metadata.contains(NAMES) ? metadata.getStringArray(NAMES) : new String[0];
    return Optional.of(new ItemNames(metadata.getString(DIGEST), Arrays.asList(names)));
  }

  /** Whether items are called so, as far as is known; the name of all others counts as given. */
  boolean areCalled(List<String> given) {
    return names.isEmpty() || own(names).equals(own(given));
  }

  private static List<String> own(List<String> names) {
    return names.stream().filter(name -> !name.equals(Items.OTHER)).toList();
  }

  /** Adds them to a column's metadata. */
  void into(MetadataBuilder metadata) {
    metadata.putString(DIGEST, digest);
    if (!names.isEmpty()) {
      metadata.putStringArray(NAMES, names.toArray(new String[0]));
    }
  }
}
