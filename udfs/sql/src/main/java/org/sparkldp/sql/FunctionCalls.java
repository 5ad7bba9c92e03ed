package org.sparkldp.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.CreateArray;
import org.apache.spark.sql.catalyst.expressions.EvalMode$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.catalyst.expressions.aggregate.CollectList;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.ItemReports;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.protocols.frequency.Tiers;
import org.sparkldp.protocols.sums.NumberSums;
import org.sparkldp.sql.catalyst.Accumulating;
import org.sparkldp.sql.catalyst.Condition;
import org.sparkldp.sql.catalyst.ObjectCall;
import org.sparkldp.sql.catalyst.Scala;
import scala.Option;

/**
 * The SQL functions as expressions. Arity, types and constants are checked at analysis; invalid
 * calls are refused ({@link LdpErrors}) and never evaluated.
 */
final class FunctionCalls {
  private static final String SPEC = "spec";

  private static final String CATEGORY = "category";
  private static final String DROP = "drop";
  private static final String FAIL = "fail";

  private static final String APART = "apart";
  private static final String DEPENDENT = "dependent";

  private FunctionCalls() {}

  static Expression randomize(List<Expression> given) {
    String name = "ldp_randomize";
    requireArity(name, given, 2, 3, 4);
    LdpErrors.refuse(name, Ledgered::requireUnrecorded, Ledgered.LEDGER);
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    if (protocol.facet(InRounds.class).isPresent()) {
      throw LdpErrors.invalid(
          name,
          "a protocol of several rounds is run by jobs, which keep each person to one round."
              + " Provided value: "
              + protocol.spec()
              + ".",
          SPEC);
    }
    Expression value = value(name, protocol, given.get(0));
    Optional<ItemNames> items = ReportQuestion.items(given.get(0));
    Items.of(given.get(0)).ifPresent(list -> requireSize(name, protocol, list));
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
    boolean isStored =
        Items.of(given.get(0))
            .map(Items::isOfColumn)
            .orElse(given.get(0) instanceof AttributeReference);
    if (allowed.isRestricted() && !(isStored && given.get(2) instanceof AttributeReference)) {
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
        LdpErrors.refusing(
            name,
            () ->
                RowRandomizer.asked(
                    protocol, key, attribute, items.map(ItemNames::digest).orElse("")),
            SPEC);
    return call(name, randomizer, List.of(value, id));
  }

  private static void requireSize(String name, Protocol<?, ?> protocol, Items items) {
    if (protocol.facet(ItemReports.class).filter(of -> of.k() == items.size()).isEmpty()) {
      throw LdpErrors.invalid(
          name,
          "a list of items needs a protocol of as many items, here k="
              + items.size()
              + " (with outside = category, all other values are one more). Provided value: "
              + protocol.spec()
              + ".",
          SPEC);
    }
  }

  /** {@code ldp_item(value, items[, outside])} and {@code (value, lower, upper[, outside])}. */
  static Expression item(List<Expression> given) {
    String name = "ldp_item";
    requireArity(name, given, 2, 3, 4);
    boolean isListed = given.get(1).dataType() instanceof ArrayType;
    requireArity(name, given, isListed ? new Object[] {2, 3} : new Object[] {3, 4});
    int last = isListed ? 2 : 3;
    String outside = outside(name, given, last);
    String column = column(given.get(0)).orElse("");
    boolean isStored = given.get(0) instanceof AttributeReference;
    Expression value = given.get(0);
    Items items;
    if (isListed) {
      DataType type = ((ArrayType) given.get(1).dataType()).elementType();
      // The day of a TIMESTAMP hangs on the session's time zone, so it is refused.
      if (type instanceof DateType && value.dataType() instanceof TimestampNTZType) {
        value = tried(value, DataTypes.DateType);
      }
      if (!isItem(type)) {
        throw LdpErrors.unexpectedType(
            name, 1, "items", "ARRAY of texts, whole numbers, truth values or dates", given.get(1));
      }
      Items.ItemKind kind =
          type instanceof BooleanType
              ? Items.ItemKind.TRUTH
              : type instanceof IntegralType ? Items.ItemKind.WHOLE : Items.ItemKind.TEXT;
      List<String> names = texts(name, "items", given.get(1));
      items =
          LdpErrors.refusing(
              name,
              () -> Items.listed(kind, names, outside.equals(CATEGORY), column, isStored),
              "items");
    } else {
      long lower = whole(name, 1, "lower", given.get(1));
      long upper = whole(name, 2, "upper", given.get(2));
      items =
          LdpErrors.refusing(
              name,
              () -> Items.range(lower, upper, outside.equals(CATEGORY), column, isStored),
              "lower",
              "upper");
    }
    return item(name, value, items, outside);
  }

  /** {@code ldp_bin(value, edges[, outside])}. */
  static Expression bin(List<Expression> given) {
    String name = "ldp_bin";
    requireArity(name, given, 2, 3);
    String outside = outside(name, given, 2);
    if (!(given.get(1).dataType() instanceof ArrayType array
        && array.elementType() instanceof NumericType)) {
      throw LdpErrors.unexpectedType(name, 1, "edges", "ARRAY of numbers", given.get(1));
    }
    Object edges =
        constant(
            name, "edges", cast(given.get(1), DataTypes.createArrayType(DataTypes.DoubleType)));
    if (edges == null) {
      throw LdpErrors.isNull(name, "edges");
    }
    boolean isStored = given.get(0) instanceof AttributeReference;
    Items items =
        LdpErrors.refusing(
            name,
            () ->
                Items.bins(
                    Encoder.vector((ArrayData) edges),
                    outside.equals(CATEGORY),
                    column(given.get(0)).orElse(""),
                    isStored),
            "edges");
    return item(name, given.get(0), items, outside);
  }

  /** The item number of a value; what is none of the items is decided by {@code outside}. */
  private static Expression item(String name, Expression value, Items items, String outside) {
    DataType type = value.dataType();
    boolean isTaken = isItem(type) || type instanceof NumericType || type instanceof NullType;
    if (!isTaken || (type instanceof DateType && items.kind() != Items.ItemKind.TEXT)) {
      throw LdpErrors.unexpectedType(name, 0, "value", "STRING, number, BOOLEAN or DATE", value);
    }
    ObjectCall number =
        new ObjectCall(
                name, items, "number", DataTypes.LongType, true, List.of(comparable(value, items)))
            .orNull();
    return switch (outside) {
      case CATEGORY ->
          new Coalesce(Scala.seq(List.of(number, Literal$.MODULE$.apply(items.other()))));
      case FAIL ->
          new Coalesce(
              Scala.seq(
                  List.of(
                      number,
                      new ObjectCall(
                          name,
                          Items.Refusing.INSTANCE,
                          "refuse",
                          DataTypes.LongType,
                          true,
                          List.of()))));
      default -> number;
    };
  }

  /** A value as items of the kind are compared; no value makes the cast fail. */
  private static Expression comparable(Expression value, Items items) {
    DataType type = value.dataType();
    if (items.kind() == Items.ItemKind.WHOLE) {
      if (isInteger(type) || type instanceof BooleanType) {
        return cast(value, DataTypes.LongType);
      }
      if (type instanceof FloatType || type instanceof DoubleType) {
        return cast(value, DataTypes.DoubleType);
      }
    }
    DataType compared = items.kind().type;
    return type.equals(compared) ? value : tried(value, compared);
  }

  private static Expression tried(Expression value, DataType type) {
    return new Cast(value, type, zone(), EvalMode$.MODULE$.TRY());
  }

  private static boolean isItem(DataType type) {
    return type instanceof StringType
        || type instanceof IntegralType
        || type instanceof BooleanType
        || type instanceof DateType;
  }

  private static String outside(String name, List<Expression> given, int position) {
    String outside =
        given.size() > position
            ? constantText(name, position, "outside", given.get(position))
            : CATEGORY;
    if (!List.of(CATEGORY, DROP, FAIL).contains(outside)) {
      throw LdpErrors.invalid(
          name,
          "outside must be "
              + CATEGORY
              + ", "
              + DROP
              + " or "
              + FAIL
              + ". Provided value: "
              + outside
              + ".",
          "outside");
    }
    return outside;
  }

  private static long whole(String name, int position, String argument, Expression given) {
    if (!(given.dataType() instanceof IntegralType)) {
      throw LdpErrors.unexpectedType(name, position, argument, "constant whole number", given);
    }
    Object value = constant(name, argument, cast(given, DataTypes.LongType));
    if (value == null) {
      throw LdpErrors.isNull(name, argument);
    }
    return (Long) value;
  }

  /** A constant array as texts; dates are ISO texts. */
  private static List<String> texts(String name, String argument, Expression given) {
    Object value =
        constant(name, argument, cast(given, DataTypes.createArrayType(DataTypes.StringType)));
    if (value == null) {
      throw LdpErrors.isNull(name, argument);
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < ((ArrayData) value).numElements(); i++) {
      if (((ArrayData) value).isNullAt(i)) {
        throw LdpErrors.isNull(name, argument);
      }
      texts.add(((ArrayData) value).getUTF8String(i).toString());
    }
    return texts;
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
    // Under a collation one person may be spelled in two ways, and would answer twice.
    boolean isText = type instanceof StringType && type.sql().equals("STRING");
    if (isText || type instanceof BinaryType) {
      return cast(id, DataTypes.StringType);
    }
    throw LdpErrors.unexpectedType(name, 2, "id", "integer, STRING or BINARY", id);
  }

  static Expression accumulate(List<Expression> given) {
    String name = "ldp_accumulate";
    requireArity(name, given, 2); // a third would be taken for a number to add up by report
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    Expression report = report(name, protocol, given.get(0));
    return Accumulating.ofReports(
        protocol, list(given.get(0)), report, new Literal(1L, DataTypes.LongType));
  }

  /** A report of the protocol's exact type. */
  private static Expression report(String name, Protocol<?, ?> protocol, Expression report) {
    ReportType.ReportCarrier kind = protocol.reportType().kind();
    if (!isReport(kind, report.dataType())) {
      throw LdpErrors.unexpectedType(
          name,
          0,
          "report",
          RowRandomizer.sqlType(kind).sql() + " (a report of " + protocol.spec() + ")",
          report);
    }
    ReportQuestion.require(name, protocol, report);
    return cast(report, RowRandomizer.sqlType(kind));
  }

  /** What tells the list of items of reports from others; empty where it is not known. */
  private static String list(Expression report) {
    return ReportQuestion.items(report).map(ItemNames::digest).orElse("");
  }

  static Expression accumulateSums(List<Expression> given) {
    String name = "ldp_accumulate_sums";
    requireArity(name, given, 3);
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    LdpErrors.refusing(name, () -> NumberSums.of(protocol), SPEC);
    Expression report = report(name, protocol, given.get(0));
    Expression x = given.get(2);
    boolean isWhole = x.dataType() instanceof IntegralType || x.dataType() instanceof NullType;
    int scale = x.dataType() instanceof DecimalType decimal ? decimal.scale() : 0;
    boolean isDecimal =
        x.dataType() instanceof DecimalType decimal
            && decimal.precision() <= Decimal.MAX_LONG_DIGITS()
            && scale >= 0;
    if (!isWhole && !isDecimal) {
      throw LdpErrors.unexpectedType(
          name,
          2,
          "x",
          "whole number or DECIMAL of at most 18 digits, as of CAST(x AS DECIMAL(18, 2))",
          x);
    }
    return Accumulating.ofNumbers(
        protocol,
        NumberSums.context(list(given.get(0)), scale),
        report,
        isWhole ? cast(x, DataTypes.LongType) : new UnscaledValue(x));
  }

  static Expression unbiased(List<Expression> given) {
    String name = "ldp_unbiased";
    requireArity(name, given, 3);
    Protocol<?, ?> protocol = protocol(name, 1, given.get(1));
    ReportWeight weight = LdpErrors.refusing(name, () -> ReportWeight.of(protocol), SPEC);
    Expression report = report(name, protocol, given.get(0));
    String method =
        switch (protocol.reportType().kind()) {
          case CELL -> "ofCell";
          case WORD -> "ofWord";
          case BITS -> "ofBits";
        };
    return new ObjectCall(
        name,
        weight,
        method,
        DataTypes.DoubleType,
        true,
        List.of(report, number(name, given.get(0), given.get(2))));
  }

  /** An item's number, or its name where reports know their list. */
  private static Expression number(String name, Expression report, Expression item) {
    if (isInteger(item.dataType()) || item.dataType() instanceof BooleanType) {
      return cast(item, DataTypes.LongType);
    }
    String text = constantText(name, 2, "item", item);
    List<String> names = ReportQuestion.items(report).map(ItemNames::names).orElse(List.of());
    if (!names.contains(text)) {
      throw LdpErrors.invalid(
          name,
          "item must be a number in [0, k), or a name of the list that ldp_item made the reports"
              + " with. Provided value: "
              + text
              + ".",
          "item");
    }
    return new Literal((long) names.indexOf(text), DataTypes.LongType);
  }

  static Expression unbiasedRate(List<Expression> given) {
    String name = "ldp_unbiased_rate";
    requireArity(name, given, 2);
    DataType answer = given.get(0).dataType();
    if (!(answer instanceof BooleanType || answer instanceof NullType)) {
      throw LdpErrors.unexpectedType(name, 0, "answer", "BOOLEAN", given.get(0));
    }
    if (!(given.get(1).dataType() instanceof NumericType)) {
      throw LdpErrors.unexpectedType(name, 1, "rate", "number", given.get(1));
    }
    return new ObjectCall(
        name,
        new CoinWeight(),
        "weight",
        DataTypes.DoubleType,
        true,
        List.of(
            cast(given.get(0), DataTypes.BooleanType), cast(given.get(1), DataTypes.DoubleType)));
  }

  private static boolean isReport(ReportType.ReportCarrier kind, DataType type) {
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
    return Accumulating.merging(accumulator(name, 0, "accumulator", given.get(0)));
  }

  static Expression estimate(List<Expression> given) {
    return estimate("ldp_estimate", "estimate", Estimating.TYPE, given);
  }

  static Expression estimateSums(List<Expression> given) {
    return estimate("ldp_estimate_sums", "estimateSums", Estimating.SUMS_TYPE, given);
  }

  private static Expression estimate(
      String name, String method, DataType type, List<Expression> given) {
    requireArity(name, given, 1, 2, 3);
    boolean isOfTiers =
        type == Estimating.SUMS_TYPE
            && given.get(0).dataType() instanceof ArrayType array
            && array.elementType() instanceof BinaryType;
    if (isOfTiers && given.size() > 1 && given.get(1).dataType() instanceof StringType) {
      throw LdpErrors.invalid(
          name,
          "sums of tiers are added up, as of people who may differ. Provided: a word on tiers;"
              + " leave it out. ldp_estimate_tiers takes it, of counts alone.",
          "tiers");
    }
    Ending ending = Ending.of(name, given, 1);
    List<String> names = ending.names;
    Optional<ItemNames> known = known(first(given.get(0)));
    if (ending.isNamed && !known.map(items -> items.areCalled(names)).orElse(true)) {
      throw LdpErrors.invalid(
          name,
          "names must be those of the list that the reports were made with, in its order. Provided"
              + " value: others; leave them out, for the column knows its list.",
          "names");
    }
    Estimating estimating = ending.isNamed ? new Estimating(names, "") : estimating(known);
    return new ObjectCall(
        name,
        estimating,
        method,
        type,
        true,
        List.of(
            isOfTiers ? given.get(0) : accumulator(name, 0, "accumulator", given.get(0)),
            new Literal(ending.confidence, DataTypes.DoubleType)));
  }

  /** The first element of an array; any other expression itself. */
  private static Expression first(Expression tiers) {
    return tiers instanceof CreateArray of ? of.children().head() : tiers;
  }

  /** What arguments end in: a confidence, names, both in this order, or neither. */
  private record Ending(double confidence, boolean isNamed, List<String> names) {
    static Ending of(String name, List<Expression> given, int first) {
      int last = given.size() - 1;
      boolean isNamed =
          last == first + 1 || (last == first && given.get(last).dataType() instanceof ArrayType);
      if (isNamed
          && !(given.get(last).dataType() instanceof ArrayType array
              && isItem(array.elementType()))) {
        throw LdpErrors.unexpectedType(name, last, "names", "ARRAY of texts", given.get(last));
      }
      boolean isSure = last - (isNamed ? 1 : 0) == first;
      return new Ending(
          isSure ? FunctionCalls.confidence(name, first, given.get(first)) : 0.95,
          isNamed,
          isNamed ? texts(name, "names", given.get(last)) : List.of());
    }
  }

  /** {@code ldp_estimate_tiers(accumulators, tiers[, confidence][, names])}. */
  static Expression estimateTiers(List<Expression> given) {
    String name = "ldp_estimate_tiers";
    requireArity(name, given, 2, 3, 4);
    DataType accumulators = DataTypes.createArrayType(DataTypes.BinaryType);
    if (!(given.get(0).dataType() instanceof ArrayType array
        && (array.elementType() instanceof BinaryType
            || array.elementType() instanceof NullType))) {
      throw LdpErrors.unexpectedType(
          name,
          0,
          "accumulators",
          "ARRAY of BINARY (of what ldp_accumulate returned)",
          given.get(0));
    }
    String tiers = constantText(name, 1, "tiers", given.get(1));
    LdpErrors.refuse(name, () -> Tiers.require(tiers), "tiers");
    Ending ending = Ending.of(name, given, 2);
    return new ObjectCall(
        name,
        ending.isNamed ? new Estimating(ending.names, "") : estimating(known(first(given.get(0)))),
        "estimateTiers",
        Estimating.TIERS_TYPE,
        true,
        List.of(
            cast(given.get(0), accumulators),
            Literal$.MODULE$.apply(tiers),
            new Literal(ending.confidence, DataTypes.DoubleType)));
  }

  /** {@code ldp_estimate_subtotal(accumulator, items[, confidence])}. */
  static Expression estimateSubtotal(List<Expression> given) {
    String name = "ldp_estimate_subtotal";
    requireArity(name, given, 2, 3);
    if (!(given.get(1).dataType() instanceof ArrayType array && isItem(array.elementType()))) {
      throw LdpErrors.unexpectedType(name, 1, "items", "ARRAY of items", given.get(1));
    }
    return new ObjectCall(
        name,
        new SubtotalEstimate(estimating(known(given.get(0))), texts(name, "items", given.get(1))),
        "estimate",
        SubtotalEstimate.TYPE,
        true,
        List.of(
            accumulator(name, 0, "accumulator", given.get(0)),
            new Literal(
                given.size() == 3 ? confidence(name, 2, given.get(2)) : 0.95,
                DataTypes.DoubleType)));
  }

  /** {@code ldp_combine(estimate, variance[, rows_of_people])}. */
  static Expression combine(List<Expression> given) {
    String name = "ldp_combine";
    requireArity(name, given, 2, 3);
    List<Expression> arguments = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      if (!(given.get(i).dataType() instanceof NumericType)) {
        throw LdpErrors.unexpectedType(
            name, i, i == 0 ? "estimate" : "variance", "number", given.get(i));
      }
      Expression number =
          new Coalesce(
              Scala.seq(
                  List.of(
                      cast(given.get(i), DataTypes.DoubleType),
                      new Literal(Double.NaN, DataTypes.DoubleType))));
      arguments.add(new CollectList(number).toAggregateExpression());
    }
    if (given.size() == 3
        && !(given.get(2).dataType() instanceof NumericType && given.get(2).foldable())) {
      throw LdpErrors.unexpectedType(name, 2, "rows_of_people", "constant number", given.get(2));
    }
    arguments.add(
        given.size() == 3
            ? cast(given.get(2), DataTypes.DoubleType)
            : new Literal(1.0, DataTypes.DoubleType));
    return new ObjectCall(
        name, new CopiesEstimate(), "combined", CopiesEstimate.TYPE, true, arguments);
  }

  static Expression estimateChannel(List<Expression> given) {
    String name = "ldp_estimate_channel";
    requireArity(name, given, 2, 3, 4);
    if (!(given.get(0).dataType() instanceof ArrayType counts && isInteger(counts.elementType()))) {
      throw LdpErrors.unexpectedType(name, 0, "counts", "ARRAY of whole numbers", given.get(0));
    }
    if (!(given.get(1).dataType() instanceof ArrayType rows
        && rows.elementType() instanceof ArrayType row
        && row.elementType() instanceof NumericType)) {
      throw LdpErrors.unexpectedType(name, 1, "matrix", "ARRAY of ARRAYs of numbers", given.get(1));
    }
    DataType numbers = DataTypes.createArrayType(DataTypes.DoubleType);
    ArrayData matrix =
        (ArrayData)
            constant(name, "matrix", cast(given.get(1), DataTypes.createArrayType(numbers)));
    Ending ending = Ending.of(name, given, 2);
    ChannelEstimate estimate =
        LdpErrors.refusing(
            name, () -> new ChannelEstimate(rows(name, matrix), ending.names), "matrix");
    return new ObjectCall(
        name,
        estimate,
        "estimate",
        Estimating.TYPE,
        true,
        List.of(
            cast(given.get(0), DataTypes.createArrayType(DataTypes.LongType)),
            new Literal(ending.confidence, DataTypes.DoubleType)));
  }

  private static double[][] rows(String name, ArrayData matrix) {
    if (matrix == null) {
      throw LdpErrors.isNull(name, "matrix");
    }
    double[][] rows = new double[matrix.numElements()][];
    for (int r = 0; r < rows.length; r++) {
      if (matrix.isNullAt(r)) {
        throw LdpErrors.isNull(name, "matrix");
      }
      rows[r] = Encoder.vector(matrix.getArray(r));
    }
    return rows;
  }

  private static Optional<ItemNames> known(Expression accumulator) {
    return ReportQuestion.items(accumulator instanceof Alias alias ? alias.child() : accumulator);
  }

  private static Estimating estimating(Optional<ItemNames> known) {
    return known
        .map(items -> new Estimating(items.names(), items.digest()))
        .orElse(new Estimating(List.of(), ""));
  }

  /** {@code ldp_compare(first, second[, sides][, confidence])}. */
  static Expression compare(List<Expression> given) {
    String name = "ldp_compare";
    requireArity(name, given, 2, 3, 4);
    boolean isSaid = given.size() > 2 && given.get(2).dataType() instanceof StringType;
    String sides = isSaid ? constantText(name, 2, "sides", given.get(2)) : DEPENDENT;
    if (!List.of(APART, DEPENDENT).contains(sides)) {
      String rule = "sides must be " + APART + " or " + DEPENDENT + ". Provided value: ";
      throw LdpErrors.invalid(name, rule + sides + ".", "sides");
    }
    int last = given.size() - 1;
    if (last == 3 && !isSaid) {
      throw LdpErrors.unexpectedType(name, 2, "sides", "constant STRING", given.get(2));
    }
    double confidence =
        last > 1 && !(last == 2 && isSaid) ? confidence(name, last, given.get(last)) : 0.95;
    return new ObjectCall(
        name,
        new EstimateComparison(
            estimating(known(given.get(0))), estimating(known(given.get(1))), sides.equals(APART)),
        "compare",
        EstimateComparison.TYPE,
        true,
        List.of(
            accumulator(name, 0, "first", given.get(0)),
            accumulator(name, 1, "second", given.get(1)),
            new Literal(confidence, DataTypes.DoubleType)));
  }

  private static double confidence(String name, int position, Expression given) {
    if (!(given.dataType() instanceof NumericType)) {
      throw LdpErrors.unexpectedType(name, position, "confidence", "number", given);
    }
    Object value = constant(name, "confidence", cast(given, DataTypes.DoubleType));
    if (!(value instanceof Double confidence && confidence > 0 && confidence < 1)) {
      throw LdpErrors.outOfRange(name, "confidence", "0 and 1, both left out", value);
    }
    return confidence;
  }

  private static Expression accumulator(
      String name, int position, String argument, Expression given) {
    if (!(given.dataType() instanceof BinaryType || given.dataType() instanceof NullType)) {
      throw LdpErrors.unexpectedType(
          name, position, argument, "BINARY (what ldp_accumulate returned)", given);
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
    return Items.of(value)
        .map(Items::column)
        .filter(column -> !column.isEmpty())
        .or(() -> column(value))
        .orElseThrow(() -> LdpErrors.nameMissing(name, 3));
  }

  /** The name of a column, or of a field of one; a name with a dot of its own is quoted. */
  private static Optional<String> column(Expression value) {
    if (value instanceof Alias alias) {
      return column(alias.child());
    }
    if (value instanceof GetStructField field) {
      return column(field.child()).map(of -> of + "." + simple(field.extractFieldName()));
    }
    return value instanceof AttributeReference column
        ? Optional.of(simple(column.name()))
        : Optional.empty();
  }

  private static String simple(String name) {
    return (name.contains(".") ? Condition.quoted(name) : name).toLowerCase(Locale.ROOT);
  }

  private static Option<String> zone() {
    return Option.apply(SQLConf.get().sessionLocalTimeZone());
  }

  private static boolean isInteger(DataType type) {
    return type instanceof IntegralType || type instanceof NullType;
  }

  private static Expression cast(Expression given, DataType type) {
    return given.dataType().equals(type) ? given : Cast$.MODULE$.apply(given, type, true);
  }
}
