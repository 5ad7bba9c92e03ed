package org.sparkldp.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.ValueType;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/**
 * The one list of SQL functions: name, documentation with an example that runs, and the builder
 * that checks arity, types and constants at analysis. {@code DESCRIBE FUNCTION EXTENDED} and the
 * function page come from here.
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

    Tuple3<FunctionIdentifier, ExpressionInfo, scala.Function1<Seq<Expression>, Expression>>
        description() {
      String indent = "\n      ";
      return new Tuple3<>(
          new FunctionIdentifier(name),
          new ExpressionInfo(
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
              "scala_udf"),
          new AbstractFunction1<>() {
            @Override
            public Expression apply(Seq<Expression> given) {
              return builder.apply(Scala.list(given));
            }
          });
    }
  }

  private static final String SPEC_ARGUMENT =
      "spec - a constant text such as 'grr(epsilon=1.0,k=16)': protocol and parameters";

  private static final String EPSILON_ARGUMENT = "epsilon - privacy loss in nats, 0 to 300";
  private static final String DELTA_ARGUMENT = "delta - failure mass, 1e-15 to below 1";
  private static final String SIGMA_ARGUMENT = "sigma - standard deviation, above 0";
  private static final String SENSITIVITY_ARGUMENT =
      "sensitivity - how far, in L2, one person can move the answer, above 0";

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
                      + " Without it the report is drawn anew from the operating system's entropy"
                      + " each time it is computed: write it to storage before anything reads it"
                      + " twice.",
                  "attribute - a constant text that names the question; it may be left out where"
                      + " `value` is a bare column, whose name it is then. Different questions need"
                      + " different names"),
              new SqlFunction.Example(
                  "SELECT ldp_randomize(3, 'grr(epsilon=1.0,k=16)') BETWEEN 0 AND 15", "true"),
              "A NULL value or id gives a NULL report, so missing values are visible: map NULL to"
                  + " an item of its own first. A value outside the domain, or a"
                  + " number that is not finite, fails the query without being shown. The key comes"
                  + " from the file that spark.ldp.keyFile named when the application started, or"
                  + " from the environment variable LDP_KEY. On a Connect or Thrift server keyed"
                  + " reports are off, except for columns to which the operator pinned an attribute"
                  + " in spark.ldp.keyed.attributes.",
              LdpFunctions::randomize),
          new SqlFunction(
              "ldp_accumulate",
              "_FUNC_(report, spec[, times]) - Aggregates reports into a mergeable accumulator.",
              List.of(
                  "report - reports of one protocol, INT, BIGINT or BINARY as the spec says",
                  SPEC_ARGUMENT,
                  "times - how often the report occurred, default 1; with it, `GROUP BY report`"
                      + " with `count(*)` can go before"),
              new SqlFunction.Example(
                  "SELECT size(ldp_estimate(ldp_accumulate(col, 'grr(epsilon=1.0,k=2)'))) FROM"
                      + " VALUES (0), (1), (1) AS reports(col)",
                  "2"),
              "Returns self-describing BINARY: spec, number of reports and counters. NULL reports"
                  + " are skipped.",
              LdpFunctions::accumulate),
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
              arguments -> merge(arguments)),
          new SqlFunction(
              "ldp_estimate",
              "_FUNC_(accumulator[, confidence]) - Returns the unbiased estimates with standard"
                  + " errors and intervals.",
              List.of(
                  "accumulator - what ldp_accumulate or ldp_merge returned",
                  "confidence - probability that an interval covers the truth, a constant in (0,"
                      + " 1), default 0.95"),
              new SqlFunction.Example(
                  "SELECT round(ldp_estimate(ldp_accumulate(col, 'rr(epsilon=1.0)'))[1].estimate,"
                      + " 3) FROM VALUES (0), (1), (1) AS reports(col)",
                  "2.582"),
              "The result is ARRAY<STRUCT<item, estimate, standard_error, lower, upper>>, counts in"
                  + " users. Estimates are raw: a count may be negative or above n.",
              LdpFunctions::estimate),
          new SqlFunction(
              "ldp_epsilon",
              "_FUNC_(spec) - Returns the exact epsilon of the integers that the protocol uses.",
              List.of(SPEC_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT ldp_epsilon('grr(epsilon=1.0,k=16)') BETWEEN 1.0 - 1e-9 AND 1.0", "true"),
              "In nats, rounded up, never above the spec's claim.",
              LdpFunctions::epsilon),
          new SqlFunction(
              "ldp_gaussian_sigma",
              "_FUNC_(epsilon, delta, sensitivity) - Returns the least standard deviation of"
                  + " Gaussian noise that makes an answer (epsilon, delta)-differentially private.",
              List.of(EPSILON_ARGUMENT, DELTA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_sigma(1.0D, 1e-5D, 1.0D), 9)", "3.730631635"),
              "The analytic Gaussian mechanism, for releases by a trusted curator; rounded up.",
              given -> gaussian("sigma", given, "epsilon", "delta", "sensitivity")),
          new SqlFunction(
              "ldp_gaussian_delta",
              "_FUNC_(epsilon, sigma, sensitivity) - Returns the delta that Gaussian noise of"
                  + " standard deviation `sigma` gives at `epsilon`.",
              List.of(EPSILON_ARGUMENT, SIGMA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_delta(1.0D, 3.730631634815942D, 1.0D), 12)", "1.0E-5"),
              "Rounded up.",
              given -> gaussian("delta", given, "epsilon", "sigma", "sensitivity")),
          new SqlFunction(
              "ldp_gaussian_epsilon",
              "_FUNC_(sigma, delta, sensitivity) - Returns the epsilon that Gaussian noise of"
                  + " standard deviation `sigma` gives at `delta`.",
              List.of(SIGMA_ARGUMENT, DELTA_ARGUMENT, SENSITIVITY_ARGUMENT),
              new SqlFunction.Example(
                  "SELECT round(ldp_gaussian_epsilon(3.730631634815942D, 1e-5D, 1.0D), 9)", "1.0"),
              "Rounded up; 0 where any epsilon will do.",
              given -> gaussian("epsilon", given, "sigma", "delta", "sensitivity")));

  private LdpFunctions() {}

  private static Expression randomize(List<Expression> given) {
    String name = "ldp_randomize";
    requireArity(name, given, 2, 3, 4);
    Protocol<?, ?> protocol = protocol(name, given.get(1));
    if (protocol instanceof RoundProtocol<?, ?>) {
      throw LdpErrors.invalidArgument(
          name,
          "A protocol of several rounds is run by jobs, which keep each person to one round."
              + " Provided value: "
              + protocol.spec()
              + ".");
    }
    Expression value = value(name, protocol, given.get(0));
    if (given.size() == 2) {
      return call(
          name, refusing(name, () -> RowRandomizer.writeOnce(protocol, "")), List.of(value));
    }
    Expression id = identity(name, given.get(2));
    String attribute =
        given.size() == 4
            ? constantText(name, "attribute", given.get(3))
            : columnName(name, given.get(0));
    KeyedAttributes allowed = refusing(name, KeyedAttributes::here);
    refuse(name, () -> allowed.require(attribute));
    if (allowed.isRestricted()
        && !(given.get(0) instanceof AttributeReference
            && given.get(2) instanceof AttributeReference)) {
      throw LdpErrors.invalidArgument(
          name,
          "Value and id must be bare columns, for a made-up one could undo reports. Provided"
              + " attribute: "
              + attribute
              + "; name columns as they are stored, or let the job privatize make the reports.");
    }
    KeyLocation key = refusing(name, KeyLocation::find);
    RowRandomizer randomizer = refusing(name, () -> RowRandomizer.asked(protocol, key, attribute));
    return call(name, randomizer, List.of(value, id));
  }

  private static Expression value(String name, Protocol<?, ?> protocol, Expression value) {
    DataType type = value.dataType();
    if (protocol.valueType() == ValueType.NUMBER) {
      if (!(type instanceof NumericType || type instanceof NullType)) {
        throw LdpErrors.unexpectedType(name, "value", "a number", value);
      }
      return cast(value, DataTypes.DoubleType);
    }
    if (protocol.valueType() == ValueType.VECTOR) {
      if (!(type instanceof ArrayType array && array.elementType() instanceof NumericType)) {
        throw LdpErrors.unexpectedType(name, "value", "an array of numbers", value);
      }
      return cast(value, DataTypes.createArrayType(DataTypes.DoubleType));
    }
    if (!isInteger(type) && !(type instanceof BooleanType)) {
      throw LdpErrors.unexpectedType(
          name, "value", "an item index (an integer type or BOOLEAN)", value);
    }
    return cast(value, DataTypes.LongType);
  }

  private static ObjectCall call(String name, RowRandomizer randomizer, List<Expression> args) {
    return new ObjectCall(
        name,
        randomizer,
        RowRandomizer.METHOD,
        randomizer.reportType(),
        randomizer.isKeyed(),
        args);
  }

  private static Expression identity(String name, Expression id) {
    DataType type = id.dataType();
    if (isInteger(type)) {
      return cast(id, DataTypes.LongType);
    }
    if (type instanceof StringType || type instanceof BinaryType) {
      return cast(id, DataTypes.StringType);
    }
    throw LdpErrors.unexpectedType(name, "id", "an integer type, STRING or BINARY", id);
  }

  private static Expression accumulate(List<Expression> given) {
    String name = "ldp_accumulate";
    requireArity(name, given, 2, 3);
    Protocol<?, ?> protocol = protocol(name, given.get(1));
    Expression report = given.get(0);
    ReportType.Kind kind = protocol.reportType().kind();
    if (!isReport(kind, report.dataType())) {
      throw LdpErrors.unexpectedType(
          name,
          "report",
          switch (kind) {
            case CELL -> "INT, as " + protocol.spec() + " reports";
            case WORD -> "BIGINT, as " + protocol.spec() + " reports";
            case BITS -> "BINARY, as " + protocol.spec() + " reports";
          },
          report);
    }
    Expression times = given.size() == 3 ? given.get(2) : new Literal(1L, DataTypes.LongType);
    if (!isInteger(times.dataType())) {
      throw LdpErrors.unexpectedType(name, "times", "an integer type", times);
    }
    return accumulate(
        protocol, "", cast(report, RowRandomizer.sqlType(kind)), cast(times, DataTypes.LongType));
  }

  /** The aggregate of reports of the protocol's exact type. */
  static Accumulating accumulate(
      Protocol<?, ?> protocol, String context, Expression report, Expression times) {
    Accumulating.Input input =
        switch (protocol.reportType().kind()) {
          case CELL -> Accumulating.Input.CELL;
          case WORD -> Accumulating.Input.WORD;
          case BITS -> Accumulating.Input.BITS;
        };
    return new Accumulating(
        "ldp_accumulate", input, new ProtocolReference(protocol), context, List.of(report, times));
  }

  private static boolean isReport(ReportType.Kind kind, DataType type) {
    return type instanceof NullType
        || switch (kind) {
          case CELL ->
              type.equals(DataTypes.IntegerType)
                  || type.equals(DataTypes.ShortType)
                  || type.equals(DataTypes.ByteType);
          case WORD -> isInteger(type);
          case BITS -> type instanceof BinaryType;
        };
  }

  private static Expression merge(List<Expression> given) {
    String name = "ldp_merge";
    requireArity(name, given, 1);
    return new Accumulating(
        name, Accumulating.Input.ACCUMULATOR, null, "", List.of(accumulator(name, given.get(0))));
  }

  private static Expression estimate(List<Expression> given) {
    String name = "ldp_estimate";
    requireArity(name, given, 1, 2);
    double confidence = given.size() == 2 ? confidence(name, given.get(1)) : 0.95;
    return new ObjectCall(
        name,
        Estimating.INSTANCE,
        "estimate",
        Estimating.TYPE,
        true,
        List.of(accumulator(name, given.get(0)), new Literal(confidence, DataTypes.DoubleType)));
  }

  private static double confidence(String name, Expression given) {
    if (!(given.dataType() instanceof NumericType)) {
      throw LdpErrors.unexpectedType(name, "confidence", "a number", given);
    }
    Object value = constant(name, "confidence", cast(given, DataTypes.DoubleType));
    if (!(value instanceof Double confidence && confidence > 0 && confidence < 1)) {
      throw LdpErrors.invalidArgument(
          name, "confidence must be strictly between 0 and 1. Provided value: " + value + ".");
    }
    return confidence;
  }

  private static Expression accumulator(String name, Expression given) {
    if (!(given.dataType() instanceof BinaryType || given.dataType() instanceof NullType)) {
      throw LdpErrors.unexpectedType(
          name, "accumulator", "BINARY, as ldp_accumulate returns", given);
    }
    return cast(given, DataTypes.BinaryType);
  }

  private static Expression epsilon(List<Expression> given) {
    String name = "ldp_epsilon";
    requireArity(name, given, 1);
    return new ObjectCall(
        name,
        SpecMeaning.INSTANCE,
        "epsilon",
        DataTypes.DoubleType,
        true,
        List.of(Literal$.MODULE$.apply(protocol(name, given.get(0)).spec().toString())));
  }

  private static Expression gaussian(String method, List<Expression> given, String... names) {
    String name = "ldp_gaussian_" + method;
    requireArity(name, given, 3);
    List<Expression> numbers = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      if (!(given.get(i).dataType() instanceof NumericType)) {
        throw LdpErrors.unexpectedType(name, names[i], "a number", given.get(i));
      }
      numbers.add(cast(given.get(i), DataTypes.DoubleType));
    }
    ObjectCall call =
        new ObjectCall(name, GaussianCall.INSTANCE, method, DataTypes.DoubleType, true, numbers);
    if (numbers.stream().allMatch(Expression::foldable)) {
      refusing(name, () -> call.eval(null)); // constants out of range are refused at analysis
    }
    return call;
  }

  private static void requireArity(String name, List<Expression> given, Object... allowed) {
    if (!List.of(allowed).contains(given.size())) {
      throw LdpErrors.wrongNumberOfArguments(name, given.size(), allowed);
    }
  }

  private static Protocol<?, ?> protocol(String name, Expression spec) {
    String text = constantText(name, "spec", spec);
    return refusing(name, () -> Protocols.of(text));
  }

  private static String constantText(String name, String argument, Expression given) {
    if (!(given.dataType() instanceof StringType)) {
      throw LdpErrors.unexpectedType(name, argument, "a constant STRING", given);
    }
    Object value = constant(name, argument, given);
    if (value == null) {
      throw LdpErrors.invalidArgument(name, "The argument " + argument + " must not be NULL.");
    }
    return value.toString();
  }

  private static Object constant(String name, String argument, Expression given) {
    if (!given.foldable()) {
      throw LdpErrors.notConstant(name, argument);
    }
    return given.eval(null);
  }

  /** The protocols floor refuses in one sentence; here it becomes Spark's own condition. */
  private static <T> T refusing(String name, java.util.function.Supplier<T> attempt) {
    try {
      return attempt.get();
    } catch (IllegalArgumentException e) {
      throw LdpErrors.invalidArgument(name, e.getMessage());
    }
  }

  private static void refuse(String name, Runnable check) {
    refusing(
        name,
        () -> {
          check.run();
          return true;
        });
  }

  /**
   * The default name of the question. Two expressions over a column are two questions; under one
   * name a person's reports to both would share coins, and agree where the values do.
   */
  private static String columnName(String name, Expression value) {
    if (!(value instanceof AttributeReference column)) {
      throw LdpErrors.invalidArgument(
          name,
          "A value that is not a bare column needs the argument attribute, because two questions of"
              + " one person must not share coins. Provided: none; name the question, as in"
              + " ldp_randomize(age > 65, 'rr(epsilon=1.0)', user_id, 'over 65').");
    }
    return column.name().toLowerCase(Locale.ROOT);
  }

  private static boolean isInteger(DataType type) {
    return type instanceof IntegralType || type instanceof NullType;
  }

  private static Expression cast(Expression given, DataType type) {
    return given.dataType().equals(type) ? given : Cast$.MODULE$.apply(given, type, true);
  }
}
