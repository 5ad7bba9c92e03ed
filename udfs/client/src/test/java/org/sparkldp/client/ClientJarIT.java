package org.sparkldp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.SimulationSource;

/** The jar alone makes the reports that the whole of udfs/protocols makes, of every protocol. */
class ClientJarIT {
  private static final Path JAR = Path.of(System.getProperty("client.jar"));
  private static final long MOST_BYTES = 460_000;

  /** Strategies beyond are not for phones. */
  private static final int MOST_ATTACHED = 1 << 16;

  /** A strategy in a file of this machine. */
  private static final Set<String> NOT_FOR_PHONES = Set.of("strategy");

  private static final int PEOPLE = 300;

  /** Each report is counted so often, so that later rounds have reports enough to begin. */
  private static final int TIMES = 50;

  private static final int ROUNDS = 3;

  @TempDir private Path folder;

  @Test
  void isSmallAndHoldsNothingElse() throws Exception {
    assertTrue(Files.size(JAR) <= MOST_BYTES, Files.size(JAR) + " bytes");
    try (FileSystem jar = FileSystems.newFileSystem(JAR);
        Stream<Path> all = Files.walk(jar.getPath("/org"))) {
      Set<String> packages =
          all.filter(Files::isRegularFile)
              .map(file -> file.subpath(0, 3).toString())
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(Set.of("org/sparkldp/protocols", "org/sparkldp/shaded"), packages);
    }
  }

  @Test
  void makesTheReportsOfTheWholeAlone() throws Exception {
    try (URLClassLoader alone = alone(JAR)) {
      BiFunction<String, Object[], List<String>> phone = phone(alone);
      for (Declaration<?> declaration : Protocols.declarations()) {
        List<Protocol<?, ?>> questions = questions(declaration);
        assertEquals(
            NOT_FOR_PHONES.contains(declaration.name()), questions.isEmpty(), declaration.name());
        for (Protocol<?, ?> question : questions) {
          assertEquals(said(new Phone(), question), said(phone, question), question.toString());
        }
      }
    }
  }

  @Test
  void wouldBeMissedIfAClassWere() throws Exception {
    Path less = folder.resolve("less.jar");
    Files.copy(JAR, less);
    try (FileSystem jar = FileSystems.newFileSystem(less)) {
      Files.delete(jar.getPath("/org/sparkldp/protocols/frequency/FiniteField.class"));
    }
    try (URLClassLoader alone = alone(less)) {
      BiFunction<String, Object[], List<String>> phone = phone(alone);
      Protocol<?, ?> question = Protocols.of("olh(epsilon=1.0,k=16,g=4)");
      assertThrows(NoClassDefFoundError.class, () -> said(phone, question));
    }
  }

  private static URLClassLoader alone(Path jar) throws Exception {
    URL program = Phone.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(
        new URL[] {jar.toUri().toURL(), program}, ClassLoader.getPlatformClassLoader());
  }

  @SuppressWarnings("unchecked") // what Phone is
  private static BiFunction<String, Object[], List<String>> phone(ClassLoader loader)
      throws Exception {
    var program =
        (BiFunction<String, Object[], List<String>>)
            loader.loadClass(Phone.class.getName()).getConstructor().newInstance();
    return (spec, asked) -> {
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      Thread.currentThread().setContextClassLoader(loader); // which is asked for catalogues, too
      try {
        return program.apply(spec, asked);
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    };
  }

  private static List<String> said(
      BiFunction<String, Object[], List<String>> phone, Protocol<?, ?> question) {
    Object[] asked =
        Stream.concat(Stream.of(Attached.of(question)), ExampleValues.of(question).stream())
            .toArray();
    return phone.apply(question.spec().toString(), asked);
  }

  /** All variants of a protocol, and some later rounds. */
  private static List<Protocol<?, ?>> questions(Declaration<?> declaration) {
    List<Protocol<?, ?>> questions = new ArrayList<>();
    for (String example : declaration.examples()) {
      Protocol<?, ?> round = Protocols.of(example);
      for (int i = 0; i < ROUNDS && Attached.of(round).length <= MOST_ATTACHED; i++) {
        questions.add(round);
        Optional<? extends Protocol<?, ?>> next = next(round);
        if (next.isEmpty()) {
          break;
        }
        round = next.get();
      }
    }
    return questions;
  }

  private static <V, R> Optional<Protocol<V, ?>> next(Protocol<V, R> round) {
    List<V> values = ExampleValues.of(round);
    Randomizer<V, R> randomizer = round.randomizer();
    SimulationSource coins = new SimulationSource(1);
    Accumulator<R> reports = round.newAccumulator();
    for (int i = 0; i < PEOPLE; i++) {
      reports.add(randomizer.randomize(values.get(i % values.size()), coins), TIMES);
    }
    return InRounds.next(round, reports);
  }
}
