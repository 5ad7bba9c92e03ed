package org.sparkldp.jobs.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;
import org.sparkldp.protocols.random.Hashes;

/**
 * A real browser without a window, which opens a page and answers what a probe finds in it.
 *
 * <p>Pages stay in target/report-pages, to be looked at.
 */
final class Browser {
  /** What a probe has found, by names. */
  record Found(JsonNode all) {
    JsonNode get(String name) {
      return all.get(name);
    }

    private String text(String name) {
      return get(name).isValueNode() ? get(name).asText() : get(name).toString();
    }

    /** It must be this text, number, truth value or JSON. */
    void is(String name, Object expected) {
      assertEquals(expected.toString(), text(name), all::toString);
    }

    /** It must have all of these words. */
    void says(String name, String... words) {
      for (String each : words) {
        assertTrue(text(name).contains(each), () -> "not said: " + each + "\n" + all);
      }
    }
  }

  private static final String[] NAMES = {
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
  };
  private static final String NONE =
      "No browser on the PATH (" + String.join(", ", NAMES) + "): pages are not opened.";
  private static final Path PAGES = Path.of("target", "report-pages");
  private static final Pattern FOUND =
      Pattern.compile("<html[^>]*\\sdata-found=\"([^\"]*)\"", Pattern.CASE_INSENSITIVE);

  private final Path program;

  private Browser(Path program) {
    this.program = program;
  }

  /** The machine's browser. Where there is none, the calling test is skipped, or fails under CI. */
  static Browser ofThisMachine() {
    Optional<Path> found = find(System.getenv("PATH"));
    if (found.isEmpty()) {
      System.err.println(NONE);
    }
    return new Browser(orSkip(found, "true".equals(System.getenv("CI"))));
  }

  static Optional<Path> find(String searchPath) {
    for (String name : NAMES) {
      for (String directory : searchPath.split(Pattern.quote(File.pathSeparator))) {
        Path candidate = Path.of(directory, name);
        if (Files.isExecutable(candidate)) {
          return Optional.of(candidate);
        }
      }
    }
    return Optional.empty();
  }

  static Path orSkip(Optional<Path> found, boolean continuousIntegration) {
    if (found.isPresent()) {
      return found.get();
    }
    if (continuousIntegration) {
      return fail(NONE + " Continuous integration must have one; install chromium.");
    }
    throw new TestAbortedException(NONE);
  }

  /**
   * Opens a page, runs {@code probe} after the page's own scripts and gives what it returned.
   *
   * @param name of the page's file
   * @param probe body of an asynchronous JavaScript function whose result is JSON
   */
  Found open(String name, String html, String probe) throws IOException, InterruptedException {
    String script =
        "(async () => {"
            + probe
            + "})().then((found) => { document.documentElement.dataset.found ="
            + " encodeURIComponent(JSON.stringify(found)); });";
    Files.createDirectories(PAGES);
    Path page = PAGES.resolve(name + ".html").toAbsolutePath();
    Files.writeString(page, withScript(html, script));
    Path dump = PAGES.resolve(name + ".dom");
    Path log = PAGES.resolve(name + ".log");
    // On a busy machine the browser's clock may run out before the page was drawn.
    for (int attempt = 1; attempt <= 5; attempt++) {
      dump(page, dump, log);
      Matcher found = FOUND.matcher(Files.readString(dump));
      if (found.find()) {
        return new Found(
            new ObjectMapper().readTree(URLDecoder.decode(found.group(1), StandardCharsets.UTF_8)));
      }
    }
    return fail("the probe did not end; see " + page + " and " + log);
  }

  private void dump(Path page, Path dump, Path log) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + PAGES.resolve("profile").toAbsolutePath(),
                "--window-size=1200,2000",
                "--virtual-time-budget=20000",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(dump.toFile())
            .redirectError(log.toFile())
            .start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      fail("the browser did not end in 120 s; see " + log);
    }
    assertEquals(0, process.exitValue(), "see " + log);
  }

  /** The page with one more script at its end, which its policy lets run. */
  private static String withScript(String html, String script) {
    byte[] hash = Hashes.sha256(script.getBytes(StandardCharsets.UTF_8));
    return html.replace(
            "script-src ", "script-src 'sha256-" + Base64.getEncoder().encodeToString(hash) + "' ")
        .replace("</body>", "<script>" + script + "</script>\n</body>");
  }
}
