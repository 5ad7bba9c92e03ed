package org.sparkldp.jobs.ledger;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.sparkldp.protocols.accounting.composition.Tally;
import org.sparkldp.sql.Ledgered;

/**
 * Access to the ledger for whoever draws reports or noise: a {@link Payment} is opened before a
 * value is read, marked when drawing begins, and confirmed when the reports are committed. Without
 * a ledger nothing is written, and nothing refused.
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

  /**
   * The ledger's entry of a run, as the run's record has it.
   *
   * @param entry that it spent
   * @param attempt names the run
   * @param left of each budget, in words
   * @param epsilonLeft of the tightest budget; null where there is none
   */
  public record Paid(
      String entry,
      String attempt,
      List<String> left,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double epsilonLeft) {

    /** For the event of the run. */
    public Map<String, Object> details() {
      Map<String, Object> details = new LinkedHashMap<>();
      details.put("ledger_entry", entry);
      if (epsilonLeft != null) {
        details.put("epsilon_left", epsilonLeft);
      }
      return details;
    }
  }

  private final Optional<Ledger> ledger;

  private Purse(Optional<Ledger> ledger) {
    this.ledger = ledger;
  }

  /** The application's. */
  public static Purse ofApplication() {
    String place = Ledgered.place();
    return place.isEmpty() ? new Purse(Optional.empty()) : of(Ledger.at(place));
  }

  static Purse of(Ledger ledger) {
    return new Purse(Optional.of(ledger));
  }

  /** What is left of each budget; nothing without a ledger. */
  public List<Budget.Remainder> left() {
    return ledger.map(l -> l.book().left()).orElse(List.of());
  }

  /**
   * Periods in which people of a spend were asked under another plan, each with that plan's name;
   * nothing without a ledger.
   */
  public List<String> others(Spend spend, Set<String> periods) {
    return ledger.map(l -> l.book().entries()).orElse(List.of()).stream()
        .filter(entry -> entry.state() != Entry.State.RELEASED)
        .map(Entry::spend)
        .filter(other -> periods.contains(other.period()) && spend.isOtherPlanOf(other))
        .map(other -> other.period() + " (plan " + other.name() + ")")
        .distinct()
        .toList();
  }

  /** Whether there is a ledger. */
  public boolean isThere() {
    return ledger.isPresent();
  }

  /** Confirms what records say is committed; a run that was killed after it had no time to. */
  public void committed(List<Paid> runs) {
    if (ledger.isEmpty() || runs.isEmpty()) {
      return;
    }
    Map<String, Entry> known = ledger.get().book().named();
    for (Paid run : runs) {
      if (known.containsKey(run.entry())
          && !known.get(run.entry()).committed().contains(run.attempt())) {
        ledger.get().turn(book -> book.confirm(run.entry(), run.attempt()));
      }
    }
  }

  /**
   * Reserves; refuses with exit code 3 what would overspend.
   *
   * @param present attempts whose reports, and the table of who answered in them, the folder has
   */
  public Payment open(Spend spend, Set<String> present) {
    String attempt = UUID.randomUUID().toString();
    List<Budget.Remainder> left =
        ledger
            .map(l -> l.turn(book -> book.reserve(spend, attempt, present)).left(spend))
            .orElse(List.of());
    return new Payment(ledger, spend, attempt, left);
  }

  /** Notes that what an attempt drew has been removed, unread; says in how many entries. */
  public long forget(String attempt) {
    long open =
        ledger.map(l -> l.book().entries()).orElse(List.of()).stream()
            .filter(entry -> entry.open().contains(attempt))
            .count();
    if (open > 0) {
      ledger.get().turn(book -> book.forget(Set.of(attempt)));
    }
    return open;
  }

  /** One run's way through the door. */
  public static final class Payment implements AutoCloseable {
    private final Optional<Ledger> ledger;
    private final Spend spend;
    private final String attempt;
    private final List<Budget.Remainder> left;
    private boolean isOver;

    private Payment(
        Optional<Ledger> ledger, Spend spend, String attempt, List<Budget.Remainder> left) {
      this.ledger = ledger;
      this.spend = spend;
      this.attempt = attempt;
      this.left = left;
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
      ledger.ifPresent(l -> l.turn(book -> book.drawing(spend, attempt, present)));
      isOver = true;
    }

    /** What is drawn is committed. */
    public void confirm() {
      ledger.ifPresent(l -> l.turn(book -> book.confirm(spend.entry(), attempt)));
      isOver = true;
    }

    /** Nothing was drawn, though drawing may have begun. */
    public void nothing() {
      ledger.ifPresent(l -> l.turn(book -> book.withdraw(spend, attempt)));
      isOver = true;
    }

    /** For the run's record: entry, attempt and what is left; null without a ledger. */
    public Paid paid() {
      if (ledger.isEmpty()) {
        return null;
      }
      OptionalLong least = left.stream().mapToLong(Budget.Remainder::epsilon).min();
      return new Paid(
          spend.entry(),
          attempt,
          left.stream().map(Budget.Remainder::toString).toList(),
          least.isPresent() ? down(least.getAsLong()) : null);
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
