package org.sparkldp.sql.catalyst;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conditions under which SQL refuses, with their parameters, as Spark's exceptions. Each
 * arrives whole in SQL, Java, Python and through Connect, on every line of Spark that we build for.
 *
 * <p>They are Spark's own conditions, with all parameters of their templates, because names of our
 * own arrive nowhere whole. Spark reads conditions from one resource, its own, and does not merge
 * others of that name. For a name that is not in it, {@code getMessage()} of Python and error
 * messages as JSON (Thrift) fail with INTERNAL_ERROR; and Connect's client makes the message anew
 * from condition and parameters, by the resource of its own Spark. For the same reason no parameter
 * may be missing, and none too many. The templates named here have the same parameters on every
 * line of Spark 4, which a test checks on the line that it runs on. {@link SparkLine} has the three
 * that 3.5 lacks or has with other parameters.
 *
 * <p>Where no condition of Spark says it, the sentence is ours: it is the parameter {@code value}
 * of {@link #INVALID}, whose template adds only which argument or entry it is about.
 */
public enum Condition {
  /** Too few or too many arguments. */
  WRONG_NUMBER(
      "WRONG_NUM_ARGS.WITHOUT_SUGGESTION",
      "42605",
      "functionName",
      "expectedNum",
      "actualNum",
      "docroot"),
  /** An argument of a type that is not taken. */
  UNEXPECTED_TYPE(
      "DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE",
      "42K09",
      "sqlExpr",
      "paramIndex",
      "requiredType",
      "inputSql",
      "inputType"),
  /** An argument that must be the same for all rows, and is not. */
  NOT_CONSTANT(
      "DATATYPE_MISMATCH.NON_FOLDABLE_INPUT",
      "42K09",
      "sqlExpr",
      "inputName",
      "inputType",
      "inputExpr"),
  /** A constant that must not be NULL. */
  NULL("DATATYPE_MISMATCH.UNEXPECTED_NULL", "42K09", "sqlExpr", "exprName"),
  /** A constant outside of its range. */
  OUT_OF_RANGE(
      "DATATYPE_MISMATCH.VALUE_OUT_OF_RANGE",
      "42K09",
      "sqlExpr",
      "exprName",
      "valueRange",
      "currentValue"),
  /** An argument or an entry that a rule of ours refuses, at analysis or while rows are read. */
  INVALID("INVALID_PARAMETER_VALUE.PATTERN", "22023", "parameter", "functionName", "value"),
  /** A keyed report without a name of its question. */
  NAME_MISSING("REQUIRED_PARAMETER_NOT_FOUND", "4274K", "routineName", "parameterName", "index"),
  /** What the operator of the application has to allow first. */
  NOT_ENABLED("FEATURE_NOT_ENABLED", "56038", "featureName", "configKey", "configValue"),
  /** Fresh coins where a query may run twice. */
  REDRAWN("INVALID_NON_DETERMINISTIC_EXPRESSIONS", "42K0E", "sqlExprs"),
  /** A machine that cannot randomize as the driver asked. */
  FAILED_ON_MACHINE("FAILED_EXECUTE_UDF", "39000", "functionName", "signature", "result", "reason");

  private final String name;
  private final String sqlState;

  @SuppressWarnings("ImmutableEnumChecker") // a copy that cannot be changed
  private final List<String> parameters;

  Condition(String name, String sqlState, String... parameters) {
    this.name = name;
    this.sqlState = sqlState;
    this.parameters = List.of(parameters);
  }

  /** Its name in Spark. */
  public String condition() {
    return name;
  }

  /** Its SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** The names of its parameters. */
  public List<String> parameters() {
    return parameters;
  }

  /**
   * The refusal of a query that does not run. It is a checked exception, which Catalyst's builders
   * do not declare, as Scala has none; so it is thrown here, and the declared result lets callers
   * write {@code throw} where the compiler must see that nothing follows.
   *
   * @param values of the parameters, in their order; no private value, no key
   */
  public RuntimeException refuse(String... values) {
    throw unchecked(SparkLine.refusal(name, named(values)));
  }

  /**
   * The refusal of a query that runs.
   *
   * @param cause what our own code threw; commands show its sentence
   * @param values of the parameters, in their order; no private value, no key
   */
  public RuntimeException whileRunning(Throwable cause, String... values) {
    return SparkLine.whileRunning(name, named(values), cause);
  }

  private Map<String, String> named(String... values) {
    if (values.length != parameters.size()) {
      throw new IllegalStateException(name + " has " + parameters.size() + " parameters");
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(parameters.get(i), values[i]);
    }
    return named;
  }

  /** As Spark's templates show names. */
  public static String quoted(String name) {
    return "`" + name + "`";
  }

  /** A sentence as a parameter: its template ends in a full stop of its own. */
  public static String phrase(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> RuntimeException unchecked(Throwable error) throws E {
    throw (E) error;
  }
}
