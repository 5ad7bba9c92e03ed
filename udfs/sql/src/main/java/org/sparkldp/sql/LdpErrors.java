package org.sparkldp.sql;

import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.sparkldp.sql.catalyst.Condition;

/**
 * Every refusal of the SQL floor that is raised at analysis, on the driver, under a {@link
 * Condition} with its parameters and SQLSTATE. Messages hold names, types and public constants,
 * never data and no text of an expression, for that may be a person's value. Methods throw; their
 * declared result lets callers write {@code throw} where the compiler must see that nothing
 * follows.
 */
final class LdpErrors {
  private static final String DOCS = "https://spark.apache.org/docs/latest";

  private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth");

  private LdpErrors() {}

  /**
   * An argument, or an entry of the configuration, that a rule refuses.
   *
   * @param parameter its name, or several
   */
  static RuntimeException invalid(String function, String sentence, String... parameter) {
    throw Condition.INVALID.refuse(
        Arrays.stream(parameter).map(Condition::quoted).collect(Collectors.joining(", ")),
        Condition.quoted(function),
        Condition.phrase(sentence));
  }

  /**
   * An argument of a type that is not taken.
   *
   * @param position of the argument, from 0
   */
  static RuntimeException unexpectedType(
      String function, int position, String argument, String required, Expression given) {
    throw Condition.UNEXPECTED_TYPE.refuse(
        Condition.quoted(function),
        ORDINALS.get(position),
        given.dataType().typeName().equals("variant")
            ? required + ", as CAST(" + argument + " AS STRING) or AS BIGINT makes it of a VARIANT,"
            : required,
        Condition.quoted(argument),
        given.dataType().sql());
  }

  /** An argument that must be a constant. */
  static RuntimeException notConstant(String function, String argument, Expression given) {
    throw Condition.NOT_CONSTANT.refuse(
        Condition.quoted(function),
        Condition.quoted(argument),
        given.dataType().sql(),
        "one that may differ from row to row");
  }

  /** A constant that must not be NULL. */
  static RuntimeException isNull(String function, String argument) {
    throw Condition.NULL.refuse(Condition.quoted(function), Condition.quoted(argument));
  }

  /** A constant outside of its range. */
  static RuntimeException outOfRange(
      String function, String argument, String range, Object constant) {
    throw Condition.OUT_OF_RANGE.refuse(
        Condition.quoted(function), Condition.quoted(argument), range, String.valueOf(constant));
  }

  /** Too few or too many arguments. */
  static RuntimeException wrongNumberOfArguments(String function, int given, Object... expected) {
    String allowed = Arrays.stream(expected).map(String::valueOf).collect(Collectors.joining(", "));
    throw Condition.WRONG_NUMBER.refuse(
        Condition.quoted(function),
        expected.length == 1 ? allowed : "[" + allowed + "]",
        String.valueOf(given),
        DOCS);
  }

  /** A keyed report of an expression without a name of its question. */
  static RuntimeException nameMissing(String function, int position) {
    throw Condition.NAME_MISSING.refuse(
        Condition.quoted(function), Condition.quoted("attribute"), String.valueOf(position));
  }

  /** Write-once reports in a streaming query. */
  static RuntimeException redrawn(String sentence) {
    throw Condition.REDRAWN.refuse(Condition.phrase(sentence));
  }

  /** The floors below refuse in one sentence; here it becomes a condition. */
  static <T> T refusing(String function, Supplier<T> attempt, String... parameter) {
    try {
      return attempt.get();
    } catch (NotEnabled e) {
      throw Condition.NOT_ENABLED.refuse(e.feature(), e.entry(), e.value());
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw invalid(function, e.getMessage(), parameter);
    }
  }

  /** The same of a check. */
  static void refuse(String function, Runnable check, String... parameter) {
    refusing(
        function,
        () -> {
          check.run();
          return true;
        },
        parameter);
  }
}
