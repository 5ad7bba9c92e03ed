package org.sparkldp.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a device remembers, as texts by kind and name: of questions by name or fingerprint, and what
 * it has spent. Nothing of it but what waits is ever deleted.
 */
final class State {
  /** What may not have arrived: the envelope by the question's name, fingerprint and period. */
  private static final String WAITING = "waiting";

  private final Map<String, Map<String, String>> kinds = new LinkedHashMap<>();

  /** Reads what {@link #text} wrote; nothing is remembered of null. */
  static State of(String stored) {
    State state = new State();
    try {
      Map<?, ?> read = (Map<?, ?>) Json.read(stored == null ? "{}" : stored);
      read.forEach((kind, of) -> ((Map<?, ?>) of).forEach((n, text) -> state.put(kind, n, text)));
    } catch (RuntimeException e) {
      throw new IllegalStateException("a store must give back the text that it was given.");
    }
    return state;
  }

  private void put(Object kind, Object name, Object text) {
    if (!kind.equals(WAITING)) {
      Long.parseLong((String) text);
    }
    kind((String) kind).put((String) name, (String) text);
  }

  private Map<String, String> kind(String kind) {
    return kinds.computeIfAbsent(kind, any -> new LinkedHashMap<>());
  }

  Map<String, String> waiting() {
    return kind(WAITING);
  }

  /** A number that is remembered; the other one if none is. */
  long number(String kind, String name, long otherwise) {
    String number = kind(kind).get(name);
    return number == null ? otherwise : Long.parseLong(number);
  }

  void put(String kind, String name, long number) {
    kind(kind).put(name, "" + number);
  }

  /** All of it; numbers are texts. */
  String text() {
    return Json.write(kinds);
  }
}
