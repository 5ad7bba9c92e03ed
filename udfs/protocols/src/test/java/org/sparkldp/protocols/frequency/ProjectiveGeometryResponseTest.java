package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.random.SimulationSource;

final class ProjectiveGeometryResponseTest {
  private static final List<Double> EPSILONS = List.of(0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
  private static final List<Integer> DOMAINS = List.of(16, 24, 32, 64, 256, 1024, 8192, 65_536);

  private static ProjectiveGeometryResponse of(double epsilon, int k, int q, int size) {
    return ProjectiveGeometryResponse.DECLARATION.of(epsilon, k, q, size);
  }

  @ParameterizedTest
  @CsvSource({"1.0,256,3,121", "1.0,100,7,57", "4.0,64,67,2", "1.0,30,2,15", "0.5,60,64,21"})
  void itIsSubsetSelectionAmongThePointsOfTheDesign(double epsilon, int k, int q, int size) {
    ProjectiveGeometryResponse oracle = of(epsilon, k, q, size);
    SubsetSelection subset = SubsetSelection.DECLARATION.of(epsilon, oracle.points(), size);
    long[] counts = People.zipf(oracle.points(), 5000);
    Arrays.fill(counts, k, counts.length, 0);
    double[] expected = subset.variances(counts);
    double[] variances = oracle.variances(Arrays.copyOf(counts, k));
    for (int v = 0; v < k; v++) {
      assertEquals(1, variances[v] / expected[v], 1e-12);
    }
    assertEquals(subset.guarantee().exactEpsilon(), oracle.guarantee().exactEpsilon());
  }

  @Test
  void aSizeOfOneIsRandomizedResponse() {
    ProjectiveGeometryResponse oracle = ProjectiveGeometryResponse.DECLARATION.of(4.0, 30);
    RandomizedResponse grr = RandomizedResponse.GRR.of(4.0, 30);
    assertEquals(1, oracle.size());
    assertEquals(30, oracle.cells());
    long[] counts = People.zipf(30, 5000);
    for (int v = 0; v < 30; v++) {
      assertEquals(1, oracle.variances(counts)[v] / grr.variances(counts)[v], 1e-9);
    }
  }

  @Test
  void theDefaultHasTheFewestCellsAmongTheBestDesigns() {
    for (double epsilon : new double[] {0.5, 1, 2, 3}) {
      for (int k : new int[] {5, 16, 40, 100}) {
        List<ProjectiveGeometryResponse> all = new ArrayList<>();
        for (int q = 2; q < 1.2 * k; q++) {
          for (int size = 1; size <= q; size++) {
            try {
              all.add(of(epsilon, k, q, size));
            } catch (IllegalArgumentException noSuchDesign) {
              assertTrue(noSuchDesign.getMessage().contains("those of a design"));
            }
          }
        }
        ProjectiveGeometryResponse chosen = ProjectiveGeometryResponse.DECLARATION.of(epsilon, k);
        double least =
            all.stream()
                .mapToDouble(ProjectiveGeometryResponseTest::meanVariance)
                .min()
                .orElseThrow();
        int cells =
            all.stream()
                .filter(design -> meanVariance(design) <= least * 1.01)
                .mapToInt(CellProtocol::cells)
                .min()
                .orElseThrow();
        assertTrue(meanVariance(chosen) <= least * 1.01, chosen.toString());
        assertEquals(cells, chosen.cells(), chosen.toString());
      }
    }
  }

  private static double meanVariance(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 1_000_000);
    return Arrays.stream(oracle.variances(counts)).average().orElseThrow() / (1e6 * oracle.k());
  }

  private static double overSubset(double epsilon, int k) {
    return Math.sqrt(
        meanVariance(ProjectiveGeometryResponse.DECLARATION.of(epsilon, k))
            / meanVariance(SubsetSelection.DECLARATION.of(epsilon, k)));
  }

  /** No field has 20 to 22 elements: the one exception. */
  @Tag("slow")
  @Test
  void errorsAreWithinTwoPercentOfSubset() {
    for (double epsilon = 0.5; epsilon <= 6; epsilon += 0.25) {
      for (int k = 16; k <= 65_536; k = k < 64 ? k + 1 : k * 5 / 4) {
        assertTrue(overSubset(epsilon, k) < (k == 20 ? 1.025 : 1.02), epsilon + " " + k);
      }
    }
    // Hyperplanes alone are not: they are too many where sets of a few items are best.
    double hyperplanes = meanVariance(ProjectiveGeometryResponse.DECLARATION.of(4.0, 256, 53));
    assertTrue(hyperplanes / meanVariance(SubsetSelection.DECLARATION.of(4.0, 256)) > 1.05 * 1.05);
  }

  /** {@code -Dldp.docs.write=true} writes the table of the page. */
  @Test
  void thePageHasTheErrorsBesideThoseOfSubset() throws IOException {
    StringBuilder table = new StringBuilder("| items |");
    EPSILONS.forEach(epsilon -> table.append(" epsilon ").append(epsilon).append(" |"));
    table.append("\n|---|").append("---|".repeat(EPSILONS.size())).append('\n');
    for (int k : DOMAINS) {
      table.append(String.format(Locale.ROOT, "| %,d |", k));
      for (double epsilon : EPSILONS) {
        table.append(
            String.format(
                Locale.ROOT,
                " %.1f %%, %,d |",
                100 * (overSubset(epsilon, k) - 1),
                ProjectiveGeometryResponse.DECLARATION.of(epsilon, k).cells()));
      }
      table.append('\n');
    }
    Path page = Path.of("..", "docs", "counts.md");
    String text = Files.readString(page);
    Matcher part =
        Pattern.compile("(?s)(<!-- generated: errors beside subset -->\n)(.*?)(<!-- end -->)")
            .matcher(text);
    assertTrue(part.find());
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(page, part.replaceFirst("$1" + table + "$3"));
    } else {
      assertEquals(table.toString(), part.group(2), "-Dldp.docs.write=true writes it");
    }
  }

  @Test
  void theLargestDomainFits() {
    ProjectiveGeometryResponse oracle =
        ProjectiveGeometryResponse.DECLARATION.of(0.1, ProjectiveGeometryResponse.MAX_K);
    assertEquals((1 << 21) - 1, oracle.cells());
    Accumulator<Integer> sum = oracle.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 20; i++) {
      sum.add(oracle.randomize(ProjectiveGeometryResponse.MAX_K - 1, source));
    }
    double gap = Math.tanh(0.05) / 2;
    double[] estimates = oracle.estimate(sum).estimates();
    assertEquals(ProjectiveGeometryResponse.MAX_K, estimates.length);
    // Some item of so many is supported by all 20 reports.
    DoubleSummaryStatistics range = Arrays.stream(estimates).summaryStatistics();
    assertEquals(10 / gap, range.getMax(), 0.01);
    assertTrue(range.getMin() > -10.001 / gap && range.getMin() < -5 / gap);
  }
}
