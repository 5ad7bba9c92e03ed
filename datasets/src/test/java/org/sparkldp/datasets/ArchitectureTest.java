package org.sparkldp.datasets;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which floors and which arithmetic this module may use. Each rule has a class that breaks it. */
class ArchitectureTest {
  /** Methods of Math whose result the language fixes to the last bit. */
  private static final Set<String> EXACT =
      Set.of(
          "abs", "max", "min", "multiplyHigh", "nextDown", "rint", "round", "sqrt", "toIntExact");

  private static final ArchRule STANDS_ALONE =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "org.sparkldp.datasets..", "java..", "org.apache.commons.statistics..");

  private static final ArchRule SAME_BITS_EVERYWHERE =
      noClasses()
          .should()
          .callMethodWhere(
              describe(
                  "the result may differ between JVMs",
                  (JavaMethodCall call) ->
                      call.getTargetOwner().isEquivalentTo(Math.class)
                          && !EXACT.contains(call.getName())));

  private static final ArchRule ONLY_COUNTED_RANDOMNESS =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.util\\..*Random|java\\.util\\.random\\..*|.*SecureRandom");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.sparkldp.datasets");

  @Test
  void datasets_dependOnNothingButJavaAndItsLaws() {
    STANDS_ALONE.check(MAIN);
    assertBroken(STANDS_ALONE, ArchitectureTest.class);
  }

  @Test
  void datasets_giveTheSameBitsOnEveryJvm() {
    SAME_BITS_EVERYWHERE.check(MAIN);
    assertBroken(SAME_BITS_EVERYWHERE, Breaker.class);
  }

  @Test
  void datasets_drawFromSeedAndIndexOnly() {
    ONLY_COUNTED_RANDOMNESS.check(MAIN);
    assertBroken(ONLY_COUNTED_RANDOMNESS, Breaker.class);
  }

  private static void assertBroken(ArchRule rule, Class<?> breaker) {
    JavaClasses twin = new ClassFileImporter().importClasses(breaker);
    assertThrows(AssertionError.class, () -> rule.check(twin));
  }

  static final class Breaker {
    final double draw = Math.exp(new Random(1).nextDouble());
  }
}
