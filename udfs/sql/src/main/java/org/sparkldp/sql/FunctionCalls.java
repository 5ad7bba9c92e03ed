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
 * calls are refused ({@link LdpErrors}) and never evaluated.
 */
final class FunctionCalls {
  private static final String SPEC = "spec";

  private FunctionCalls() {}

  static Expression randomize(List<Expression> given) {
    String name = "ldp_randomize";
    requireArity(name, given, 2, 3, 4);
    LdpErrors.refuse(name, Ledgered::requireUnrecorded, Ledgered.LEDGER);
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    if (protocol instanceof RoundProtocol<?, ?>) {
      throw LdpErrors.invalid(
          name,
          "a protocol of several rounds is run by jobs, which keep each person to one round."
              + " Provided value: "
              + protocol.spec()
              + ".",
          SPEC);
    }
    Expression value = value(name, protocol, given.get(0));
    if (given.size() == 2) {
      RowRandomizer writeOnce =
          LdpErrors.refusing(name, () -> RowRandomizer.writeOnce(protocol, ""), SPEC);
      return call(name, writeOnce, List.of(value));
    }
    Expression id = identity(name, given.get(2));
    String attribute =
        given.size() == 4
            ? constantText(name, 3, "attribute", given.get(3))
            : columnName(name, given.get(0));
    KeyedAttributes allowed =
        LdpErrors.refusing(name, KeyedAttributes::here, KeyedAttributes.ENTRY);
    LdpErrors.refuse(name, () -> allowed.require(attribute), "attribute");
    if (allowed.isRestricted()
        && !(given.get(0) instanceof AttributeReference
            && given.get(2) instanceof AttributeReference)) {
      throw LdpErrors.invalid(
          name,
          "value and id must be bare columns, for a made-up one could undo reports. Provided"
              + " attribute: "
              + attribute
              + "; name columns as they are stored, or let the job privatize make the reports.",
          "value",
          "id");
    }
    KeyLocation key = LdpErrors.refusing(name, KeyLocation::find, KeyLocation.KEY_FILE);
    RowRandomizer randomizer =
        LdpErrors.refusing(name, () -> RowRandomizer.asked(protocol, key, attribute), SPEC);
    return call(name, randomizer, List.of(value, id));
  }

  private static Expression value(String name, Protocol<?, ?> protocol, Expression value) {
    DataType type = value.dataType();
    if (protocol.valueType() == ValueType.NUMBER) {
      if (!(type instanceof NumericType || type instanceof NullType)) {
        throw LdpErrors.unexpectedType(name, 0, "value", "number", value);
      }
      return cast(value, DataTypes.DoubleType);
    }
    if (protocol.valueType() == ValueType.VECTOR) {
      if (!(type instanceof ArrayType array && array.elementType() instanceof NumericType)) {
        throw LdpErrors.unexpectedType(name, 0, "value", "ARRAY of numbers", value);
      }
      return cast(value, DataTypes.createArrayType(DataTypes.DoubleType));
    }
    if (!isInteger(type) && !(type instanceof BooleanType)) {
      throw LdpErrors.unexpectedType(name, 0, "value", "item index (integer or BOOLEAN)", value);
    }
    return cast(value, DataTypes.LongType);
  }

  private static ObjectCall call(String name, RowRandomizer randomizer, List<Expression> args) {
    return new ObjectCall(
        name, randomizer, randomizer.method(), randomizer.reportType(), randomizer.isKeyed(), args);
  }

  private static Expression identity(String name, Expression id) {
    DataType type = id.dataType();
    if (isInteger(type)) {
      return cast(id, DataTypes.LongType);
    }
    if (type instanceof StringType || type instanceof BinaryType) {
      return cast(id, DataTypes.StringType);
    }
    throw LdpErrors.unexpectedType(name, 2, "id", "integer, STRING or BINARY", id);
  }

  static Expression accumulate(List<Expression> given) {
    String name = "ldp_accumulate";
    requireArity(name, given, 2); // a third would be taken for a number to add up by report
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    Expression report = given.get(0);
    ReportType.Kind kind = protocol.reportType().kind();
    if (!isReport(kind, report.dataType())) {
      throw LdpErrors.unexpectedType(
          name,
          0,
          "report",
          RowRandomizer.sqlType(kind).sql() + " (a report of " + protocol.spec() + ")",
          report);
    }
    ReportQuestion.require(name, protocol, report);
    return accumulate(
        protocol,
        "",
        cast(report, RowRandomizer.sqlType(kind)),
        new Literal(1L, DataTypes.LongType));
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
    return merge(accumulator(name, given.get(0)));
  }

  /** The aggregate of accumulators, BINARY, into one. */
  static Accumulating merge(Expression accumulator) {
    return new Accumulating(
        "ldp_merge", Accumulating.Input.ACCUMULATOR, null, "", List.of(accumulator));
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
      throw LdpErrors.unexpectedType(name, 1, "confidence", "number", given);
    }
    Object value = constant(name, "confidence", cast(given, DataTypes.DoubleType));
    if (!(value instanceof Double confidence && confidence > 0 && confidence < 1)) {
      throw LdpErrors.outOfRange(name, "confidence", "0 and 1, both left out", value);
    }
    return confidence;
  }

  private static Expression accumulator(String name, Expression given) {
    if (!(given.dataType() instanceof BinaryType || given.dataType() instanceof NullType)) {
      throw LdpErrors.unexpectedType(
          name, 0, "accumulator", "BINARY (what ldp_accumulate returned)", given);
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
        List.of(Literal$.MODULE$.apply(protocol(name, 0, given.get(0)).spec().toString())));
  }

  static Expression gaussian(String method, List<Expression> given, String... names) {
    String name = "ldp_gaussian_" + method;
    requireArity(name, given, 3);
    List<Expression> numbers = new ArrayList<>();
    for (int i = 0; i < given.size(); i++) {
      if (!(given.get(i).dataType() instanceof NumericType)) {
        throw LdpErrors.unexpectedType(name, i, names[i], "number", given.get(i));
      }
      numbers.add(cast(given.get(i), DataTypes.DoubleType));
    }
    ObjectCall call =
        new ObjectCall(name, GaussianCall.INSTANCE, method, DataTypes.DoubleType, true, numbers);
    if (numbers.stream().allMatch(Expression::foldable)) {
      // Constants out of range are refused at analysis.
      LdpErrors.refusing(name, call::evalUnguarded, names);
    }
    return call;
  }

  private static void requireArity(String name, List<Expression> given, Object... allowed) {
    if (!List.of(allowed).contains(given.size())) {
      throw LdpErrors.wrongNumberOfArguments(name, given.size(), allowed);
    }
  }

  private static Protocol<?, ?> protocol(String name, int position, Expression spec) {
    String text = constantText(name, position, SPEC, spec);
    return LdpErrors.refusing(name, () -> Protocols.of(text), SPEC);
  }

  private static String constantText(String name, int position, String argument, Expression given) {
    if (!(given.dataType() instanceof StringType)) {
      throw LdpErrors.unexpectedType(name, position, argument, "constant STRING", given);
    }
    Object value = constant(name, argument, given);
    if (value == null) {
      throw LdpErrors.isNull(name, argument);
    }
    return value.toString();
  }

  private static Object constant(String name, String argument, Expression given) {
    if (!given.foldable()) {
      throw LdpErrors.notConstant(name, argument, given);
    }
    return given.eval(null);
  }

  /**
   * The default name of the question. Two expressions over a column are two questions; under one
   * name a person's reports to both would share coins, and agree where the values do.
   */
  private static String columnName(String name, Expression value) {
    if (!(value instanceof AttributeReference column)) {
      throw LdpErrors.nameMissing(name, 3);
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
