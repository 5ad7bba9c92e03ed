package org.sparkldp.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.xbean.asm9.ClassReader;
import org.apache.xbean.asm9.ClassVisitor;
import org.apache.xbean.asm9.MethodVisitor;
import org.apache.xbean.asm9.Opcodes;
import org.apache.xbean.asm9.Type;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Face;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.privatize.RowLot;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Audited;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Correlated;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.ForLife;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Predicted;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.KeyLocation;

/** The whole house, seen from its top floor. */
class FloorsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(place -> !place.contains("/test-classes/")) // below the line of Spark
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.sparkldp");

  private static final List<Class<?>> FACETS =
      List.of(
          InRounds.class,
          Attached.class,
          Audited.class,
          Compiled.class,
          Correlated.class,
          Demanding.class,
          ForLife.class,
          Postprocessed.class,
          Predicted.class,
          Resilient.class,
          Assuming.class,
          Counting.class,
          Forecasting.class,
          Recruiting.class);

  private static final String[] SPARK = {"org.apache.spark..", "org.apache.hadoop..", "scala.."};

  /** Whoever is in none of these rooms knows nobody in those. */
  private static ArchRule outside(List<String> rooms, String... unknown) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(rooms.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(unknown);
  }

  /** Whoever is in one of these rooms knows nobody in those. */
  private static ArchRule inside(List<String> rooms, String... unknown) {
    return noClasses()
        .that()
        .resideInAnyPackage(rooms.toArray(String[]::new))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(unknown);
  }

  /** Jars that a cluster need not have, each found by the service loader. */
  private static final List<String> PLUG_INS =
      List.of(
          "org.sparkldp.analysis..",
          "org.sparkldp.optimizer..",
          "org.sparkldp.release..",
          "org.sparkldp.published..",
          "org.sparkldp.datasets..",
          "org.sparkldp.lab..");

  /** Those of them that stand above jobs. */
  private static final List<String> ABOVE =
      List.of("org.sparkldp.optimizer..", "org.sparkldp.release..", "org.sparkldp.lab..");

  private static List<String> and(List<String> rooms, String... more) {
    return Stream.concat(rooms.stream(), Stream.of(more)).toList();
  }

  @Test
  void onlySqlAndJobsKnowSpark() {
    outside(and(ABOVE, "org.sparkldp.sql..", "org.sparkldp.jobs.."), SPARK).check(HOUSE);
  }

  @Test
  void nobodyBelowKnowsOfJobs() {
    List<String> top = and(ABOVE, "org.sparkldp.jobs..");
    outside(top, top.toArray(String[]::new)).check(HOUSE);
  }

  @Test
  void theProductKnowsNoPlugIn() {
    outside(PLUG_INS, PLUG_INS.toArray(String[]::new)).check(HOUSE);
  }

  /**
   * The laboratory knows all; the papers know the optimizer's algebra, whose mechanisms they are.
   */
  @Test
  void plugInsKnowNoPlugInBeforeThem() {
    inside(List.of("org.sparkldp.analysis.."), others("analysis")).check(HOUSE);
    inside(List.of("org.sparkldp.datasets.."), others("datasets")).check(HOUSE);
    inside(List.of("org.sparkldp.tables.."), others()).check(HOUSE);
    inside(List.of("org.sparkldp.optimizer.."), others("analysis", "optimizer")).check(HOUSE);
    inside(List.of("org.sparkldp.release.."), others("datasets", "release")).check(HOUSE);
    inside(List.of("org.sparkldp.published.."), others("analysis", "published")).check(HOUSE);
  }

  private static String[] others(String... known) {
    return PLUG_INS.stream()
        .filter(room -> Stream.of(known).noneMatch(name -> room.contains("." + name + ".")))
        .toArray(String[]::new);
  }

  /**
   * Of a task, its values and its protocol, only tasks, their faces and their populations ask the
   * class, and a figure of the laboratory, whose protocol's spec it writes itself; all others ask a
   * protocol for a facet, which one that wraps another has too.
   */
  @Test
  void nobodyAsksAQuestionForItsClass() throws IOException {
    List<String> asked = questionsAskedForTheirClass(c -> !ofTasks(c));
    assertEquals(List.of(), asked);
    assertTrue(questionsAskedForTheirClass(FloorsTest::ofTasks).size() >= 10, "tasks do ask");
  }

  private static boolean ofTasks(JavaClass c) {
    return c.getPackageName().equals("org.sparkldp.jobs.task")
        || c.isAssignableTo(Face.class)
        || c.getName().matches("org[.]sparkldp[.]lab[.].*(Figures?|Population)");
  }

  /**
   * Where main code of jobs or lab tests or casts to a subtype of protocols, values or tasks, tests
   * for a facet past {@link Protocol#facet}, or asks that for a class.
   */
  private static List<String> questionsAskedForTheirClass(Predicate<JavaClass> in)
      throws IOException {
    List<String> asked = new ArrayList<>();
    for (JavaClass c : HOUSE) {
      boolean asks = Stream.of("jobs", "lab").anyMatch(c.getPackageName().split("[.]")[2]::equals);
      if (!asks || !in.test(c)) {
        continue;
      }
      try (InputStream bytes =
          FloorsTest.class.getResourceAsStream("/" + c.getName().replace('.', '/') + ".class")) {
        new ClassReader(bytes)
            .accept(
                new ClassVisitor(Opcodes.ASM9) {
                  @Override
                  public MethodVisitor visitMethod(
                      int access, String name, String type, String signature, String[] thrown) {
                    return new MethodVisitor(Opcodes.ASM9) {
                      private boolean isMade; // its declaration says of which class it is
                      private String literal = "";

                      @Override
                      public void visitLdcInsn(Object constant) {
                        literal = constant instanceof Type type ? type.getClassName() : "";
                      }

                      @Override
                      public void visitMethodInsn(
                          int opcode, String owner, String called, String type, boolean isFace) {
                        isMade = owner.endsWith("/Declaration") && called.equals("of");
                        if (called.equals("facet") && !is(literal, Class::isInterface)) {
                          asked.add(c.getName() + "." + name + ": facet " + literal);
                        }
                      }

                      @Override
                      public void visitVarInsn(int opcode, int variable) {
                        isMade = false;
                      }

                      @Override
                      public void visitTypeInsn(int opcode, String of) {
                        boolean isTest =
                            opcode == Opcodes.INSTANCEOF
                                || (opcode == Opcodes.CHECKCAST && !isMade);
                        if ((isTest && isQuestion(of.replace('/', '.')))
                            || (opcode == Opcodes.INSTANCEOF && isFacet(of.replace('/', '.')))) {
                          asked.add(c.getName() + "." + name + ": " + of);
                        }
                      }
                    };
                  }
                },
                0);
      }
    }
    return asked;
  }

  private static boolean isQuestion(String name) {
    return is(
        name,
        c ->
            Stream.of(Protocol.class, Values.class, Task.class)
                .anyMatch(question -> question.isAssignableFrom(c) && question != c));
  }

  private static boolean isFacet(String name) {
    return is(name, c -> FACETS.stream().anyMatch(facet -> facet.isAssignableFrom(c)));
  }

  private static boolean is(String name, Predicate<Class<?>> of) {
    if (!name.startsWith("org.sparkldp.")) {
      return false;
    }
    try {
      return of.test(Class.forName(name, false, FloorsTest.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return false; // an array, as it is written in class files
    }
  }

  @Test
  void onlyKeyLocationReadsKeys() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(KeyLocation.class, ReleaseKey.class)
        .should()
        .callMethod(ReleaseKey.class, "read", Path.class)
        .orShould()
        .callMethod(ReleaseKey.class, "fromEnvironment", Map.class)
        .orShould()
        .callMethod(ReleaseKey.class, "parse", String.class, String.class)
        .check(HOUSE);
    // Lots of a write-once run are drawn under a key of that run alone.
    noClasses()
        .that()
        .doNotBelongToAnyOf(KeyLocation.class, ReleaseKey.class, RowLot.class)
        .should()
        .callMethod(ReleaseKey.class, "of", byte[].class)
        .check(HOUSE);
  }

  @Test
  void sparkOnAnotherFloorWouldBeCaught() {
    ArchRule nobody = inside(List.of("org.sparkldp.sql.."), SPARK);
    assertThrows(AssertionError.class, () -> nobody.check(HOUSE));
  }

  /** Nobody calls the plan's constructor: its thirteen arguments are easily confused. */
  @Test
  void plansAreReadOrBuilt() {
    noClasses()
        .should()
        .callConstructorWhere(
            JavaCall.Predicates.target(
                HasOwner.Predicates.With.owner(HasName.Predicates.name(Plan.class.getName()))))
        .check(HOUSE);
  }
}
