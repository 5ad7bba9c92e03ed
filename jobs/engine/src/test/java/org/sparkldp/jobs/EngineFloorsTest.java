package org.sparkldp.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Who knows whom in the engine. That it knows neither terminal nor page, its module holds. */
class EngineFloorsTest {
  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sparkldp.jobs");

  private static void knowsNone(String room, String... unknown) {
    noClasses()
        .that()
        .resideInAPackage("org.sparkldp.jobs." + room + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(unknown)
        .check(ENGINE);
  }

  @Test
  void pipelinesKnowNoTask() {
    for (String room : List.of("plan", "table", "store", "privatize", "accumulate", "estimate")) {
      knowsNone(room, "org.sparkldp.jobs.task..");
    }
  }

  /** Users' tables, then the store, then the three verbs: each knows those before it. */
  @Test
  void dataGoesUpTheFloorsOfTables() {
    List<String> floors = List.of("table", "store", "privatize", "accumulate", "estimate");
    for (int i = 1; i < floors.size(); i++) {
      for (String above : floors.subList(i, floors.size())) {
        knowsNone(floors.get(i - 1), "org.sparkldp.jobs." + above + "..");
      }
    }
  }

  /** Whoever lays results down does not know what they are. */
  @Test
  void theStoreKnowsNoPlan() {
    knowsNone("store", "org.sparkldp.jobs.plan..", "org.sparkldp.jobs.ledger..");
  }

  @Test
  void theRoomsFormNoCycles() {
    slices().matching("org.sparkldp.jobs.(*)..").should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void plansStartNoSession() {
    noClasses()
        .that()
        .resideInAPackage("org.sparkldp.jobs.plan..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(SparkSession.class)
        .check(ENGINE);
  }
}
