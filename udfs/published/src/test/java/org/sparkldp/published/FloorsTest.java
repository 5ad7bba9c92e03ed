package org.sparkldp.published;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** A plug-in knows no Spark, and stands where one that somebody brings from outside would. */
class FloorsTest {
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("org.sparkldp.published");

  @Test
  void nothingIsUsedButThePlainFloors() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage("java..")
                .or(resideInAPackage("org.apache.commons.statistics.."))
                .or(resideInAPackage("org.apache.commons.numbers.."))
                .or(resideInAPackage("org.ejml.."))
                .or(resideInAPackage("org.sparkldp.protocols.."))
                .or(resideInAPackage("org.sparkldp.analysis.."))
                .or(resideInAPackage("org.sparkldp.published..")))
        .check(HOUSE);
  }

  @Test
  void papersDoNotDependOnEachOther() {
    slices()
        .matching("org.sparkldp.published.(*)..")
        .should()
        .notDependOnEachOther()
        .ignoreDependency(
            resideInAPackage("org.sparkldp.published.catalogue"), DescribedPredicate.alwaysTrue())
        .check(HOUSE);
  }
}
