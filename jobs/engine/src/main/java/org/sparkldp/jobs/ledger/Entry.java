package org.sparkldp.jobs.ledger;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sparkldp.protocols.accounting.composition.Tally;

/**
 * A line of the ledger: what the runs of one question into one folder have spent, or may be about
 * to spend, on each of its people. It decides what each step of a run costs; a store only keeps it.
 *
 * <p>Runs are attempts, and attempts share draws: a <em>draw</em> is a number of attempts in which
 * nobody was drawn twice, so it costs each person the spend once. The contract is that no person
 * has been drawn more often than there are draws. It holds because an attempt leaves out whoever
 * answered according to the folder, and begins a new draw
 *
 * <ul>
 *   <li>unless the folder still has all attempts that were committed since the last draw began:
 *       otherwise their people are drawn again; and
 *   <li>with fresh coins also if an attempt of another run began to draw and was not committed:
 *       somebody may have read what it drew.
 * </ul>
 *
 * <p>A draw of a lifetime is the only one, because all its reports are in the spend.
 *
 * @param spend of one draw
 * @param attempts in the order in which they began
 * @param owner who reserved first
 * @param reserved when that was, in UTC
 * @param changed when it was last touched, in UTC
 * @param note what people decided about it
 */
public record Entry(
    Spend spend,
    List<Attempt> attempts,
    String owner,
    String reserved,
    String changed,
    String note) {

  /**
   * A run.
   *
   * @param name of the run, and of its folder while it draws
   * @param draw the number of its draw; later draws have larger ones
   * @param days on which its people count as drawn, such as 2026-01-01: one, or two where the clock
   *     was behind the ledger's, of which nobody knows which is right
   * @param step how far it has come
   */
  public record Attempt(String name, long draw, List<String> days, RunStage step) {
    public Attempt {
      days = List.copyOf(days);
    }

    Attempt at(RunStage next) {
      return new Attempt(name, draw, days, next);
    }
  }

  /** The stage of a run. */
  public enum RunStage {
    /** Its draw is paid for and not begun; whoever draws first uses it up. */
    RESERVED,
    /** It began to draw and has not committed: it is at work, or it was killed or has failed. */
    DRAWING,
    /** It drew, and did not commit before a later one did. */
    COUNTED,
    /** Its reports are, or were, in the folder. */
    COMMITTED
  }

  /** The state of the whole. */
  public enum State {
    /** Reports may be drawn, or may have been. */
    RESERVED,
    /** Reports are committed. */
    CONFIRMED,
    /** A person has decided that nothing was spent. */
    RELEASED
  }

  /** The decision of a person. */
  public enum Decision {
    /** Its reports are there or were read: it stays, and counts as confirmed. */
    SPENT,
    /** Nobody read what uncommitted attempts have drawn: these do not count. */
    UNSPENT
  }

  public Entry {
    attempts = List.copyOf(attempts);
  }

  /** One whose only draw is reserved. */
  public static Entry of(Spend spend, String attempt, String day, String owner, String now) {
    List<Attempt> first = List.of(new Attempt(attempt, 1, List.of(day), RunStage.RESERVED));
    return new Entry(spend, first, owner, now, now, "");
  }

  // What it says.

  /** Its name. */
  public String id() {
    return spend.entry();
  }

  public State state() {
    return attempts.isEmpty()
        ? State.RELEASED
        : has(RunStage.COMMITTED) ? State.CONFIRMED : State.RESERVED;
  }

  /** How often a person may have been drawn. */
  public long draws() {
    return attempts.stream().map(Attempt::draw).distinct().count();
  }

  /** The days on which people were drawn, or may be; of a released one that of its reservation. */
  public Set<String> days() {
    return attempts.isEmpty()
        ? Set.of(Budget.day(spend.period(), LocalDate.parse(reserved.substring(0, 10))))
        : attempts.stream()
            .flatMap(a -> a.days().stream())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether some of its days are by a clock that was behind the ledger's. */
  public boolean isOfAClockBehind() {
    return attempts.stream().anyMatch(a -> a.days().size() > 1);
  }

  /** What it counts for. */
  public Tally tally() {
    return attempts.isEmpty() ? Tally.NONE : spend.tally().times(draws());
  }

  /** The sum of its epsilons, in grains. */
  public long epsilon() {
    return tally().epsilonGrains();
  }

  /** The part that was drawn on some days. */
  Entry on(Predicate<String> days) {
    return with(attempts.stream().filter(a -> a.days().stream().anyMatch(days)).toList());
  }

  /** Names of the runs that began to draw and have not committed. */
  public List<String> open() {
    return attempts.stream().filter(a -> a.step() == RunStage.DRAWING).map(Attempt::name).toList();
  }

  /** Whether it spends more than another in all or on some day. */
  boolean isMoreThan(Entry other) {
    Map<String, Long> before = other.drawsByDay();
    return epsilon() > other.epsilon()
        || tally().deltaGrains() > other.tally().deltaGrains()
        || (!spend.isForLife()
            && drawsByDay().entrySet().stream()
                .anyMatch(day -> day.getValue() > before.getOrDefault(day.getKey(), 0L)));
  }

  private Map<String, Long> drawsByDay() {
    Map<String, Long> draws = new TreeMap<>();
    days().forEach(day -> draws.put(day, on(day::equals).draws()));
    return draws;
  }

  /** Names of the runs whose reports were committed. */
  public Set<String> committed() {
    return attempts.stream()
        .filter(a -> a.step() == RunStage.COMMITTED)
        .map(Attempt::name)
        .collect(Collectors.toSet());
  }

  private boolean has(RunStage step) {
    return attempts.stream().anyMatch(a -> a.step() == step);
  }

  private long lastDraw() {
    return attempts.stream().mapToLong(Attempt::draw).max().orElse(0);
  }

  /**
   * Whether the next run may draw people once more than is counted.
   *
   * @param present runs whose reports, and the table of who answered in them, are in the folder
   */
  private boolean isAgain(Set<String> present) {
    if (spend.isForLife()) {
      return false;
    }
    long last = lastDraw();
    boolean haveGone =
        attempts.stream()
            .filter(a -> a.draw() == last && a.step() == RunStage.COMMITTED)
            .anyMatch(a -> !present.contains(a.name()));
    return haveGone || (!spend.isKeyed() && has(RunStage.DRAWING));
  }

  // What happens to it.

  /** A run that wants to draw reserves what it may cost. */
  Entry reserve(String attempt, Set<String> present, List<String> days) {
    boolean isFree = !attempts.isEmpty() && (has(RunStage.RESERVED) || !isAgain(present));
    return isFree ? this : plus(new Attempt(attempt, lastDraw() + 1, days, RunStage.RESERVED));
  }

  /** A run begins to draw. */
  Entry draw(String attempt, Set<String> present, List<String> days) {
    if (open().contains(attempt)) {
      return this;
    }
    List<String> paid =
        attempts.stream().filter(a -> a.step() == RunStage.RESERVED).map(Attempt::name).toList();
    boolean isMore = !paid.isEmpty() || attempts.isEmpty() || isAgain(present);
    Attempt drawing = new Attempt(attempt, lastDraw() + (isMore ? 1 : 0), days, RunStage.DRAWING);
    // A draw that another has paid for begins now, after all that have begun.
    return paid.isEmpty()
        ? plus(drawing)
        : without(paid.contains(attempt) ? attempt : paid.get(0)).plus(drawing);
  }

  /** A run's reports are committed; what runs before it drew is counted, and gone. */
  Entry confirm(String attempt, List<String> days) {
    int own = names().indexOf(attempt);
    if (own < 0) { // settled as unspent meanwhile, or in a ledger that was lost
      return plus(new Attempt(attempt, Math.max(1, lastDraw()), days, RunStage.COMMITTED));
    }
    List<Attempt> confirmed = new ArrayList<>();
    for (int i = 0; i < attempts.size(); i++) {
      Attempt a = attempts.get(i);
      boolean isEarlier = i < own && a.step() == RunStage.DRAWING;
      confirmed.add(i == own ? a.at(RunStage.COMMITTED) : isEarlier ? a.at(RunStage.COUNTED) : a);
    }
    return with(confirmed);
  }

  /** A run drew nothing. */
  Entry withdraw(String attempt) {
    return committed().contains(attempt) ? this : without(attempt);
  }

  /** What some runs have drawn is gone, unread. The next run may draw in their stead. */
  Entry forget(Set<String> names) {
    Entry entry = this;
    for (Attempt gone : attempts) {
      if (gone.step() == RunStage.DRAWING && names.contains(gone.name())) {
        Entry others = entry.without(gone.name());
        // Nobody needs the draw if others share it, or have drawn or paid for a later one.
        entry =
            others.lastDraw() >= gone.draw()
                ? others
                : entry.with(
                    entry.attempts.stream()
                        .map(a -> a.equals(gone) ? a.at(RunStage.RESERVED) : a)
                        .toList());
      }
    }
    return entry;
  }

  /** A person's decision, see {@link Decision}. */
  Entry settle(Decision decision, List<String> days) {
    boolean isSpent = decision == Decision.SPENT;
    if (isSpent && attempts.isEmpty()) {
      return plus(new Attempt("settled", 1, days, RunStage.COMMITTED));
    }
    List<Attempt> settled = new ArrayList<>();
    for (Attempt a : attempts) {
      boolean isOpen = a.step() == RunStage.RESERVED || a.step() == RunStage.DRAWING;
      if (isSpent) {
        settled.add(isOpen ? a.at(RunStage.COMMITTED) : a);
      } else if (a.step() == RunStage.COMMITTED) {
        settled.add(a);
      }
    }
    return with(settled);
  }

  Entry noted(String more) {
    String all = note.isEmpty() ? more : note + "; " + more;
    return new Entry(spend, attempts, owner, reserved, changed, all);
  }

  Entry changedAt(String time) {
    return new Entry(spend, attempts, owner, reserved, time, note);
  }

  /**
   * The same, found again for a spend of the same names.
   *
   * @throws org.sparkldp.jobs.exit.Refusal if it is of other people, or of another number of
   *     reports
   */
  Entry atLeast(Spend offered) {
    return new Entry(spend.atLeast(offered), attempts, owner, reserved, changed, note);
  }

  private List<String> names() {
    return attempts.stream().map(Attempt::name).toList();
  }

  private Entry plus(Attempt attempt) {
    List<Attempt> all = new ArrayList<>(attempts);
    all.add(attempt);
    return with(all);
  }

  private Entry without(String name) {
    return with(attempts.stream().filter(a -> !a.name().equals(name)).toList());
  }

  Entry with(List<Attempt> others) {
    return new Entry(spend, others, owner, reserved, changed, note);
  }
}
