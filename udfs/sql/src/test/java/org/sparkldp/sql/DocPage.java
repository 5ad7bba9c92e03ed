package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of documentation of which parts are the code's own words. Such a part stands between two
 * lines of the page:
 *
 * <pre>{@code
 * <!-- generated: NAME -->
 * <!-- end -->
 * }</pre>
 *
 * A test compares it with what the code says now; {@code mvn test -Dldp.docs.write=true} writes the
 * page instead.
 */
public final class DocPage {
  private static final Pattern GENERATED =
      Pattern.compile("(?s)(<!-- generated: ([^\n]*) -->\n).*?(<!-- end -->)");

  private DocPage() {}

  /** The repository's folder; tests run in their module's. */
  public static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("jobs/bin/ldp"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Compares or writes all generated parts of a page, each of which must have its words. */
  public static void check(Path page, Map<String, Supplier<String>> parts) throws IOException {
    StringBuilder expected = new StringBuilder();
    Matcher found = GENERATED.matcher(Files.readString(page));
    int count = 0;
    while (found.find()) {
      Supplier<String> words = parts.get(found.group(2));
      assertTrue(words != null, page + " has a part that nothing generates: " + found.group(2));
      String part = found.group(1) + words.get().strip() + "\n" + found.group(3);
      found.appendReplacement(expected, Matcher.quoteReplacement(part));
      count++;
    }
    assertEquals(parts.size(), count, "generated parts of " + page);
    checkText(page, found.appendTail(expected).toString());
  }

  /** Compares or writes a whole page. */
  public static void checkText(Path page, String expected) throws IOException {
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(page, expected);
    }
    assertEquals(expected, Files.readString(page), page + " (-Dldp.docs.write=true writes it)");
  }
}
