package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.sql.DocPage;

/** {@code jobs/bin/ldp} as a process, with a stub for the JVM: no jar has to be built. */
class LauncherTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  private static final int JAVA = Runtime.version().feature();

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws InterruptedException {
    for (Process each : started) {
      each.destroyForcibly().waitFor();
    }
  }

  private Path program(String name, String text) throws IOException {
    return Files.setPosixFilePermissions(
        box.write(name, text), PosixFilePermissions.fromString("rwx------"));
  }

  /** A JDK of some version, with this program in place of its JVM. */
  private void jdk(String home, String version, String text) throws IOException {
    program(home + "/bin/java", text);
    program(home + "/bin/javac", "");
    box.write(home + "/release", "JAVA_VERSION=\"" + version + "\"\n");
  }

  /** The launcher, with this test's class path in place of a jar that was built. */
  private void install() throws IOException, InterruptedException {
    Path repository = DocPage.repository();
    String launcher = Files.readString(repository.resolve("jobs/bin/ldp"));
    program("jobs/bin/ldp", launcher.replace("/usr/lib/jvm", box.path("jvm")));
    for (String conf : new String[] {"jvm.options", "log4j2.properties"}) {
      box.write("conf/" + conf, Files.readString(repository.resolve("conf/" + conf)));
    }
    box.write("jobs/target/spark-ldp.jar", "");
    Thread.sleep(20); // the list and the other jar are newer than the jar, and the archive than all
    for (String name : new String[] {"optimizer", "release", "lab"}) {
      box.write("jobs/" + name + "/target/spark-ldp-" + name + ".jar", "");
    }
    box.write("jobs/target/spark.classpath", System.getProperty("java.class.path"));
    Thread.sleep(20);
    box.write("jobs/target/launcher-" + JAVA + ".jsa", "");
    for (String source : new String[] {"pom.xml", "udfs/x", "datasets/x"}) {
      Files.setLastModifiedTime(box.write(source, ""), FileTime.fromMillis(0));
    }
    Files.createDirectories(box.at("tmp"));
  }

  private ProcessBuilder ldp(String... words) {
    List<String> line = new ArrayList<>(List.of(box.path("jobs/bin/ldp")));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line).redirectErrorStream(true);
    builder.environment().put("TMPDIR", box.path("tmp"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder;
  }

  /** A scheduler that stops the command stops what reads values. */
  @Test
  void whoEndsTheCommandEndsTheJvm() throws IOException, InterruptedException {
    install();
    jdk("java", "" + JAVA, "#!/bin/sh\necho $$\nexec sleep 60\n");
    ProcessBuilder builder = ldp("sql", "-e", "SELECT 1");
    builder.environment().put("JAVA_HOME", box.path("java"));
    Process ldp = builder.start();
    long jvm = Long.parseLong(ldp.inputReader().readLine());
    ldp.destroy(); // SIGTERM
    assertTrue(ldp.waitFor(20, TimeUnit.SECONDS), "the launcher ends");
    assertFalse(ProcessHandle.of(jvm).map(ProcessHandle::isAlive).orElse(false), "and its JVM");
  }

  /** JAVA_HOME comes before the path, and both before what is installed. */
  @Test
  void aJdkThatFitsIsLookedForBeforeTheLauncherGivesUp() throws IOException, InterruptedException {
    install();
    jdk("java", "11.0.2", "");
    jdk("path", "1.8.0_392", "");
    jdk("jvm/new", "26", "");
    String needed = "2 ldp: Java must be a JDK of 17 to 25; install one, or name its folder in ";
    String said = withPath();
    assertTrue(
        said.startsWith(needed + "JAVA_HOME. Found: Java 11.0.2 at " + box.path("java/")), said);
    assertTrue(
        said.contains(", Java 1.8.0_392 at " + box.path("path/bin/java, Java 26 at ")), said);

    List<String> homes = List.of("java", "path", "jvm/old");
    for (String version : new String[] {"16.0.2", "17", "21.0.8", "25.0.3", "26-ea"}) {
      boolean fits = List.of("17", "21.0.8", "25.0.3").contains(version);
      for (String home : homes) {
        for (String each : homes) {
          jdk(each, each.equals(home) ? version : "8", "#!/bin/sh\necho of " + each + "\n");
        }
        said = withPath();
        assertEquals(fits, said.startsWith("0 ") && said.endsWith("of " + home + "\n"), said);
      }
    }
    jdk("java", "17.0.15", "");
    Files.delete(box.at("java/bin/javac"));
    assertTrue(withPath().contains("Java 17.0.15 at " + box.path("java/bin/java without javac")));
    Files.delete(box.at("java/release")); // then the Java is asked
    program("java/bin/java", "#!/bin/sh\necho 'openjdk version \"21.0.1\" 2023' >&2\n");
    program("java/bin/javac", "");
    assertEquals("0 openjdk version \"21.0.1\" 2023\n", withPath().replaceFirst("ldp:.*\n", ""));
  }

  private String withPath() throws IOException, InterruptedException {
    ProcessBuilder builder = ldp("sql");
    builder.environment().put("JAVA_HOME", box.path("java"));
    builder.environment().merge("PATH", box.path("path/bin"), (path, java) -> java + ":" + path);
    Ended ended = Ended.of(builder);
    return ended.code() + " " + ended.out();
  }

  /** A release: unpacked, read-only, without Maven; its Spark or that of SPARK_HOME. */
  @Test
  void aReleaseNeedsAJdkAlone() throws IOException, InterruptedException {
    Path repository = DocPage.repository();
    program("jobs/bin/ldp", Files.readString(repository.resolve("jobs/bin/ldp")));
    box.write("conf/jvm.options", "");
    box.write("lib/spark-ldp.jar", "");
    box.write("lib/spark-ldp-lab.jar", "");
    box.write("elsewhere/jars/b.jar", "");
    box.write("elsewhere/jars/a.jar", "");
    Files.createDirectories(box.at("tmp"));
    jdk("java", "" + JAVA, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    program("maven/mvn", "#!/bin/sh\necho Maven was called\n");

    assertTrue(release("", "sql").startsWith("2 ldp: this release needs Spark in SPARK_HOME."));
    String said = release(box.path("elsewhere"), "sql", "-e", "SELECT 1");
    String jars =
        Stream.of(
                    "lib/spark-ldp.jar",
                    "lib/spark-ldp-optimizer.jar",
                    "lib/spark-ldp-release.jar",
                    "lib/spark-ldp-lab.jar",
                    "elsewhere/jars/a.jar")
                .map(box::path)
                .reduce("", (all, jar) -> all + jar + ":")
            + box.path("elsewhere/jars/b.jar");
    assertTrue(said.startsWith("0 ldp: preparing") && said.contains("\n" + jars + "\n"), said);
    assertTrue(said.endsWith("sql\n-e\nSELECT 1\n"), said);
    assertFalse(said.contains("Maven"), said);
    assertFalse(release(box.path("elsewhere"), "sql").contains("preparing"), "once only");
    assertTrue(
        release("", "--packages", "a:b:1", "sql").startsWith("2 ldp: --packages needs a checkout"));

    box.write("lib/spark/own.jar", "");
    said = release("", "sql");
    assertTrue(said.contains(box.path("lib/spark-ldp-lab.jar:") + box.path("lib/spark/own.jar")));
    assertFalse(said.contains("elsewhere"), said);
  }

  /** Maven may have read it before, and writes the class after; so would it the next time. */
  @Test
  void aSourceThatChangesWhileItIsBuiltIsBuiltAgain() throws IOException, InterruptedException {
    install();
    jdk("java", "" + JAVA, "#!/bin/sh\n");
    program(
        "maven/mvn",
        """
        #!/bin/sh
        echo built >>calls
        sleep 0.05
        [ ! -f saves ] || { rm saves; touch jobs/cli/src/main/A.java; }
        sleep 0.05
        mkdir -p jobs/cli/target/classes && touch jobs/cli/target/classes/A.class jobs/target/spark-ldp.jar
        sleep 0.05
        touch jobs/lab/target/spark-ldp-lab.jar
        [ ! -f fails ] || { rm fails; exit 1; }
        """);
    assertEquals(0, built(), "nothing is newer than the jar");
    Path jar = box.at("jobs/release/target/spark-ldp-release.jar");
    Files.delete(jar);
    assertEquals(1, built(), "a jar is missing");
    Files.writeString(jar, "");
    Files.delete(box.at("calls"));
    Path source = box.write("jobs/cli/src/main/A.java", "");
    assertEquals(1, built());
    assertEquals(1, built(), "nothing has changed since");

    for (String event : new String[] {"saves", "fails"}) {
      Files.deleteIfExists(box.at("calls"));
      box.write("saves", "");
      box.write(event, "");
      Thread.sleep(20);
      box.write("jobs/cli/src/main/B.java", "");
      assertEquals(1, built());
      FileTime compiled = Files.getLastModifiedTime(box.at("jobs/cli/target/classes/A.class"));
      assertTrue(compiled.compareTo(Files.getLastModifiedTime(source)) < 0, "Maven will see it");
      assertEquals(2, built());
      assertEquals(2, built());
    }
  }

  /** Runs the launcher, and counts how often it has called Maven. */
  private int built() throws IOException, InterruptedException {
    release("", "--version");
    return box.has("calls") ? (int) box.read("calls").lines().count() : 0;
  }

  /** Exit code and output. */
  private String release(String sparkHome, String... words)
      throws IOException, InterruptedException {
    ProcessBuilder builder = ldp(words);
    builder.environment().put("JAVA_HOME", box.path("java"));
    builder.environment().put("SPARK_HOME", sparkHome);
    builder.environment().put("XDG_CACHE_HOME", box.path("cache"));
    builder.environment().merge("PATH", box.path("maven"), (path, maven) -> maven + ":" + path);
    Ended ended = Ended.of(builder);
    return ended.code() + " " + ended.out();
  }

  @Test
  void noWordOfTheLaunchersOwnIsShownThatIsLikeAKey() throws IOException, InterruptedException {
    install();
    String key = "00112233445566778899aabbccddeeff".repeat(2);
    String shown = key.substring(17); // the twin
    String parted = key.replaceAll("(.{8})(?!$)", "$1 ");
    for (String text : new String[] {key, key.substring(16), parted, shown}) {
      ProcessBuilder variable = ldp("sql");
      variable.environment().put("LDP_JAVA_OPTIONS", text);
      for (ProcessBuilder each :
          List.of(ldp("--jars", text, "sql"), ldp("--packages=" + text, "sql"), variable)) {
        Ended ended = Ended.of(each);
        String said = ended.out();
        assertEquals(!text.equals(shown), ended.code() == 2 && said.contains("one in "), said);
        assertEquals(text.equals(shown), said.contains(text), said);
      }
    }
  }

  /** Values rest in Spark's own files while a command runs, and after it was killed. */
  @Test
  @Tag("slow")
  void whatSparkKeepsOnDisksIsClosedEncryptedAndGoesWithItsProcess()
      throws IOException, InterruptedException {
    install();
    Process killed = shuffling("tmp");
    killed.destroyForcibly().waitFor();
    List<String> left = box.names("tmp");
    assertEquals(1, left.size(), left::toString);
    assertEquals(List.of(), open(box.at("tmp")));
    assertFalse(holdsValues(box.at("tmp")));

    // Twin: a folder that the user names instead, and no encryption.
    Files.createDirectories(box.at("own"));
    Process alive =
        shuffling("own", "--conf", "spark.local.dir=" + box.path("own"), "--conf", UNENCRYPTED);
    assertFalse(open(box.at("own")).isEmpty());
    assertTrue(holdsValues(box.at("own")));
    List<String> both = new ArrayList<>(box.names("tmp"));
    both.removeAll(left);
    assertEquals(1, both.size(), "a later command removed the first one's, and has its own");
    assertEquals(both, box.names("tmp"));

    Ended.of(ldp("--version")).done();
    assertEquals(both, box.names("tmp"), "a living command's folder stays");
    alive.destroy(); // SIGTERM
    assertTrue(alive.waitFor(60, TimeUnit.SECONDS));
    assertFalse(Files.exists(box.at("tmp/" + both.get(0))));
    assertEquals(List.of(), open(box.at("tmp")), "but what the command's user has to know");
  }

  private static final String UNENCRYPTED = "spark.io.encryption.enabled=false";

  /** A value that rows repeat, as it stands in a file that is compressed and not encrypted. */
  private static final String VALUE = "a private value of somebody";

  /** A command that has written files of a shuffle into a folder and goes on. */
  private Process shuffling(String folder, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(options));
    String slow =
        "SELECT reflect('java.lang.Thread', 'sleep', 100L), m FROM (SELECT max(concat('"
            + VALUE
            + "', id)) AS m FROM range(0, 2000, 1, 4) GROUP BY pmod(id, 1000))";
    words.addAll(List.of("sql", "-e", slow));
    ProcessBuilder builder = ldp(words.toArray(String[]::new));
    builder.environment().put("LDP_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.start();
    started.add(process);
    for (int i = 0; i < 1200 && process.isAlive(); i++) {
      if (all(box.at(folder)).anyMatch(LauncherTest::isOfShuffle)) {
        return process;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static boolean isOfShuffle(Path file) {
    return file.toString().endsWith(".data") && file.toFile().length() > 0;
  }

  private static Stream<Path> all(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream();
  }

  /** What others can reach below a folder: what has a bit for them, and is in nothing closed. */
  private static List<Path> open(Path folder) throws IOException {
    List<Path> open = new ArrayList<>();
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path path : inside.toList()) {
        String bits = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        if (!bits.endsWith("------")) {
          open.add(path);
        }
      }
    }
    return open;
  }

  private static boolean holdsValues(Path folder) throws IOException {
    for (Path file : all(folder).toList()) {
      try {
        if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(VALUE)) {
          return true;
        }
      } catch (NoSuchFileException e) {
        // A living command is done with it.
      }
    }
    return false;
  }
}
