package org.sparkldp.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** What a device remembers: of questions by name or fingerprint, and what it has spent. */
final class State {
  /** The newest version seen, by name. */
  final Map<String, Long> versions;

  /** The first day of the latest period answered, by fingerprint. Never deleted. */
  final Map<String, Long> answered;

  /** The round in which this device answers, by the first round's fingerprint. Never deleted. */
  final Map<String, Long> rounds;

  /** What may not have arrived: the envelope by the question's name, fingerprint and period. */
  final Map<String, String> waiting;

  long day;
  long spentToday;
  long spentForLife;

  private State(Map<?, ?> stored) {
    this.versions = read(stored.get("versions"), Long::valueOf);
    this.answered = read(stored.get("answered"), Long::valueOf);
    this.rounds = read(stored.get("rounds"), Long::valueOf);
    this.waiting = read(stored.get("waiting"), envelope -> envelope);
    Map<String, Long> spent = read(stored.get("spent"), Long::valueOf);
    this.day = spent.getOrDefault("day", 0L);
    this.spentToday = spent.getOrDefault("today", 0L);
    this.spentForLife = spent.getOrDefault("life", 0L);
  }

  private static <T> Map<String, T> read(Object stored, Function<String, T> of) {
    Map<String, T> read = new LinkedHashMap<>();
    if (stored != null) {
      ((Map<?, ?>) stored)
          .forEach((name, value) -> read.put((String) name, of.apply((String) value)));
    }
    return read;
  }

  /** Reads what {@link #text} wrote; nothing is remembered of null. */
  static State of(String stored) {
    try {
      return new State((Map<?, ?>) Json.read(stored == null ? "{}" : stored));
    } catch (RuntimeException e) {
      throw new IllegalStateException("a store must give back the text that it was given.");
    }
  }

  /** All of it; numbers are texts. */
  String text() {
    Map<String, Object> spent = new LinkedHashMap<>();
    spent.put("day", "" + day);
    spent.put("today", "" + spentToday);
    spent.put("life", "" + spentForLife);
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("spent", spent);
    all.put("versions", texts(versions));
    all.put("answered", texts(answered));
    all.put("rounds", texts(rounds));
    all.put("waiting", waiting);
    return Json.write(all);
  }

  private static Map<String, String> texts(Map<String, Long> numbers) {
    Map<String, String> texts = new LinkedHashMap<>();
    numbers.forEach((name, number) -> texts.put(name, "" + number));
    return texts;
  }
}
