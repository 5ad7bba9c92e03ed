package org.sparkldp.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
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
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * The SQL functions as expressions. Arity, types and constants are checked at analysis; invalid
 * calls are refused with Spark's own conditions, and never evaluated.
 */
final class FunctionCalls {
  private FunctionCalls() {}

  static Expression randomize(List<Expression> given) {
    String name = "ldp_randomize";
    requireArity(name, given, 2, 3, 4);
    refuse(name, Ledgered::requireUnrecorded);
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

  static Expression accumulate(List<Expression> given) {
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

  static Expression merge(List<Expression> given) {
    String name = "ldp_merge";
    requireArity(name, given, 1);
    return new Accumulating(
        name, Accumulating.Input.ACCUMULATOR, null, "", List.of(accumulator(name, given.get(0))));
  }

  static Expression estimate(List<Expression> given) {
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

  static Expression epsilon(List<Expression> given) {
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

  static Expression gaussian(String method, List<Expression> given, String... names) {
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
