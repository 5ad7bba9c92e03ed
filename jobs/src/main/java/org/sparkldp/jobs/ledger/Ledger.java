package org.sparkldp.jobs.ledger;

import java.util.List;
import java.util.function.Predicate;

/**
 * What has been spent on people, and never more than was allowed. A reservation is taken before the
 * first value is read, and confirmed when its reports are committed; it goes by itself only if its
 * own run knows that it drew nothing. All others stay until a person decides.
 *
 * <p>Each call is one transaction of its own: calls of several processes come one after the other,
 * and one that was killed has happened wholly or not at all.
 */
public interface Ledger {

  /**
   * Reserves a spend, or finds that it is there.
   *
   * <p>A spend with an entry costs nothing more if another run has reserved it and not begun: who
   * draws first uses that up. Nor does a keyed one: its reports are the same. With fresh coins it
   * costs nothing more either if the entry's reports are committed, for then only people without a
   * report are drawn; but after an attempt that began to draw and did not commit, the same people
   * may have been drawn, and it costs once more. So it does, keyed or not, where committed reports
   * have gone from the folder: then everybody is drawn again. A spend of a lifetime, whose entry is
   * there, costs nothing more whatever becomes of reports; nor does one in another folder, whose
   * entry is of the same lifetime.
   *
   * @param attempt names the run
   * @param isFirst whether the folder has no reports of it
   * @throws org.sparkldp.jobs.exit.Refusal if a budget would be overspent; then nothing has changed
   */
  Reservation reserve(Spend spend, String attempt, boolean isFirst);

  /**
   * Notes that a run begins to draw.
   *
   * @throws org.sparkldp.jobs.exit.Refusal if another attempt has drawn since it was reserved, and
   *     drawing once more would overspend
   */
  void drawing(Reservation reservation);

  /** Notes that an attempt's reports are committed. Again, and again: once. */
  void confirm(String entry, String attempt);

  /** Takes back what the reservation added and nobody has used, of a run that drew nothing. */
  void withdraw(Reservation reservation);

  /**
   * Notes that what uncommitted attempts have drawn is gone, unread: repetitions cost nothing more.
   *
   * @param which of the entries
   * @return how many entries had such an attempt
   */
  int discarded(Predicate<Entry> which);

  /** What a person decides of an entry. */
  enum Decision {
    /** Its reports are there or were read: it stays, and counts as confirmed. */
    SPENT,
    /** Nobody read what uncommitted attempts have drawn: these do not count. */
    UNSPENT
  }

  /**
   * Settles an entry by a person's decision, which is written beside it.
   *
   * @param because the person's reason
   */
  Entry settle(String entry, Decision decision, String because);

  /** All entries, in the order of their names. */
  List<Entry> entries();

  /** The budgets. */
  Budgets budgets();

  /** Puts budgets in place of those that were there. */
  void setBudgets(Budgets budgets);

  /**
   * A reservation.
   *
   * @param isFirst whether the folder had no reports of it
   * @param added how many draws it added to the entry: 0 or 1
   * @param left of each budget that covers it, with it
   */
  record Reservation(
      Spend spend, String attempt, boolean isFirst, long added, List<Budget.Left> left) {
    public Reservation {
      left = List.copyOf(left);
    }
  }
}
