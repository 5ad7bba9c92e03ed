package org.sparkldp.jobs.ledger;

import java.util.List;
import java.util.Set;

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
   * Reserves a spend, or finds that it is there. What a repetition costs, {@link Entry} says.
   *
   * @param attempt names the run
   * @param present attempts whose reports, and the table of who answered in them, the folder has
   * @throws org.sparkldp.jobs.exit.Refusal if a budget would be overspent, or an entry of the same
   *     name asks other people; then nothing has changed
   */
  Reservation reserve(Spend spend, String attempt, Set<String> present);

  /**
   * Notes that a run begins to draw. What it draws counts to the spend's period, or where there is
   * none to today.
   *
   * @param present as the folder is while nobody else may write into it
   * @throws org.sparkldp.jobs.exit.Refusal if the folder or the day is not what was reserved for,
   *     and that would overspend
   */
  void drawing(Reservation reservation, Set<String> present);

  /** Notes that an attempt's reports are committed. Again, and again: once. */
  void confirm(String entry, String attempt);

  /** Takes back what the reservation added and nobody has used, of a run that drew nothing. */
  void withdraw(Reservation reservation);

  /**
   * Notes that what some uncommitted attempts have drawn is gone, unread: repetitions cost nothing
   * more.
   *
   * @return how many attempts these were
   */
  int forget(Set<String> attempts);

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

  /** Puts budgets in place of those that were there, and notes who did. */
  void setBudgets(Budgets budgets);

  /** What became of budgets, oldest first. */
  List<BudgetChange> budgetChanges();

  /**
   * Budgets that were put in place of others.
   *
   * @param owner who did it
   * @param changed when, in UTC
   */
  record BudgetChange(String owner, String changed, String before, String after) {}

  /**
   * A reservation.
   *
   * @param left of each budget that covers it, with it
   */
  record Reservation(Spend spend, String attempt, List<Budget.Left> left) {
    public Reservation {
      left = List.copyOf(left);
    }
  }
}
