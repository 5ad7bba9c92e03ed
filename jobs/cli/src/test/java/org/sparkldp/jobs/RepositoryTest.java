package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.DocPage;

/** What holds for all files of the repository: links lead somewhere, and no machine is named. */
class RepositoryTest {
  private static final Path REPOSITORY = DocPage.repository();

  /** Folders that builds, tools and runs make; .gitignore has them. */
  private static final Set<String> NOT_OURS =
      Set.of(
          ".git",
          "target",
          "node_modules",
          "local", // what samples write
          ".idea",
          ".vscode",
          "spark-warehouse",
          "metastore_db",
          "__pycache__",
          ".ipynb_checkpoints");

  private static final Pattern LINK = Pattern.compile("\\[[^\\]\n]*\\]\\(([^)\\s]+)\\)");

  /** A type of SQL or Java with parameters. */
  private static final Pattern TYPE = Pattern.compile("\\w<[A-Za-z]+>");

  /** Hosts of package and image registries, and folders of somebody's machine. */
  private static final Pattern NOT_FOR_ALL =
      Pattern.compile(
          "(?i)repo1?[.]maven|maven[.]org|artifa[c]tory|jf[r]og|sona[t]ype|pypi[.]|npmjs[.]|docker[.]io"
              + "|[^a-z]gcr[.]io|ghcr[.]io|quay[.]io"
              + "|(?-i)[^A-Za-z0-9._*-]/(?:root|work|tmp|home/[a-z]+|Users/[A-Za-z]+)/");

  /** A call that writes numbers as the machine's locale has them. */
  private static final Pattern IN_ANY_LOCALE =
      Pattern.compile(
          "(?s)(?:String[.]format|printf)\\((?!\\s*Locale)[^;]*?%[-,+ 0-9.(]*[dfeg]"
              + "|%[-,+ 0-9.(]*[dfeg][^;%]*\"\\s*\\)?\\s*[.]formatted\\(");

  @Test
  void numbersAreWrittenAlikeInEveryLocale() throws IOException {
    assertTrue(IN_ANY_LOCALE.matcher("String.format(\n\"%s of %,d\", a, n)").find(), "a twin");
    assertTrue(IN_ANY_LOCALE.matcher("(\"%s of %.3g\"\n + \"x\").formatted(a, n)").find(), "one");
    assertFalse(IN_ANY_LOCALE.matcher("String.format(Locale.ROOT, \"%d\", n)").find());
    for (Path file : files(".java")) {
      Matcher found = IN_ANY_LOCALE.matcher(Files.readString(file));
      assertFalse(file.toString().contains("/src/main/") && found.find(), file + ": Locale.ROOT");
    }
  }

  @Test
  void everyRelativeLinkLeadsToAFileAndItsHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    int followed = 0;
    for (Path page : files(".md")) {
      for (String target : links(Files.readString(page))) {
        followed++;
        if (!resolves(page, target)) {
          broken.add(REPOSITORY.relativize(page) + " -> " + target);
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(followed > 0);
  }

  @Test
  void theIndexLinksToEveryPage() throws IOException {
    Path index = REPOSITORY.resolve("jobs/docs/README.md");
    Set<Path> linked = new HashSet<>();
    for (String target : links(Files.readString(index))) {
      linked.add(index.resolveSibling(target.replaceAll("#.*", "")).normalize());
    }
    List<Path> known =
        Stream.of("jobs/docs/README.md", "udfs/python/README.md").map(REPOSITORY::resolve).toList();
    for (Path page : files(".md")) {
      assertTrue(linked.contains(page) || known.contains(page), page + " is not in the index");
    }
  }

  /** Modules at a line's beginning, and below them their packages, which all are listed. */
  @Test
  void thePictureOfThePackagesIsOfTheFolders() throws IOException {
    Set<Path> drawn = new TreeSet<>();
    String module = "";
    for (String line : Files.readAllLines(REPOSITORY.resolve("CONTRIBUTING.md"))) {
      if (line.matches("jobs/[a-z]+")) {
        module = line;
      } else if (line.startsWith("  ") && !module.isEmpty()) {
        for (String name : line.strip().split("  ")[0].split(", | ──► ")) {
          drawn.add(Path.of(module, name));
        }
      } else {
        module = "";
      }
    }
    Set<Path> there = new TreeSet<>();
    for (String of : List.of("jobs/engine", "jobs/cli")) {
      Path packages = REPOSITORY.resolve(of).resolve("src/main/java/org/sparkldp/jobs");
      try (Stream<Path> folders = Files.list(packages).filter(Files::isDirectory)) {
        folders.forEach(folder -> there.add(Path.of(of, folder.getFileName().toString())));
      }
    }
    assertEquals(there, drawn);
  }

  @Test
  void theCheckOfLinksSeesABrokenOne() {
    Path page = REPOSITORY.resolve("jobs/docs/README.md");
    assertTrue(resolves(page, "data-contract.md#reports"));
    assertFalse(resolves(page, "data-contract.md#no-such-heading"));
    assertFalse(resolves(page, "no-such-page.md"));
    assertFalse(resolves(page, "../src/main/java"));
  }

  @Test
  void typesStandInCodeAsRenderersReadThemAsHtml() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : files(".md")) {
      Matcher type = TYPE.matcher(withoutCode(Files.readString(page)).replaceAll("`[^`]*`", ""));
      if (type.find()) {
        found.add(REPOSITORY.relativize(page) + ": " + type.group());
      }
    }
    assertEquals(List.of(), found);
    assertTrue(TYPE.matcher("shifts ARRAY<DOUBLE>").find());
  }

  @Test
  void noFileNamesARegistryOrAMachine() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files("")) {
      // One byte a character reads every file; the names looked for are ASCII.
      int number = 0;
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        number++;
        if (NOT_FOR_ALL.matcher(line).find()) {
          found.add(REPOSITORY.relativize(file) + ":" + number);
        }
      }
    }
    assertEquals(List.of(), found);
  }

  @Test
  void theCheckOfNamesSeesThem() {
    String root = "root";
    for (String bad :
        List.of(
            "https://repo." + "maven.apache" + ".org/maven2",
            "image: ghcr." + "io/someone/spark",
            "cd /" + root + "/project",
            "path '/" + "tmp/x'")) {
      assertTrue(NOT_FOR_ALL.matcher(bad).find(), bad);
    }
    for (String good :
        List.of("/home/7", "http://maven.apache.org/POM/4.0.0", "/var/lib/ldp/key")) {
      assertFalse(NOT_FOR_ALL.matcher(good).find(), good);
    }
  }

  /** All files of the repository with this ending, sorted. */
  static List<Path> files(String ending) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        REPOSITORY,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes of) {
            return NOT_OURS.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE // where other tests make and delete files
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
            if (of.isRegularFile()
                && file.toString().endsWith(ending)
                && !NOT_OURS.contains(file.getFileName().toString())) { // a worktree's .git
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream().sorted().toList();
  }

  private static List<String> links(String markdown) {
    List<String> targets = new ArrayList<>();
    Matcher link = LINK.matcher(withoutCode(markdown));
    while (link.find()) {
      if (!link.group(1).matches("[a-z]+:.*")) {
        targets.add(link.group(1));
      }
    }
    return targets;
  }

  private static boolean resolves(Path page, String target) {
    String[] parts = target.split("#", 2);
    Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]);
    try {
      return Files.exists(file)
          && (!Files.isDirectory(file) || parts[0].endsWith("/") || pageOf(file))
          && (parts.length == 1 || anchors(Files.readString(file)).contains(parts[1]));
    } catch (IOException e) {
      return false;
    }
  }

  /** A folder is shown as its page; a link that ends in a slash is the folder itself. */
  private static boolean pageOf(Path folder) {
    return Files.exists(folder.resolve("README.md"))
        || Files.exists(folder.resolveSibling(folder.getFileName() + ".md"));
  }

  /** Headings as the usual renderers name them: lower case, words joined by hyphens. */
  private static Set<String> anchors(String markdown) {
    Set<String> anchors = new HashSet<>();
    for (String line : withoutCode(markdown).split("\n")) {
      if (line.startsWith("#")) {
        anchors.add(
            line.replaceFirst("#+ *", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }

  private static String withoutCode(String markdown) {
    return markdown.replaceAll("(?ms)^```.*?^```", "");
  }
}
