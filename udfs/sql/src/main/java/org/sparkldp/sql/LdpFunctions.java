package org.sparkldp.sql;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import scala.Function1;
import scala.runtime.AbstractFunction1;

/**
 * The list of SQL functions: name, documentation with an example that runs, and the builder of
 * {@link FunctionCalls} that checks arity, types and constants at analysis. {@code DESCRIBE
 * FUNCTION EXTENDED} and the function page come from here.
 */
public final class LdpFunctions {

  /**
   * One SQL function.
   *
   * @param name in SQL
   * @param usage what it does, one sentence after the signature
   * @param arguments one line each
   * @param example a statement that runs anywhere, and its result
   * @param note what a user must know
   * @param builder checked arguments to expression
   */
  public record SqlFunction(
      String name,
      String usage,
      List<String> arguments,
      Example example,
      String note,
      Function<List<Expression>, Expression> builder) {

    /** A statement and the one value that it returns, as text. */
    public record Example(String statement, String result) {}

    /** Its name, for Spark. */
    FunctionIdentifier identifier() {
      return new FunctionIdentifier(name);
    }

    /** Its documentation, for Spark. */
    ExpressionInfo info() {
      String indent = "\n      ";
      return new ExpressionInfo(
          LdpFunctions.class.getName(),
          null,
          name,
          usage,
          "\n    Arguments:"
              + arguments.stream()
                  .map(argument -> indent + "* " + argument)
                  .collect(Collectors.joining())
              + "\n  ",
          "\n    Examples:"
              + indent
              + "> "
              + example.statement
              + ";"
              + indent
              + " "
              + example.result
              + "\n  ",
          "\n    " + note + "\n  ",
          "misc_funcs",
          "4.1.0",
          "",
          "scala_udf");
    }

    /**
     * What makes a call of it, for Spark.
     *
     * @param list makes a list of what Spark calls a sequence, with Scala 2.12 another than 2.13
     */
    <S> Function1<S, Expression> calls(Function<S, List<Expression>> list) {
      return new AbstractFunction1<>() {
        @Override
        public Expression apply(S given) {
          LdpErrors.refuse(name, SharedServer::requireNoFreeKey, KeyedAttributes.ENTRY);
          return builder.apply(list.apply(given));
        }
      };
    }
  }

  private static final String SPEC_ARGUMENT =
      "spec - a constant text such as 'grr(epsilon=1.0,k=16)': protocol and parameters";

  private static final String EPSILON_ARGUMENT = "epsilon - privacy loss, 0 to 300";
  private static final String DELTA_ARGUMENT = "delta - failure mass, 1e-15 to below 1";
  private static final String SIGMA_ARGUMENT = "sigma - standard deviation, above 0";
  private static final String SENSITIVITY_ARGUMENT =
      "sensitivity - how far, in L2, one person can move the answer, above 0";

  private static final String OUTSIDE_ARGUMENT =
      "outside - what all other values and NULL are: 'category' (default), the last item; 'drop',"
          + " NULL; 'fail', the end of the query";

  /** All functions, in the order of the pipeline. */
  public static final List<SqlFunction> ALL =
      List.of(
          new SqlFunction(
              "ldp_randomize",
              "_FUNC_(value, spec[, id[, attribute]]) - Returns one locally private report of"
                  + " `value`.",
              List.of(
                  "value - an item index in [0, k) (any integer type, or BOOLEAN as 0 and 1), or a"
                      + " finite number, or an array of them, where the protocol asks for one",
                  SPEC_ARGUMENT,
                  "id - whose value it is (integer, STRING or BINARY). With it the report is"
                      + " keyed: a deterministic function of release key, attribute, id and value."
                      + " One that is made anew in each run, or is the same for all rows, is"
                      + " refused."
                      + " Without it the report is drawn anew from the operating system's entropy"
                      + " each time it is computed: write it to storage before anything reads it"
                      + " twice.",
                  "attribute - a constant text that names the question; it may be left out where"
                      + " `value` is a bare column, a field of one, or ldp_item of it: the attribute"
                      + " is then its name. Different questions need different names"),
              new SqlFunction.Example(
                  "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)') BETWEEN 0 AND 15", "true"),
              "A NULL value or id gives a NULL report, so missing values are visible: map NULL to"
                  + " an item of its own first. A value outside the domain, or a"
                  + " number that is not finite, fails the query without being shown. The key comes"
                  + " from the file that spark.ldp.keyFile named when the application started, or"
                  + " from the environment variable LDP_KEY. On a Connect or Thrift server keyed"
                  + " reports are off, except for columns to which the operator pinned an attribute"
                  + " in spark.ldp.keyed.attributes. With a key and no pins, such a server refuses"
                  + " every ldp_ function.",
              FunctionCalls::randomize),
          new SqlFunction(
              "ldp_item",
              "_FUNC_(value, items[, outside]) or _FUNC_(value, lower, upper[, outside]) - Returns"
                  + " the number of the item that `value` is, from 0 on.",
              List.of(
                  "value - a STRING, number, BOOLEAN or DATE; a whole number may be of any numeric"
                      + " type",
                  "items - a constant ARRAY of texts, whole numbers, truth values or dates, each"
                      + " once",
                  "lower, upper - constants; the items are the whole numbers from one to the other",
                  OUTSIDE_ARGUMENT),
              new SqlFunction.Example("SELECT ldp_item('IN', array('US', 'IN', 'BR'))", "1"),
              "k is the number of items, and one more with outside = 'category'. The items are part"
                  + " of the question: reports, accumulators and estimates know them, and another"
                  + " list is another question. Python asks by the same function.",
              FunctionCalls::item),
          new SqlFunction(
              "ldp_bin",
              "_FUNC_(value, edges[, outside]) - Returns the number of the bin in which `value`"
                  + " lies, from 0 on.",
              List.of(
                  "value - a number",
                  "edges - a constant ARRAY of rising numbers; each bin has its lower edge, the last"
                      + " one also its upper edge",
                  OUTSIDE_ARGUMENT),
              new SqlFunction.Example("SELECT ldp_bin(7000, array(0, 5000, 10000))", "1"),
              "Bins are items, as in ldp_item, named '[0, 5000)' and so on.",
              FunctionCalls::bin),
          new SqlFunction(
              "ldp_accumulate",
              "_FUNC_(report, spec) - Aggregates reports into a mergeable accumulator.",
              List.of(
                  "report - reports of one protocol, INT, BIGINT or BINARY as the spec says",
                  SPEC_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT size(ldp_estimate(ldp_accumulate(col, 'grr(epsilon=1.0,k=2)'))) FROM"
                      + " VALUES (0), (1), (1) AS reports(col)",
                  "2"),
              "Returns self-describing BINARY: spec, number of reports and counters. NULL reports"
                  + " are skipped. A row is one person's report; it has no weight. Another number of"
                  + " the person, such as milliseconds by a private label, is added up by"
                  + " ldp_accumulate_sums.",
              FunctionCalls::accumulate),
          new SqlFunction(
              "ldp_merge",
              "_FUNC_(accumulator) - Merges accumulators of one protocol, in any order.",
              List.of("accumulator - what ldp_accumulate or ldp_merge returned"),
              new SqlFunction.Example(
                  "SELECT size(ldp_estimate(ldp_merge(a))) FROM (SELECT ldp_accumulate(col,"
                      + " 'grr(epsilon=1.0,k=2)') AS a FROM VALUES (0, 1), (1, 2), (1, 2) AS"
                      + " reports(col, day) GROUP BY day)",
                  "2"),
              "Accumulators of different specs or plans are refused. NULL is skipped.",
              FunctionCalls::merge),
          new SqlFunction(
              "ldp_estimate",
              "_FUNC_(accumulator[, confidence][, names]) - Returns the unbiased estimates with"
                  + " standard errors and intervals.",
              List.of(
                  "accumulator - what ldp_accumulate or ldp_merge returned",
                  "confidence - probability that an interval covers the truth, a constant in (0,"
                      + " 1), default 0.95",
                  "names - a constant ARRAY, the items' names in their order; not needed where"
                      + " ldp_item made the reports, and the accumulator's column knows them"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate(ldp_accumulate(col, 'rr(epsilon=1.0)'))[1].estimate,"
                      + " 3) FROM VALUES (0), (1), (1) AS reports(col)",
                  "2.582"),
              "The result is ARRAY<STRUCT<item, estimate, standard_error, lower, upper, best>>, counts"
                  + " in users. Estimates are raw: a count may be negative or above n. Of counts,"
                  + " best is the number to show: nearer to the truth, at least 0, and summing to n;"
                  + " sums and differences need the estimates.",
              FunctionCalls::estimate),
          new SqlFunction(
              "ldp_estimate_tiers",
              "_FUNC_(accumulators, tiers[, confidence][, names]) - Returns the estimates of people"
                  + " who answered one question under several specs, such as two epsilons.",
              List.of(
                  "accumulators - an ARRAY of what ldp_accumulate or ldp_merge returned, one of each"
                      + " spec; each person in one of them",
                  "tiers - 'different', and counts add up; or 'alike' where each tier is a random"
                      + " part of all people: the tier of less noise then weighs more",
                  "confidence - a constant in (0, 1), default 0.95",
                  "names - as in ldp_estimate; there they may be known, here they are given"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate_tiers(array(a, b), 'different')[1].estimate, 3) FROM"
                      + " (SELECT ldp_accumulate(x, 'rr(epsilon=1.0)') AS a, ldp_accumulate(y,"
                      + " 'rr(epsilon=3.0)') AS b FROM VALUES (0, 1), (1, 1) AS reports(x, y))",
                  "3.105"),
              "The result is that of ldp_estimate, and in each row a note that says what was"
                  + " assumed. If tiers that are called alike differ, the counts are wrong.",
              FunctionCalls::estimateTiers),
          new SqlFunction(
              "ldp_estimate_subtotal",
              "_FUNC_(accumulator, items[, confidence]) - Returns how many people hold any of some"
                  + " items, and each item's share of them, with standard errors and intervals.",
              List.of(
                  "accumulator - what ldp_accumulate or ldp_merge returned, of counts",
                  "items - a constant ARRAY, one or more items as ldp_estimate calls them: their"
                      + " names, or numbers where names are not known",
                  "confidence - a constant in (0, 1), default 0.95"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate_subtotal(ldp_accumulate(col, 'grr(epsilon=1.0,k=3)'),"
                      + " array(0, 2))[0].estimate, 3) FROM VALUES (0), (1), (2), (2) AS"
                      + " reports(col)",
                  "3.582"),
              "The result is ARRAY<STRUCT<item, estimate, standard_error, lower, upper, share,"
                  + " share_lower, share_upper>>: first '(subtotal)' with its share of all people,"
                  + " then each item with its share of the subtotal, raw: it may be above 1, and its"
                  + " upper end is NULL where the subtotal may be 0. Errors of items depend on each"
                  + " other, which the root of a sum of squares does not know.",
              FunctionCalls::estimateSubtotal),
          new SqlFunction(
              "ldp_compare",
              "_FUNC_(first, second[, sides][, confidence]) - Returns what differs between two"
                  + " accumulators of one question, such as of two days or two groups.",
              List.of(
                  "first, second - what ldp_accumulate or ldp_merge returned",
                  "sides - 'apart' where no person's random bits are in both: different people,"
                      + " keyed reports under two attributes, or reports without an id; 'dependent'"
                      + " (default) where that is not sure: standard errors are added, so intervals"
                      + " are too long rather than too short",
                  "confidence - a constant in (0, 1), default 0.95"),
              new SqlFunction.Example(
                  "SELECT round(ldp_compare(a, b, 'apart')[1].difference, 3) FROM (SELECT"
                      + " ldp_accumulate(x, 'rr(epsilon=1.0)') AS a, ldp_accumulate(y,"
                      + " 'rr(epsilon=1.0)') AS b FROM VALUES (0, 1), (1, 1) AS reports(x, y))",
                  "1.082"),
              "The result is ARRAY<STRUCT<item, first, second, difference, standard_error, lower,"
                  + " upper, ratio, ratio_lower, ratio_upper, differs>>. Counts are compared as"
                  + " shares of their people. differs considers all rows: where nothing differs, it"
                  + " is false in all of them with the confidence. What is unknown is NULL.",
              FunctionCalls::compare),
          new SqlFunction(
              "ldp_accumulate_sums",
              "_FUNC_(report, spec, x) - Aggregates reports and a public number beside each, for"
                  + " its sum and mean by the private item.",
              List.of(
                  "report - reports of one protocol: rr, grr, pgr, hadamard, subset, oue, sue or olh",
                  SPEC_ARGUMENT,
                  "x - a whole number, or a DECIMAL of at most 18 digits; cast others to one. A"
                      + " report whose x is NULL is left out, and counted"),
              new SqlFunction.Example(
                  "SELECT round(filter(ldp_estimate_sums(ldp_accumulate_sums(col1,"
                      + " 'grr(epsilon=20.0,k=2)', col2)), r -> r.measure = 'mean')[1].estimate)"
                      + " FROM VALUES (1, 30), (1, 50), (1, 40), (0, 7) AS reports",
                  "40.0"),
              "x is public: the accumulator holds its sums in clear, and of a group of one person it"
                  + " is x itself. Sums are exact; accumulators merge by ldp_merge. A private number"
                  + " is no x: randomize it.",
              FunctionCalls::accumulateSums),
          new SqlFunction(
              "ldp_estimate_sums",
              "_FUNC_(accumulator[, confidence][, names]) - Returns the count, the sum and the mean"
                  + " of each item, with standard errors and intervals.",
              List.of(
                  "accumulator - what ldp_accumulate_sums returned, or ldp_merge of it; of several"
                      + " specs an ARRAY of these, whose counts and sums add up; of mean-by, what"
                      + " ldp_accumulate did",
                  "confidence - probability that an interval covers the truth, a constant in (0,"
                      + " 1), default 0.95",
                  "names - as in ldp_estimate"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate_sums(ldp_accumulate_sums(col1,"
                      + " 'grr(epsilon=20.0,k=2)', col2))[4].estimate) FROM VALUES (1, 30), (1, 50),"
                      + " (0, 7) AS reports",
                  "80.0"),
              "The result is ARRAY<STRUCT<item, measure, estimate, standard_error, lower, upper,"
                  + " note>>; measure is 'count', 'sum' or 'mean', in this order for each item. A"
                  + " mean of too few people is NULL, and the note says so.",
              FunctionCalls::estimateSums),
          new SqlFunction(
              "ldp_unbiased",
              "_FUNC_(report, spec, item) - Returns the weight of a report for an item: 1 on average"
                  + " if the person holds the item, 0 if not.",
              List.of(
                  "report - a report that counts items, as ldp_accumulate takes it",
                  SPEC_ARGUMENT,
                  "item - its number, or its name where ldp_item made the reports"),
              new SqlFunction.Example(
                  "SELECT round(ldp_unbiased(1, 'rr(epsilon=1.0)', 1), 3)", "1.582"),
              "SUM(w * x) over all reports is unbiased for the sum of x over the people with the"
                  + " item; its variance is SUM(x * x * (w * w - w)). Weights are negative too, so"
                  + " AVG, which divides by everybody, and filters on w are wrong.",
              FunctionCalls::unbiased),
          new SqlFunction(
              "ldp_unbiased_rate",
              "_FUNC_(answer, rate) - Returns the weight of an answer that a fair coin replaced with"
                  + " probability `rate`: 1 on average if the true answer is true, 0 if not.",
              List.of(
                  "answer - BOOLEAN, such as confidence = 'low' of a browser's navigation timing",
                  "rate - from 0 to below 1, such as the record's randomizedTriggerRate"),
              new SqlFunction.Example("SELECT round(ldp_unbiased_rate(true, 0.5D), 3)", "1.5"),
              "Epsilon is ln(2/rate - 1). Rows of several rates go into one sum. The rules of"
                  + " ldp_unbiased hold.",
              FunctionCalls::unbiasedRate),
          new SqlFunction(
              "ldp_estimate_channel",
              "_FUNC_(counts, matrix[, confidence][, names]) - Returns how many people hold each"
                  + " item, from the counts of the outputs of any published randomizer.",
              List.of(
                  "counts - an ARRAY of whole numbers, how many reports there are of each output",
                  "matrix - a constant ARRAY with a row for each item; in it the probability of each"
                      + " output",
                  "confidence - probability that an interval covers the truth, a constant in (0,"
                      + " 1), default 0.95",
                  "names - a constant ARRAY, the items' names in their order"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate_channel(array(40, 60), array(array(0.75, 0.25),"
                      + " array(0.25, 0.75)))[1].estimate, 3)",
                  "70.0"),
              "The result is that of ldp_estimate. A matrix that cannot tell items apart is refused."
                  + " The matrix is believed: if the randomizer is another, so are the counts.",
              FunctionCalls::estimateChannel),
          new SqlFunction(
              "ldp_combine",
              "_FUNC_(estimate, variance[, rows_of_people]) - Returns one answer from those of"
                  + " several synthetic tables, an aggregate over copies.",
              List.of(
                  "estimate - a copy's own answer, such as avg(income)",
                  "variance - that of the answer as if the copy were data, such as var_samp(income)"
                      + " / count(*)",
                  "rows_of_people - rows of a copy over the people who were asked, a constant above"
                      + " 0, default 1"),
              new SqlFunction.Example(
                  "SELECT round(ldp_combine(e, v).standard_error, 3) FROM VALUES (1.0, 0.1), (2.0,"
                      + " 0.2), (3.0, 0.3) AS copies(e, v)",
                  "1.065"),
              "Raghunathan, Reiter and Rubin's rule for wholly synthetic data, with Student's"
                  + " interval of 95 %. It needs two copies or more; with one, rows carry no"
                  + " error.",
              FunctionCalls::combine),
          new SqlFunction(
              "ldp_epsilon",
              "_FUNC_(spec) - Returns the exact epsilon of the integers that the protocol uses.",
              List.of(SPEC_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT ldp_epsilon('grr(epsilon=1.0,k=16)') BETWEEN 1.0 - 1e-9 AND 1.0", "true"),
              "Rounded up, never above the spec's claim.",
              FunctionCalls::epsilon),
          new SqlFunction(
              "ldp_gaussian_sigma",
              "_FUNC_(epsilon, delta, sensitivity) - Returns the least standard deviation of"
                  + " Gaussian noise that makes an answer (epsilon, delta)-differentially private.",
              List.of(EPSILON_ARGUMENT, DELTA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_sigma(1.0D, 1e-5D, 1.0D), 9)", "3.730631635"),
              "The analytic Gaussian mechanism, for releases by a trusted curator; rounded up.",
              given -> FunctionCalls.gaussian("sigma", given, "epsilon", "delta", "sensitivity")),
          new SqlFunction(
              "ldp_gaussian_delta",
              "_FUNC_(epsilon, sigma, sensitivity) - Returns the delta that Gaussian noise of"
                  + " standard deviation `sigma` gives at `epsilon`.",
              List.of(EPSILON_ARGUMENT, SIGMA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_delta(1.0D, 3.730631634815942D, 1.0D), 12)", "1.0E-5"),
              "Rounded up.",
              given -> FunctionCalls.gaussian("delta", given, "epsilon", "sigma", "sensitivity")),
          new SqlFunction(
              "ldp_gaussian_epsilon",
              "_FUNC_(sigma, delta, sensitivity) - Returns the epsilon that Gaussian noise of"
                  + " standard deviation `sigma` gives at `delta`.",
              List.of(SIGMA_ARGUMENT, DELTA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_epsilon(3.730631634815942D, 1e-5D, 1.0D), 9)", "1.0"),
              "Rounded up; 0 where any epsilon will do.",
              given -> FunctionCalls.gaussian("epsilon", given, "sigma", "delta", "sensitivity")));

  private LdpFunctions() {}
}
