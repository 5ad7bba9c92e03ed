package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.sql.DocPage;

/**
 * The documentation as a site, built as its page says: no link between pages is dead, and no page
 * of the repository is left off.
 *
 * <p>In the profile lake: npm fetches the generator. Without npm it is skipped, and says so.
 */
@Tag("long")
@Timeout(600)
class SiteIT {
  private static final Path REPOSITORY = DocPage.repository();
  private static final Path SITE = REPOSITORY.resolve("jobs/site");
  private static final Path BUILT = REPOSITORY.resolve("jobs/target/documentation");

  /** The door, which is not named as it lies. */
  private static final String HOME = "jobs/site/index.md";

  @TempDir Path folder;

  private static Ended ended(String... command) throws IOException, InterruptedException {
    return Ended.of(new ProcessBuilder(command).directory(SITE.toFile()).redirectErrorStream(true));
  }

  private static boolean thereIsNpm() throws InterruptedException {
    try {
      return ended("npm", "--version").code() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** The pages of the repository that the site has not, named as they lie. */
  private static List<String> missing(Path site) throws IOException {
    return RepositoryTest.files(".md").stream()
        .map(page -> REPOSITORY.relativize(page).toString())
        .filter(page -> !page.startsWith("."))
        .filter(
            page -> {
              String name = page.equals(HOME) ? "index.md" : page;
              return !Files.exists(site.resolve(name.replaceFirst("md$", "html")));
            })
        .toList();
  }

  @Test
  void everyPageOfTheRepositoryIsAPageOfTheSite() throws IOException, InterruptedException {
    if (!thereIsNpm()) {
      System.err.println("SKIPPED: the site is not built and not tested, because npm is not here.");
    }
    assumeTrue(thereIsNpm(), "npm is not here");
    FileUtils.deleteDirectory(BUILT.toFile());

    ended("npm", "ci", "--no-audit", "--no-fund").done();
    ended("npx", "vitepress", "build").done().shows("build complete");

    assertEquals(List.of(), missing(BUILT));
    String readme = Files.readString(BUILT.resolve("README.html"));
    assertTrue(readme.contains("VPSidebar"), "a page has the sidebar");
    assertFalse(readme.contains("generated:"), "marks for tests are no text");
  }

  /** A site of one page has not the others. */
  @Test
  void aPageThatIsNotThereIsMissed() throws IOException {
    Files.createFile(folder.resolve("README.html"));

    List<String> missing = missing(folder);

    assertFalse(missing.contains("README.md"));
    assertTrue(missing.contains(HOME));
    assertTrue(missing.contains("jobs/docs/gallery.md"));
  }
}
