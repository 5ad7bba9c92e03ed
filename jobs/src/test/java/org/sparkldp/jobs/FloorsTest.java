package org.sparkldp.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.pipeline.RowLot;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.sql.KeyLocation;

/** The whole house, seen from its top floor. */
class FloorsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.sparkldp");

  private static final ArchRule ONLY_SQL_AND_JOBS_KNOW_SPARK =
      noClasses()
          .that()
          .resideOutsideOfPackages("org.sparkldp.sql..", "org.sparkldp.jobs..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..");

  @Test
  void onlySqlAndJobsKnowSpark() {
    ONLY_SQL_AND_JOBS_KNOW_SPARK.check(HOUSE);
  }

  @Test
  void nobodyBelowKnowsOfJobs() {
    noClasses()
        .that()
        .resideOutsideOfPackage("org.sparkldp.jobs..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.sparkldp.jobs..")
        .check(HOUSE);
  }

  @Test
  void theRoomsOfThisFloorFormNoCycles() {
    slices().matching("org.sparkldp.jobs.(*)..").should().beFreeOfCycles().check(HOUSE);
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
  void plansStartNoSession() {
    noClasses()
        .that()
        .resideInAPackage("org.sparkldp.jobs.plan..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(SparkSession.class)
        .check(HOUSE);
  }

  @Test
  void sparkOnAnotherFloorWouldBeCaught() {
    JavaClasses sql = new ClassFileImporter().importPackages("org.sparkldp.sql");
    assertThrows(
        AssertionError.class,
        () ->
            noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.spark..", "org.apache.hadoop..", "scala..")
                .check(sql));
  }
}
