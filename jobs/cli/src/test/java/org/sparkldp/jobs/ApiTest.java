package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sparkldp.sql.DocPage;

/** The types that other programs may name are those of one page, and name no others of ours. */
class ApiTest {
  private static final Path PAGE = DocPage.repository().resolve("jobs/docs/java.md");

  /** A type in the first column of a table. */
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:`\\w+`(?:, )?)+) \\|");

  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(place -> !place.contains("/test-classes/"))
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("org.sparkldp.protocols", "org.sparkldp.sql", "org.sparkldp.jobs");

  private static Set<String> listed() throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .flatMap(row -> NAME.matcher(row.group(1)).results())
        .map((MatchResult name) -> name.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static JavaClass top(JavaClass c) {
    Optional<JavaClass> outer = c.getEnclosingClass();
    return outer.isPresent() ? top(outer.get()) : c;
  }

  private static boolean isSeen(JavaClass c) {
    return c.getModifiers().contains(JavaModifier.PUBLIC)
        && c.getEnclosingClass().map(ApiTest::isSeen).orElse(true);
  }

  private static boolean isSeen(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Stream<JavaClass> named(JavaClass c) {
    return Stream.of(
            Stream.concat(c.getSuperclass().stream(), c.getInterfaces().stream())
                .flatMap(type -> type.getAllInvolvedRawTypes().stream()),
            c.getFields().stream()
                .filter(ApiTest::isSeen)
                .flatMap(field -> field.getType().getAllInvolvedRawTypes().stream()),
            c.getCodeUnits().stream()
                .filter(ApiTest::isSeen)
                .filter(unit -> !unit.getModifiers().contains(JavaModifier.SYNTHETIC))
                .flatMap(ApiTest::types)
                .flatMap(type -> type.getAllInvolvedRawTypes().stream()))
        .flatMap(types -> types)
        .map(JavaClass::getBaseComponentType);
  }

  private static Stream<JavaType> types(JavaCodeUnit unit) {
    return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream());
  }

  /** Types of ours that listed ones name and that are not listed. */
  private static Set<String> unlisted(Set<String> listed) {
    return PRODUCT.stream()
        .filter(c -> isSeen(c) && listed.contains(top(c).getSimpleName()))
        .flatMap(
            c ->
                named(c)
                    .filter(type -> type.getName().startsWith("org.sparkldp."))
                    .filter(type -> isSeen(type) && !listed.contains(top(type).getSimpleName()))
                    .map(type -> top(type).getSimpleName() + ", which " + c.getName() + " names"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void whatThePageListsNamesNothingElseOfOurs() throws IOException {
    Set<String> listed = listed();

    assertEquals(Set.of(), unlisted(listed), "to be listed in " + PAGE);
    Set<String> without = new TreeSet<>(listed);
    without.remove("Estimate");
    assertFalse(unlisted(without).isEmpty(), "a twin");
  }

  @Test
  void everyListedTypeIsThereOnce() throws IOException {
    for (String name : listed()) {
      assertEquals(
          1,
          PRODUCT.stream()
              .filter(c -> c.isTopLevelClass() && c.getSimpleName().equals(name) && isSeen(c))
              .count(),
          name);
    }
  }

  /** The examples of the page import listed types only. Classes of tests do not count. */
  @Test
  void examplesNeedNoOtherTypes() throws IOException {
    Set<String> listed = listed();
    for (String example :
        List.of(
            "udfs/example-oracle/src/main/java/org/sparkldp/example/PaleyResponse.java",
            "jobs/engine/src/test/java/org/sparkldp/jobs/task/VarianceTrialTest.java")) {
      Set<String> imported =
          Pattern.compile("(?m)^import org[.]sparkldp[.].*?(\\w+);")
              .matcher(Files.readString(DocPage.repository().resolve(example)))
              .results()
              .map(found -> found.group(1))
              .filter(name -> !name.endsWith("Test"))
              .collect(Collectors.toCollection(TreeSet::new));
      assertFalse(imported.isEmpty(), example);
      imported.removeAll(listed);
      assertEquals(Set.of(), imported, example);
    }
  }

  /** Javadoc is made of these types alone. */
  @Test
  void javadocIsOfTheListedTypes() throws IOException {
    String pom = Files.readString(DocPage.repository().resolve("pom.xml"));
    Set<String> included =
        Pattern.compile("<include>\\*\\*/(\\w+)[.]java</include>")
            .matcher(pom)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(listed(), included);
    assertTrue(included.contains("Job"));
  }
}
