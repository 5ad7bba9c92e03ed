package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ScalaUDF;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.sparkldp.jobs.ledger.Purse;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Division;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.TextRelations;
import org.sparkldp.jobs.watch.Listener;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.catalyst.Scala;

/**
 * The reports of a table's people, of all rounds, that are written nowhere: whoever reads them adds
 * them up in the job that draws them. They are those that {@link Privatization} would write, with
 * the same coins.
 *
 * <p>The table is read for the look before anybody is asked, its ids once more, and once for each
 * round; a table that is slow to read is cached by whoever has it. Of the rows, ids alone are
 * shuffled.
 *
 * <p>Guarantee: epsilon for each person, over all rounds, each time it is opened over other values.
 * Coins are keyed: nothing is written before it is used, so only reports that a retried task makes
 * again alike cost epsilon once.
 *
 * <p>Refused before anybody is asked: what {@link Privatization} refuses; a plan that is not keyed;
 * and one that needs to know who has answered, which only a folder does. Refused afterwards: a
 * table that has more or fewer people in a round than it had before.
 */
public final class Unwritten implements AutoCloseable {
  private static final String NOBODY_ASKED = "Nobody was asked.";

  private final Plan plan;
  private final KeyLocation key;
  private final Dataset<Row> values;
  private final Purse.Payment payment;
  private Look look;

  private Unwritten(Plan plan, KeyLocation key, Dataset<Row> values, Purse.Payment payment) {
    this.plan = plan;
    this.key = key;
    this.values = values;
    this.payment = payment;
  }

  /**
   * Looks at the people of a plan, and begins to draw.
   *
   * @param plan of the first round, where there are several
   * @param keyFile the release key's file, or empty for the application's own
   * @param listener hears what to expect
   */
  public static Unwritten open(Plan plan, String keyFile, Dataset<Row> table, Listener listener) {
    requireNoMemory(plan);
    Dataset<Row> values = PlanColumns.named(plan, table);
    Notes.of(plan).forEach(listener::says);
    TextRelations.require(values);
    Privatization.check(plan, values, isSame(values.queryExecution().analyzed()));
    KeyLocation key = KeyLocation.find(keyFile);
    Drawing drawing = drawing(plan, key);
    drawing.requirePeopleFirst(values);
    Purse.Payment payment = Purse.ofApplication().open(spend(plan, values), Set.of());
    Unwritten opened = new Unwritten(plan, key, values, payment);
    try {
      opened.look(drawing, listener);
      payment.drawing(Set.of());
      return opened;
    } catch (Throwable failure) { // Spark's too, which Scala does not declare
      opened.close();
      throw failure;
    }
  }

  /**
   * Whether a table is the same each time it is read. Stages of MLlib call their own functions
   * nondeterministic so that they run once, and these are the same.
   */
  private static boolean isSame(LogicalPlan table) {
    return Scala.list(table.expressions()).stream().allMatch(Unwritten::isSame)
        && Scala.list(table.children()).stream().allMatch(Unwritten::isSame);
  }

  private static boolean isSame(Expression value) {
    boolean isOfMllib =
        value instanceof ScalaUDF call
            && call.function().getClass().getName().startsWith("org.apache.spark.ml.");
    return value.deterministic()
        || ((isOfMllib || value instanceof Alias)
            && Scala.list(value.children()).stream().allMatch(Unwritten::isSame));
  }

  private static void requireNoMemory(Plan plan) {
    String offered =
        plan.randomness() != Plan.Randomness.KEYED
            ? "randomness = " + plan.randomness().text() + "; choose keyed"
            : plan.hasPeriods()
                ? "period = " + plan.period() + "; leave it out"
                : plan.isForLife()
                    ? plan.protocol().spec().name()
                    : plan.reportsPerPerson() > 1
                        ? "reports_per_person = " + plan.reportsPerPerson() + "; leave it out"
                        : "";
    Require.that(offered.isEmpty())
        .orRefuse(
            "answers without a folder need a plan that is keyed and asks each person once, because"
                + " nobody writes down who has answered. Provided: %s, or name a folder.",
            offered);
  }

  /**
   * Nobody can see whether people and values are those of an earlier time, or of another that is
   * under way: each costs again, as if its coins were fresh.
   */
  private static Spend spend(Plan plan, Dataset<Row> values) {
    Division all = plan.round() > 0 ? Division.NONE : plan.division(""); // of all rounds
    List<String> columns = List.copyOf(plan.task().values().require(plan, values));
    return Spend.of(plan, columns, "", "", "", all);
  }

  private static Drawing drawing(Plan round, KeyLocation key) {
    return new Drawing(round, key, "", Drawing.LEAST_A_FILE, false);
  }

  private void look(Drawing drawing, Listener listener) {
    Dataset<Row> rows = drawing.rows(values);
    look = drawing.wholeLook(rows);
    look.require(plan, () -> drawing.outside(rows), "", NOBODY_ASKED);
    Require.that(look.rows() > look.dropped())
        .orRefuse(
            "somebody must have a value that is asked about. Provided: none. %s", NOBODY_ASKED);
    Recruiting.of(plan.task()).requirePeople(look.rows() - look.dropped());
    Notes.expected(plan, look.rows()).forEach(listener::says);
  }

  /** The reports of a round as {@link Privatization#REPORTS} has them: plan, report and numbers. */
  public Dataset<Row> reports(Plan round) {
    Drawing drawing = drawing(round, key);
    List<Column> columns = new ArrayList<>();
    columns.add(lit(round.fingerprint()).as("plan"));
    columns.add(drawing.report().as("report"));
    round.publicNumbers().forEach(number -> columns.add(Inputs.column(number.column())));
    return drawing.kept(drawing.rows(values)).select(columns.toArray(Column[]::new));
  }

  /** Refuses a round whose rows are not those of the look: a person may have answered twice. */
  public void requireWhole(Plan round, long reports) {
    look.requireDrawn(round, reports);
  }

  /** All rounds are answered; says what the ledger has left. */
  public List<String> confirm() {
    payment.confirm();
    return Optional.ofNullable(payment.paid()).map(Purse.Paid::left).orElse(List.of());
  }

  @Override
  public void close() {
    payment.close();
  }
}
