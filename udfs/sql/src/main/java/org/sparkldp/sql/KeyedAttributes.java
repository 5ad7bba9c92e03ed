package org.sparkldp.sql;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Condition;

/**
 * The attributes that SQL may randomize under the release key. A user who chooses value and id of a
 * keyed report can undo every report under its label: they randomize each item for each person and
 * see which agrees.
 *
 * <p>The operator's entry {@value #ENTRY} of the SparkConf names them, separated by commas: {@code
 * smoker}, or pinned to the columns of value and id, {@code smoker=db.people.smoker@user_id}. (Of
 * the value alone would not do: a row may hold another person's id, such as a manager's.) A pin to
 * the items of {@code ldp_item} names their list too, for each list is another question: {@code
 * ...@user_id#} and the digits that its refusal shows. If it is set, only these work, and only over
 * bare columns of stored tables ({@link KeyedLineage}). Without it everything works in an
 * application of one person and nothing on a {@link SharedServer}; there entries count only if they
 * are pinned, for users may make tables too.
 */
record KeyedAttributes(boolean isRestricted, Map<String, Optional<Pin>> columns) {
  /**
   * The place where an attribute is stored.
   *
   * @param value catalogue, database, table and column, in small letters
   * @param id the table's column of ids, in small letters
   * @param items tells the list of {@code ldp_item} from others; empty without one
   */
  record Pin(List<String> value, String id, String items) {
    @Override
    public String toString() {
      return String.join(".", value) + "@" + id + (items.isEmpty() ? "" : "#" + items);
    }
  }

  /** The entry of the SparkConf. No session can set it. */
  static final String ENTRY = "spark.ldp.keyed.attributes";

  /** The rules of this application, for the current user. */
  static KeyedAttributes here() {
    return of(KeyLocation.conf(), SharedServer.isHere());
  }

  /**
   * @param isShared whether several people's SQL runs
   */
  static KeyedAttributes of(SparkConf conf, boolean isShared) {
    Map<String, Optional<Pin>> columns = new LinkedHashMap<>();
    for (String entry : conf.get(ENTRY, "").split(",")) {
      String[] parts = entry.strip().split("=", 2);
      if (parts.length == 2) {
        columns.put(parts[0].strip(), Optional.of(pin(parts[1])));
      } else if (!parts[0].isEmpty() && !isShared) {
        columns.put(parts[0], Optional.empty());
      }
    }
    return new KeyedAttributes(isShared || conf.contains(ENTRY), columns);
  }

  private static Pin pin(String text) {
    String[] withItems = text.toLowerCase(Locale.ROOT).split("#", 2);
    String[] parts = withItems[0].split("@", -1);
    List<String> names = Arrays.stream(parts[0].split("\\.")).map(String::strip).toList();
    String id = parts[parts.length - 1].strip();
    if (parts.length != 2
        || id.isEmpty()
        || names.size() < 3
        || names.stream().anyMatch(String::isEmpty)) {
      throw Require.refusal(
          "%s must pin an attribute to its value and whose it is, DATABASE.TABLE.COLUMN@ID or"
              + " CATALOG.DATABASE.TABLE.COLUMN@ID. Provided value: %s.",
          ENTRY, text.strip());
    }
    return new Pin(
        names.size() > 3
            ? names
            : List.of(KeyedLineage.SESSION_CATALOG, names.get(0), names.get(1), names.get(2)),
        id,
        withItems.length == 1 ? "" : withItems[1].strip());
  }

  /** Refuses an attribute that is not among those allowed. */
  void require(String attribute) {
    if (isRestricted && !columns.containsKey(attribute)) {
      throw new NotEnabled(
          Require.refusal(
              "keyed randomization through SQL must be allowed by the operator, where several"
                  + " people's SQL runs or %s is set: who may choose value and id can undo reports."
                  + " Provided attribute: %s; let the job privatize make the reports, or start the"
                  + " application with %s=%s=DATABASE.TABLE.COLUMN@ID.",
              ENTRY, attribute, ENTRY, attribute),
          "keyed randomization of "
              + Condition.quoted(attribute)
              + " through SQL, which must be allowed by the operator because who may choose value"
              + " and id can undo reports,",
          ENTRY,
          attribute
              + "=DATABASE.TABLE.COLUMN@ID when the application starts, or letting the job"
              + " privatize make the reports"
              + (KeyLocation.conf().contains(ENTRY) ? "" : SharedServer.ALONE)
              + ",");
    }
  }

  /** Whether the attribute may be randomized from these columns. */
  boolean allows(String attribute, Pin stored) {
    Optional<Pin> pin = columns.get(attribute);
    return pin != null && (pin.isEmpty() || pin.get().equals(stored));
  }
}
