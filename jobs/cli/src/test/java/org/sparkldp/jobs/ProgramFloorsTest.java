package org.sparkldp.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Who knows whom in the program, which knows the engine. */
class ProgramFloorsTest {
  private static final JavaClasses PRODUCT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(place -> !place.contains("-tests.jar"))
          .importPackages("org.sparkldp.jobs");

  @Test
  void nobodyKnowsOfTheProgram() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.sparkldp.jobs")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.sparkldp.jobs")
        .check(PRODUCT);
  }

  @Test
  void theRoomsFormNoCycles() {
    slices().matching("org.sparkldp.jobs.(*)..").should().beFreeOfCycles().check(PRODUCT);
  }
}
