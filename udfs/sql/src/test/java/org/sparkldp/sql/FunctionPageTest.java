package org.sparkldp.sql;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of the SQL functions says what the functions say of themselves. */
class FunctionPageTest {

  /** A type in a sentence. As code it stays what it is: renderers read {@code <DOUBLE>} as HTML. */
  private static final Pattern TYPE = Pattern.compile("(ARRAY|STRUCT)<[^.]*>");

  @Test
  void thePageHoldsEveryFunctionInItsOwnWords() throws IOException {
    DocPage.check(
        DocPage.repository().resolve("udfs/docs/functions.md"),
        Map.of("functions", FunctionPageTest::functions));
  }

  private static String functions() {
    return LdpFunctions.ALL.stream()
        .map(FunctionPageTest::section)
        .collect(Collectors.joining("\n"));
  }

  private static String section(LdpFunctions.SqlFunction function) {
    String[] usage = function.usage().replace("_FUNC_", function.name()).split(" - ", 2);
    return "## "
        + function.name()
        + "\n\n`"
        + usage[0]
        + "` "
        + usage[1].substring(0, 1).toLowerCase(Locale.ROOT)
        + usage[1].substring(1)
        + "\n\n"
        + function.arguments().stream()
            .map(FunctionPageTest::argument)
            .collect(Collectors.joining())
        + "\n```sql\n"
        + function.example().statement()
        + ";\n-- "
        + function.example().result()
        + "\n```\n\n"
        + TYPE.matcher(function.note()).replaceAll("`$0`")
        + "\n";
  }

  private static String argument(String line) {
    String[] parts = line.split(" - ", 2);
    return "* `" + parts[0] + "`: " + parts[1] + "\n";
  }
}
