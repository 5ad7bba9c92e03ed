package org.sparkldp.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.ReleaseKey;

/** What this floor stands on, and that it has one door to keys. */
class FloorsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(place -> !place.contains("/test-classes/")) // below the line of Spark
          .importPackages("org.sparkldp.sql");

  private static final ArchRule KEYS_HAVE_ONE_DOOR =
      noClasses()
          .that()
          .doNotBelongToAnyOf(KeyLocation.class)
          .should()
          .callMethod(ReleaseKey.class, "read", Path.class)
          .orShould()
          .callMethod(ReleaseKey.class, "fromEnvironment", Map.class)
          .orShould()
          .callMethod(ReleaseKey.class, "parse", String.class, String.class)
          .orShould()
          .callMethod(ReleaseKey.class, "of", byte[].class);

  @Test
  void nothingIsKnownOfJobsOrData() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.sparkldp.jobs..", "org.sparkldp.datasets..")
        .check(HOUSE);
  }

  @Test
  void keysHaveOneDoor() {
    KEYS_HAVE_ONE_DOOR.check(HOUSE);
  }

  @Test
  void anotherDoorWouldBeCaught() {
    JavaClasses twin = new ClassFileImporter().importClasses(BackDoor.class);
    assertThrows(AssertionError.class, () -> KEYS_HAVE_ONE_DOOR.check(twin));
  }

  /** What must not be. */
  static final class BackDoor {
    ReleaseKey key() {
      return ReleaseKey.read(Path.of("release.key"));
    }
  }
}
