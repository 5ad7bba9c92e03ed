package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is shipped: small, of Java 8, and enough for the page's example. */
class ClientJarIT {
  private static final Path JAR = Path.of(System.getProperty("client.jar"));
  private static final long MOST_BYTES = 60_000;
  private static final int JAVA_8 = 52;

  /** Where bytes say for which Java a class is. */
  private static final int MAJOR = 7;

  @TempDir Path folder;

  @Test
  void isSmallAndOfJava8() throws IOException {
    long bytes = Files.size(JAR);
    System.out.println(JAR.getFileName() + ": " + bytes + " bytes");
    assertTrue(bytes <= MOST_BYTES, bytes + " bytes");
    Set<String> packages = new TreeSet<>();
    try (JarFile jar = new JarFile(JAR.toFile())) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (entry.getName().endsWith(".class")) {
          packages.add(Path.of(entry.getName()).getParent().toString());
          try (InputStream in = jar.getInputStream(entry)) {
            assertEquals(JAVA_8, in.readNBytes(MAJOR + 1)[MAJOR], entry.getName());
          }
        }
      }
    }
    assertEquals(Set.of("org/sparkldp/client"), packages);
  }

  /** Of a question for today, whose endpoint is here; the key is made for it. */
  private String signed(KeyPair key, String endpoint) throws GeneralSecurityException {
    return Conformance.signed(
        key,
        Conformance.payload("a list with other and missing")
            .toString()
            .replace("https://collect.example.org/answers", endpoint)
            .replace("2026-04-01", "9999-04-01")
            .replace("\"public\":[\"country\"]", "\"public\":[]"));
  }

  /** The page's Java, with this test's key in the place of the page's. */
  private static List<String> examples(KeyPair key) throws IOException {
    String own = Base64.getEncoder().encodeToString(key.getPublic().getEncoded());
    return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(Path.of("../docs/devices.md")))
        .results()
        .map(block -> block.group(1).replace("MFkwEwYHKoZIzj0CAQYI...", own))
        .toList();
  }

  private void compile(String name, String code) throws IOException {
    Path source = Files.writeString(folder.resolve(name + ".java"), code);
    int ended =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "8",
                "-Xlint:-options",
                "-cp",
                JAR.toString(),
                source.toString());
    assertEquals(0, ended, "the page's example must compile");
  }

  @Test
  void thePagesExampleOfATableCompiles() throws Exception {
    String of =
        """
        import java.util.*;
        import org.sparkldp.client.*;
        class Table {
          static void answer(String signed, String PINNED_KEY, Outbox outbox) throws Exception {
            %s
          }
        }
        """;
    compile("Table", of.formatted(examples(key()).get(1)));
  }

  private static KeyPair key() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private Process answer(String value) throws IOException {
    return new ProcessBuilder(
            System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            JAR + File.pathSeparator + folder,
            "AnswerToday",
            value)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .start();
  }

  private static String said(Process program) throws IOException, InterruptedException {
    String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, program.waitFor(), said);
    return said.strip();
  }

  /** Three processes at once, a collector that is down, and another run: one report. */
  @Test
  void thePagesExampleAnswersOnceADay() throws Exception {
    KeyPair key = key();
    compile("AnswerToday", examples(key).get(0));
    List<String> received = Collections.synchronizedList(new ArrayList<>());
    boolean[] isDown = {true};
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          received.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(isDown[0] ? 503 : 204, -1);
          exchange.close();
        });
    collector.start();
    try {
      String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort() + "/";
      Files.writeString(folder.resolve("question.jws"), signed(key, endpoint));
      List<Process> programs = List.of(answer("DE"), answer("f"), answer("elsewhere"));
      for (Process program : programs) {
        assertEquals("java.io.IOException: collector: 503\nKEPT", said(program));
      }
      isDown[0] = false;
      assertEquals("SENT", said(answer("DE")));
      assertEquals("SENT", said(answer("21")));
      assertEquals(4, received.size());
      assertEquals(1, Set.copyOf(received).size(), received.toString());
      assertTrue(Conformance.json(received.get(0)).get("report").isInt());
    } finally {
      collector.stop(0);
    }
  }
}
