package org.sparkldp.jobs.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.sparkldp.analysis.composition.Tally;
import org.sparkldp.jobs.ledger.Ledger.Reservation;
import org.sparkldp.sql.Ledgered;

/**
 * The one door to the ledger for whoever draws reports or noise: a {@link Payment} is opened before
 * a value is read, marked when drawing begins, and confirmed when the reports are committed.
 * Without a ledger nothing is written, and nothing refused.
 *
 * <p>Where the ledger is, the operator says and no session can change: the SparkConf with which the
 * application was started, by {@value #LEDGER} (a command sets it by {@code --ledger}), else the
 * environment variable {@value #VARIABLE}.
 */
public final class Purse {
  /** The entry of the SparkConf: a path or a JDBC URL. */
  public static final String LEDGER = Ledgered.LEDGER;

  /** The environment variable, which the SparkConf overrules. */
  public static final String VARIABLE = Ledgered.VARIABLE;

  /** In a run's record: what the ledger knows of it. */
  public static final String RECORD = "ledger";

  private static final String ENTRY = "entry";
  private static final String ATTEMPT = "attempt";

  private final Optional<Ledger> ledger;

  private Purse(Optional<Ledger> ledger) {
    this.ledger = ledger;
  }

  /** The application's. */
  public static Purse ofApplication() {
    String place = Ledgered.place();
    return place.isEmpty() ? new Purse(Optional.empty()) : of(JdbcLedger.at(place));
  }

  static Purse of(Ledger ledger) {
    return new Purse(Optional.of(ledger));
  }

  /** Confirms what records say is committed; a run that was killed after it had no time to. */
  public void committed(List<JsonNode> records) {
    List<JsonNode> paid =
        records.stream().map(record -> record.path(RECORD)).filter(p -> p.has(ENTRY)).toList();
    if (ledger.isEmpty() || paid.isEmpty()) {
      return;
    }
    Map<String, Set<String>> known =
        ledger.get().entries().stream().collect(Collectors.toMap(Entry::id, Entry::committed));
    for (JsonNode run : paid) {
      String entry = run.path(ENTRY).asText();
      String attempt = run.path(ATTEMPT).asText();
      if (known.containsKey(entry) && !known.get(entry).contains(attempt)) {
        ledger.get().confirm(entry, attempt);
      }
    }
  }

  /** The attempts that records are of. */
  public static Set<String> attempts(List<JsonNode> records) {
    return records.stream()
        .map(record -> record.path(RECORD).path(ATTEMPT).asText())
        .collect(Collectors.toSet());
  }

  /**
   * Reserves; refuses with exit code 3 what would overspend.
   *
   * @param present attempts whose reports, and the table of who answered in them, the folder has
   */
  public Payment open(Spend spend, Set<String> present) {
    String attempt = UUID.randomUUID().toString();
    return new Payment(
        ledger, attempt, ledger.map(l -> l.reserve(spend, attempt, present)).orElse(null));
  }

  /** Notes that what some attempts drew has been removed, unread; says how many. */
  public int forget(Set<String> attempts) {
    return ledger.map(l -> l.forget(attempts)).orElse(0);
  }

  /** One run's way through the door. */
  public static final class Payment implements AutoCloseable {
    private final Optional<Ledger> ledger;
    private final String attempt;
    private final Reservation reservation;
    private boolean isOver;

    private Payment(Optional<Ledger> ledger, String attempt, Reservation reservation) {
      this.ledger = ledger;
      this.attempt = attempt;
      this.reservation = reservation;
    }

    /**
     * Names the run: what it stages bears this name, so that it is known whose draw was removed.
     */
    public String attempt() {
      return attempt;
    }

    /**
     * Drawing begins: from here on nobody but a person takes the reservation back.
     *
     * @param present as the folder is under this run's claim
     */
    public void drawing(Set<String> present) {
      ledger.ifPresent(l -> l.drawing(reservation, present));
      isOver = true;
    }

    /** What is drawn is committed. */
    public void confirm() {
      ledger.ifPresent(l -> l.confirm(reservation.spend().entry(), attempt));
      isOver = true;
    }

    /** Nothing was drawn, though drawing may have begun. */
    public void nothing() {
      ledger.ifPresent(l -> l.withdraw(reservation));
      isOver = true;
    }

    /** For the run's record: entry, attempt and what is left; nothing without a ledger. */
    public Map<String, Object> record() {
      if (reservation == null) {
        return Map.of();
      }
      Map<String, Object> paid = new LinkedHashMap<>();
      paid.put(ENTRY, reservation.spend().entry());
      paid.put(ATTEMPT, attempt);
      List<String> left = new ArrayList<>();
      for (Budget.Left budget : reservation.left()) {
        left.add(budget.toString());
      }
      paid.put("left", left);
      reservation.left().stream()
          .mapToLong(Budget.Left::epsilon)
          .min()
          .ifPresent(least -> paid.put("epsilon_left", down(least)));
      return Map.of(RECORD, paid);
    }

    private static double down(long grains) {
      double up = Tally.epsilon(grains);
      return Tally.epsilonGrains(up) > grains ? Math.nextDown(up) : up;
    }

    /** Of a run that ended before it drew: it takes its reservation back. */
    @Override
    public void close() {
      if (!isOver) {
        nothing();
      }
    }
  }
}
