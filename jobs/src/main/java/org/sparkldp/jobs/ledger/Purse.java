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
    Set<String> open =
        ledger.get().entries().stream()
            .filter(e -> e.state() != Entry.State.CONFIRMED || !e.open().isEmpty())
            .map(Entry::id)
            .collect(Collectors.toSet());
    for (JsonNode run : paid) {
      if (open.contains(run.path(ENTRY).asText())) {
        ledger.get().confirm(run.path(ENTRY).asText(), run.path(ATTEMPT).asText());
      }
    }
  }

  /**
   * Reserves; refuses with exit code 3 what would overspend.
   *
   * @param isFirst whether the folder has no reports of it
   */
  public Payment open(Spend spend, boolean isFirst) {
    String attempt = UUID.randomUUID().toString();
    return new Payment(ledger, ledger.map(l -> l.reserve(spend, attempt, isFirst)).orElse(null));
  }

  /** Notes that nothing of uncommitted attempts is left in a folder; says of how many entries. */
  public int discarded(String output) {
    return ledger.map(l -> l.discarded(e -> e.spend().output().equals(output))).orElse(0);
  }

  /** One run's way through the door. */
  public static final class Payment implements AutoCloseable {
    private final Optional<Ledger> ledger;
    private final Reservation reservation;
    private boolean isOver;

    private Payment(Optional<Ledger> ledger, Reservation reservation) {
      this.ledger = ledger;
      this.reservation = reservation;
    }

    /** Drawing begins: from here on nobody but a person takes the reservation back. */
    public void drawing() {
      ledger.ifPresent(l -> l.drawing(reservation));
      isOver = true;
    }

    /** What is drawn is committed. */
    public void confirm() {
      ledger.ifPresent(l -> l.confirm(reservation.spend().entry(), reservation.attempt()));
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
      paid.put(ATTEMPT, reservation.attempt());
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
