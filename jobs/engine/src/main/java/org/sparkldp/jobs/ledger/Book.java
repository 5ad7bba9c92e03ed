package org.sparkldp.jobs.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.protocols.check.Require;

/**
 * The account of what was spent on people, and of what may be: all that a ledger holds, with all
 * its rules. Each step of a run gives the book as it is after it, or a refusal and no book; it
 * never spends more than the budgets allow.
 *
 * <p>A reservation is taken before the first value is read, and confirmed when its reports are
 * committed; it goes by itself only if its own run knows that it drew nothing. All others stay
 * until a person decides. A book knows neither databases nor clocks: {@link Ledger} keeps it.
 *
 * @param named entries by their names
 * @param changes what became of budgets, oldest first
 * @param user who takes the next step
 * @param now when that is
 * @param latest the latest time at which a step was taken; now may be earlier, by another clock
 */
public record Book(
    Map<String, Entry> named,
    Budgets budgets,
    List<BudgetChange> changes,
    String user,
    Instant now,
    Instant latest) {

  /** Clocks differ; one that is more behind is wrong, or the latest time was. */
  private static final Duration BEHIND = Duration.ofHours(1);

  /**
   * Budgets that were put in place of others.
   *
   * @param owner who did it
   * @param changed when, in UTC
   */
  public record BudgetChange(String owner, String changed, String before, String after) {}

  public Book {
    named = Map.copyOf(named);
    changes = List.copyOf(changes);
  }

  /** All entries, in the order of their days and names. */
  public List<Entry> entries() {
    Map<String, Entry> sorted = new TreeMap<>();
    named.forEach((id, entry) -> sorted.put(entry.days() + id, entry));
    return List.copyOf(sorted.values());
  }

  /** What is left of each budget in each of its windows. */
  List<Budget.Remainder> left() {
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return budgets.all().stream().flatMap(b -> b.left(entries(), today).stream()).toList();
  }

  /** The entry of a spend, or one of which nothing was drawn yet, at what it costs today. */
  private Entry found(Spend spend) {
    return named.getOrDefault(spend.entry(), new Entry(spend, List.of(), user, time(), time(), ""));
  }

  // What happens to it.

  /**
   * Reserves a spend, or finds that it is there. What a repetition costs, {@link Entry} says.
   *
   * @param attempt names the run
   * @param present attempts whose reports, and the table of who answered in them, the folder has
   * @throws Refusal if a budget would be overspent, or an entry of the same name asks other people
   */
  Book reserve(Spend spend, String attempt, Set<String> present) {
    Entry old = found(spend);
    Entry entry = old.atLeast(spend).reserve(attempt, present, days(spend));
    return paid(old, entry, spend.nobody("Nobody was asked"));
  }

  /**
   * A run begins to draw. What it draws counts to the spend's period, or where there is none to
   * today.
   *
   * @param present as the folder is while nobody else may write into it
   * @throws Refusal if the folder or the day is not what was reserved for, and that would overspend
   */
  Book drawing(Spend spend, String attempt, Set<String> present) {
    Entry old = found(spend); // whose draw this one relied on may have taken it back
    if (old.state() == Entry.State.RELEASED && named.containsKey(old.id())) {
      throw new Refusal(
          "a reservation must stand until its reports are drawn. It was settled as unspent"
              + " meanwhile; nothing was drawn, run it again.");
    }
    Entry entry = old.atLeast(spend).draw(attempt, present, days(spend));
    return paid(old, entry, spend.nobody("Nothing was drawn"));
  }

  /** An entry by its name. */
  public Entry entry(String id) {
    Entry entry = named.get(id);
    Require.that(entry != null).orRefuse("an entry must be in the ledger. Provided: %s.", id);
    return entry;
  }

  /** An attempt's reports are committed. Again, and again: once. */
  Book confirm(String id, String attempt) {
    Entry entry = named.get(id);
    return entry == null // of another ledger
        ? this
        : with(entry.confirm(attempt, days(entry.spend())));
  }

  /** Takes back what an attempt added and nobody has used, of a run that drew nothing. */
  Book withdraw(Spend spend, String attempt) {
    Entry less = found(spend).withdraw(attempt);
    if (!less.attempts().isEmpty() || !less.note().isEmpty()) {
      return with(less);
    }
    Map<String, Entry> others = new HashMap<>(named);
    others.remove(less.id());
    return of(others);
  }

  /** What some uncommitted attempts drew is gone, unread: repetitions cost nothing more. */
  Book forget(Set<String> attempts) {
    Book book = this;
    for (Entry entry : named.values()) {
      Entry less = entry.forget(attempts);
      int gone = entry.open().size() - less.open().size();
      if (gone > 0) {
        book = book.with(less.noted(gone + " cleaned by " + user + " " + time()));
      }
    }
    return book;
  }

  /**
   * A person's decision about an entry, which is written beside it.
   *
   * @param because the person's reason
   */
  Book settle(String id, Entry.Decision decision, String because) {
    Entry entry = entry(id);
    String word = Keys.word(decision);
    String note = word + " by " + user + " " + time() + ": " + because;
    return with(entry.settle(decision, days(entry.spend())).noted(note));
  }

  /** Puts budgets in place of those that were there, and notes who did. */
  Book allowing(Budgets others) {
    List<BudgetChange> all = new ArrayList<>(changes);
    all.add(new BudgetChange(user, time(), budgets.toString(), others.toString()));
    // A time that was wrong is forgotten, too.
    return new Book(named, others, all, user, now, now);
  }

  private String time() {
    return now.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private boolean isBehind() {
    return now.plus(BEHIND).isBefore(latest);
  }

  /**
   * The day on which people of a spend count as drawn, if that is now. Where the clock is behind,
   * it may be that of the latest time as well, and both count, that of the clock first.
   */
  private List<String> days(Spend spend) {
    Stream<Instant> times =
        isBehind() && Budget.date(spend.period()).isEmpty()
            ? Stream.of(now, latest)
            : Stream.of(now);
    return times
        .map(time -> Budget.day(spend.period(), LocalDate.ofInstant(time, ZoneOffset.UTC)))
        .toList();
  }

  private Book with(Entry entry) {
    String id = entry.id();
    if (entry.equals(named.get(id))) {
      return this;
    }
    Map<String, Entry> all = new HashMap<>(named);
    all.put(id, entry.changedAt(time()));
    return of(all);
  }

  private Book of(Map<String, Entry> others) {
    return new Book(others, budgets, changes, user, now, latest.isAfter(now) ? latest : now);
  }

  // What it allows.

  /**
   * What is left of each budget that covers a spend, if its people are drawn now. Nobody is refused
   * for a clock: of two days that it may be, the one that the clock says decides.
   */
  List<Budget.Remainder> left(Spend spend) {
    List<Entry> entries = entries();
    String day = days(spend).get(0);
    return budgets.all().stream()
        .filter(budget -> budget.covers(spend))
        .map(budget -> budget.left(entries, spend, day))
        .toList();
  }

  /**
   * With an entry in place of another, if budgets allow what it spends more.
   *
   * @param end of a refusal
   */
  private Book paid(Entry old, Entry entry, String end) {
    Book after = with(entry);
    if (!entry.isMoreThan(old)) {
      return after;
    }
    Spend spend = entry.spend();
    List<Budget.Remainder> left = after.left(spend);
    if (left.isEmpty() && budgets.areRequired()) {
      throw new Refusal(
          "the ledger takes only populations that have a budget. Provided population: "
              + spend.account().population()
              + "; give it one with ldp ledger set-budget. "
              + end);
    }
    for (Budget.Remainder with : left) {
      Budget budget = with.budget();
      String name = budget.name(with.window());
      Require.that(budget.per() == Budget.Per.EVER || spend.isDated())
          .orRefuse(
              "a period must be a date, such as 2026-01-01 or 2026-01-01-07, where a budget is per"
                  + " day, month or year. Provided: %s, and the budget of %s; write the period as a"
                  + " date in a view. %s",
              spend.period(), name, end);
      if (with.spent() > budget.epsilon() && !isPaid(entry, budget)) {
        throw new Refusal(
            String.format(
                "a plan must not spend more than its budget. Budget of %s: epsilon %s at delta %s;"
                    + " spent or reserved: %s; with plan %s it would be %s. %s",
                name,
                Spend.epsilonText(budget.epsilon()),
                Spend.deltaText(budget.delta()),
                Spend.epsilonText(budget.spent(entries(), with.window())),
                spend.name(),
                Spend.epsilonText(with.spent()),
                end));
      }
    }
    return after;
  }

  /**
   * Whether an entry's lifetime has been spent before, as by another folder that is confirmed: then
   * it costs nothing, and goes on under any budget. (A total that does not rise says nothing of
   * this: it is that of the person who is worst off, and the entry may be of others.)
   */
  private boolean isPaid(Entry entry, Budget budget) {
    return entry.spend().isForLife()
        && named.values().stream()
            .anyMatch(
                other ->
                    other.state() == Entry.State.CONFIRMED
                        && other.spend().lifetime().equals(entry.spend().lifetime())
                        && budget.covers(other.spend())
                        && other.epsilon() >= entry.epsilon());
  }
}
