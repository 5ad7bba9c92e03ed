package org.sparkldp.protocols;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** What this floor may stand on, so that a phone can carry it. */
class FloorsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sparkldp.protocols");

  private static final ArchRule CHANCE_HAS_ONE_DOOR =
      noClasses()
          .that(resideOutsideOfPackages("org.sparkldp.protocols.random"))
          .should()
          .dependOnClassesThat()
          .areAssignableTo(RandomGenerator.class)
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              SecureRandom.class, Random.class, SplittableRandom.class, ThreadLocalRandom.class)
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(StrictMath.class, "random");

  private static final ArchRule REFUSALS_HAVE_ONE_DOOR =
      noClasses()
          .that(resideOutsideOfPackages("org.sparkldp.protocols.check"))
          .should()
          .callConstructor(IllegalArgumentException.class, String.class)
          .orShould()
          .callConstructor(IllegalArgumentException.class, String.class, Throwable.class);

  private static final ArchRule THE_NORMAL_LAW_HAS_ONE_HOME =
      noClasses()
          .that(resideOutsideOfPackages("org.sparkldp.protocols.statistics"))
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(NormalDistribution.class);

  @Test
  void nothingIsUsedButJavaQuantilesAndWhatCollectorsNeed() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("java..")
                .or(resideInAPackage("javax.crypto.."))
                .or(resideInAPackage("org.apache.commons.statistics.."))
                .or(resideInAPackage("org.apache.commons.numbers.."))
                .or(resideInAPackage("org.ejml.."))
                .or(resideInAPackage("com.fasterxml.jackson.core.."))
                .or(resideInAPackage("org.sparkldp.protocols..")))
        .check(HOUSE);
    noClasses()
        .that(
            resideOutsideOfPackages(
                "org.sparkldp.protocols.strategy", "org.sparkldp.protocols.envelope"))
        .should()
        .dependOnClassesThat(resideInAPackage("org.ejml..").or(resideInAPackage("com.fasterxml..")))
        .check(HOUSE);
  }

  @Test
  void aClientThatRandomizesNeverLoadsTheQuantiles() {
    noClasses()
        .that(
            resideInAPackage("org.sparkldp.protocols")
                .or(resideInAPackage("org.sparkldp.protocols.spec"))
                .or(resideInAPackage("org.sparkldp.protocols.random"))
                .or(resideInAPackage("org.sparkldp.protocols.accounting"))
                .or(resideInAPackage("org.sparkldp.protocols.check"))
                .or(resideInAPackage("org.sparkldp.protocols.wire")))
        .should()
        .dependOnClassesThat(
            resideInAPackage("org.apache..")
                .or(resideInAPackage("org.sparkldp.protocols.statistics")))
        .check(HOUSE);
  }

  @Test
  void packagesFormNoCycles() {
    slices().assignedFrom(PACKAGES).should().beFreeOfCycles().check(HOUSE);
  }

  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
          return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  @Test
  void chanceComesThroughOneDoor() {
    CHANCE_HAS_ONE_DOOR.check(HOUSE);
  }

  @Test
  void anotherDoorWouldBeCaught() {
    JavaClasses twin = new ClassFileImporter().importClasses(BackDoor.class);

    assertThrows(AssertionError.class, () -> CHANCE_HAS_ONE_DOOR.check(twin));
  }

  @Test
  void refusalsComeThroughOneDoor() {
    REFUSALS_HAVE_ONE_DOOR.check(HOUSE);
  }

  @Test
  void theNormalLawHasOneHome() {
    THE_NORMAL_LAW_HAS_ONE_HOME.check(HOUSE);
  }

  @Test
  void anotherRefusalOrNormalLawWouldBeCaught() {
    JavaClasses twin = new ClassFileImporter().importClasses(OwnWords.class);

    assertThrows(AssertionError.class, () -> REFUSALS_HAVE_ONE_DOOR.check(twin));
    assertThrows(AssertionError.class, () -> THE_NORMAL_LAW_HAS_ONE_HOME.check(twin));
  }

  /** What must not be either. */
  static final class OwnWords {
    double z(double p) {
      if (!(p > 0 && p < 1)) {
        throw new IllegalArgumentException("p must be a probability.");
      }
      return NormalDistribution.of(0, 1).inverseCumulativeProbability(p);
    }
  }

  /** What must not be. */
  static final class BackDoor {
    double coin() {
      return Math.random();
    }
  }
}
