package org.sparkldp.jobs.ledger;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Account;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.composition.Tally;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The spending of a run on each of its people, in names and costs of its plan. It holds no value
 * and no count of people.
 *
 * @param account whose budget
 * @param attributes the private columns, in small letters and sorted
 * @param period such as {@code day=2026-01-01}; empty where people answer once, and {@value
 *     #LIFETIME} where all reports that they ever give cost this together
 * @param fingerprint of the plan
 * @param name of the plan
 * @param key the release key's public name; empty where each run draws afresh
 * @param output the folder of the reports
 * @param division which of the people, if only some are asked
 * @param epsilon of a report, in grains
 * @param delta of a report, in grains
 * @param rho of a report with Gaussian noise, else 0
 * @param times reports a person
 */
public record Spend(
    Account account,
    List<String> attributes,
    String period,
    String fingerprint,
    String name,
    String key,
    String output,
    Division division,
    long epsilon,
    long delta,
    double rho,
    long times) {

  /** The period of what is spent once for all periods. */
  public static final String LIFETIME = "lifetime";

  public Spend {
    attributes =
        List.copyOf(
            new TreeSet<>(attributes.stream().map(a -> a.toLowerCase(Locale.ROOT)).toList()));
    Require.that(times >= 1)
        .orRefuse("a person must give at least one report. Provided: %s.", times);
    List<String> named = new ArrayList<>(attributes);
    named.addAll(List.of(account.population(), account.purpose(), name, output));
    Require.that(named.stream().noneMatch(text -> text.chars().anyMatch(Character::isISOControl)))
        .orRefuse(
            "what the ledger names must have no control characters: population, purpose, columns,"
                + " plan and folder. Provided: one that has, in plan %s; rename it.",
            name.replaceAll("\\p{Cntrl}", "?"));
  }

  /** A spend of a protocol's reports. */
  public static Spend of(
      Account account,
      List<String> attributes,
      String period,
      String fingerprint,
      String name,
      String key,
      String output,
      Division division,
      Guarantee guarantee,
      long times) {
    return new Spend(
        account,
        attributes,
        period,
        fingerprint,
        name,
        key,
        output,
        division,
        Tally.epsilonGrains(guarantee.exactEpsilon()),
        Tally.deltaGrains(guarantee.delta()),
        guarantee.rho(),
        times);
  }

  /**
   * A spend of a plan's reports.
   *
   * @param columns the private ones; where a plan names none, its name stands for them
   */
  public static Spend of(
      Plan plan, List<String> columns, String period, String key, String output) {
    return of(plan, columns, period, key, output, plan.division(period));
  }

  /** The same of other people than those of the plan's round. */
  public static Spend of(
      Plan plan,
      List<String> columns,
      String period,
      String key,
      String output,
      Division division) {
    return of(
        plan.account(),
        columns.isEmpty() ? List.of(plan.name()) : columns,
        plan.isForLife() ? LIFETIME : period,
        plan.fingerprint(),
        plan.name(),
        key,
        output,
        division,
        plan.protocol().guarantee(),
        plan.reportsPerPerson());
  }

  /** How a refusal of it ends: others may have been asked, of other periods, rounds or blocks. */
  String nobody(String what) {
    String of =
        !period.isEmpty() && !isForLife()
            ? " now for " + period
            : isForLife() || !division.equals(Division.NONE) ? " now, of these people" : "";
    return what + of + ".";
  }

  /** Whether it asks people of another spend about the same, under another plan. */
  boolean isOtherPlanOf(Spend other) {
    return account.population().equals(other.account.population())
        && !fingerprint.equals(other.fingerprint)
        && !Collections.disjoint(attributes, other.attributes);
  }

  /** Whether it is of a day, or of no period, and then of the day on which it is reserved. */
  public boolean isDated() {
    return period.isEmpty() || isForLife() || Budget.date(period).isPresent();
  }

  /** Whether it is of all periods together. */
  public boolean isForLife() {
    return period.equals(LIFETIME);
  }

  /** Whether a repetition gives the same reports. */
  public boolean isKeyed() {
    return !key.isEmpty();
  }

  /** The private columns as one text. */
  public String attribute() {
    return String.join(",", attributes);
  }

  /**
   * Names the lifetime that it is of, if it is of one: under one plan and key people remember one
   * response, wherever their reports are. Without a key it is nobody else's.
   */
  public Optional<String> lifetime() {
    return isForLife()
        ? Optional.of(ProtocolSpec.fingerprintOf(account.population(), fingerprint, key))
        : Optional.empty();
  }

  /** The entry of this spend and of its repetitions: one a folder. */
  public String entry() {
    List<String> names = new ArrayList<>(List.of(account.population(), account.purpose()));
    names.addAll(List.of(period, fingerprint, key, output));
    names.addAll(attributes); // last, as they are any number
    return ProtocolSpec.fingerprintOf(names.toArray(String[]::new)).substring(0, 16);
  }

  /**
   * This, of an entry that was found, at no less than what the offered one costs: a later version
   * may have found that a report costs more.
   *
   * @throws Refusal if they do not ask the same people the same
   */
  Spend atLeast(Spend offered) {
    Spend other = offered.costing(epsilon, delta, rho);
    if (!equals(other)) {
      throw new Refusal(
          "an entry of the ledger must be of one question to the same people. Found under "
              + entry()
              + ": plan "
              + name
              + ", which differs from plan "
              + offered.name
              + " in its names, its people or its reports a person; choose another folder. "
              + nobody("Nobody was asked"));
    }
    return costing(
        Math.max(epsilon, offered.epsilon),
        Math.max(delta, offered.delta),
        Math.max(rho, offered.rho));
  }

  private Spend costing(long newEpsilon, long newDelta, double newRho) {
    return new Spend(
        account,
        attributes,
        period,
        fingerprint,
        name,
        key,
        output,
        division,
        newEpsilon,
        newDelta,
        newRho,
        times);
  }

  /** What all reports of a person cost, drawn once. */
  public Tally tally() {
    return Tally.of(epsilon, delta, rho).times(times);
  }

  /** Grains as the shortest decimal. */
  static String text(long grains, int digits) {
    BigDecimal number = BigDecimal.valueOf(grains, digits);
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  /** An epsilon as a number. */
  public static double epsilon(long grains) {
    return grains == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : Tally.epsilon(grains);
  }

  /** An epsilon as the shortest decimal. */
  public static String epsilonText(long grains) {
    return grains == Long.MAX_VALUE ? "unbounded" : text(grains, Tally.EPSILON_DIGITS);
  }

  /** A delta as a number people know. */
  public static String deltaText(long grains) {
    return grains == 0
        ? "0"
        : new BigDecimal(Double.toString(grains / 1e18)).stripTrailingZeros().toString();
  }
}
