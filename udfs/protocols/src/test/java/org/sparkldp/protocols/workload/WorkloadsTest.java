package org.sparkldp.protocols.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grammar of workloads. */
class WorkloadsTest {

  private static int[] sizes(String text) {
    return Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "histogram | 12 | histogram | 12",
        "' prefix\t' | 12 | prefix | 12",
        "all-range | 3 4 | all-range | 3 4",
        "all-marginals | 3 4 | all-marginals | 3 4",
        "marginals-2 | 8 | marginals-2 | 2 2 2",
        "marginals-upto-2 | 8 | marginals-upto-2 | 2 2 2",
        "marginals-upto-3 | 8 | all-marginals | 2 2 2",
        "parity | 8 | parity | 2 2 2",
        "parity-3 | 16 | parity-3 | 2 2 2 2",
        "parity-4 | 16 | parity | 2 2 2 2",
        "prefix[12] | 12 | prefix | 12",
        "prefix[3,4] | 12 | prefix | 3 4",
        "1.0 * prefix | 8 | prefix | 8",
        "2*prefix | 8 | 2*prefix | 8",
        "1e-6*prefix+1E6 * histogram | 8 | 0.000001*prefix+1000000*histogram | 8",
        "0.1*prefix + prefix | 8 | 0.1*prefix+prefix | 8",
        "2*(prefix+3*histogram) | 8 | 2*prefix+6*histogram | 8",
        "prefix+parity | 8 | prefix+parity | 2 2 2",
        "parity+prefix | 8 | parity+prefix | 2 2 2",
        "prefix[4]xhistogram[2] | 8 | prefix[4] x histogram[2] | 4 2",
        " prefix [ 4 ] x histogram  [ 2 ]| 4 2 | prefix[4] x histogram[2] | 4 2",
        "prefix[4] x parity[4] | 4 4 | prefix[4] x parity[2,2] | 4 2 2",
        "prefix[4] x parity[4] + histogram | 16 | prefix[4] x parity[2,2]+histogram | 4 2 2",
        "prefix[4] x (prefix[2] x histogram[2])[4] | 16 | prefix[4] x prefix[2] x histogram[2] | 4"
            + " 2 2",
        "(2*prefix+histogram)[4] x prefix[2] | 8 | (2*prefix+histogram)[4] x prefix[2] | 4 2",
        "2*prefix[2] x prefix[2]+prefix | 4 | 2*prefix[2] x prefix[2]+prefix | 2 2",
      })
  void parse_readsWhatNameWrites(String text, String over, String name, String attributes) {
    Workload workload = Workloads.parse(text, sizes(over));

    assertEquals(name, workload.name());
    assertArrayEquals(sizes(attributes), workload.attributes());
    assertEquals(workload, Workloads.parse(workload.name(), workload.attributes()));
  }

  @Test
  void parse_readsMatricesThatAreGivenBesideTheText() {
    MatrixWorkload own = MatrixWorkload.readCsv("1,0,1\n0,1,1", 3);
    MatrixWorkload other = MatrixWorkload.readCsv("1,1", 2);
    String text = "prefix[2] x " + own.name() + "[3]+2*histogram";

    Workload workload = Workloads.parse(text, List.of(other, own), 6);

    assertEquals(text, workload.name());
    assertEquals(List.of(own), Workloads.matrices(workload));
    assertEquals(
        workload,
        Workloads.parse(workload.name(), Workloads.matrices(workload), workload.attributes()));
    Matrices.agrees(workload);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cdf | 8 | a workload must be one of histogram, prefix, all-range, all-marginals,"
            + " marginals-K, marginals-upto-K, parity, parity-K, matrix-HASH. Provided value: cdf.",
        "marginals | 8 | a workload must be one of",
        "'' | 8 | a workload must read like",
        "prefix prefix | 8 | a workload must read like",
        "prefix+ | 8 | a workload must read like",
        "2prefix | 8 | a workload must read like",
        "prefix[4] x histogram | 8 | a workload must read like prefix, 2*prefix+histogram or"
            + " prefix[16] x histogram[4]. Provided value: prefix[4] x histogram ; expected '[' at"
            + " character 22.",
        "(prefix | 8 | a workload must read like",
        "-1*prefix | 8 | a workload must read like",
        "0*prefix | 8 | a weight must be between 1e-6 and 1e6. Provided value: 0.0.",
        "1e999*prefix | 8 | a weight must be between 1e-6 and 1e6. Provided value: Infinity.",
        "prefix[4] x histogram[3] | 8 | sizes in brackets must be those of the domain's attributes",
        "prefix[4] x histogram[2] | 2 4 | sizes in brackets must be those of the domain's"
            + " attributes, in their order. Provided values: [4, 2] over [2, 4].",
        "prefix[0] x histogram[2] | 8 | a workload's attributes must have sizes of at least 1",
        "prefix[2] x prefix[4]+prefix[4] x prefix[2] | 8 | sizes in brackets",
        "all-marginals | 12 | marginals must be over several attributes, or over 2^d items that are"
            + " read as d bits. Provided value: 12 items; give the sizes of the attributes, or pad"
            + " the domain to a power of two.",
        "all-marginals | 1 | marginals must be over several attributes",
        "marginals-0 | 8 | marginals must be of 1 to as many attributes as there are. Provided"
            + " value: 0 of 3.",
        "marginals-upto-4 | 8 | marginals must be of 1 to as many attributes as there are. Provided"
            + " value: 4 of 3.",
        "parity | 12 | parity must be over binary attributes, or over 2^d items that are read as d"
            + " bits. Provided value: [12]; pad the domain to a power of two, or ask for"
            + " marginals.",
        "parity | 4 2 | parity must be over binary attributes",
        "parity-0 | 8 | the order of parities must be from 1 to the number of attributes. Provided"
            + " value: 0 of 3.",
        "parity-4 | 8 | the order of parities",
        "matrix-0123456789abcdef | 8 | a matrix must be given beside the workload's text. Provided"
            + " value: matrix-0123456789abcdef; name its file.",
      })
  void badTextIsRefusedInOneSentence(String text, String attributes, String sentence) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Workloads.parse(text, sizes(attributes)));

    assertTrue(refusal.getMessage().startsWith(sentence), refusal.getMessage());
  }

  @Test
  void aMatrixOverOtherAttributesIsRefused() {
    MatrixWorkload own = MatrixWorkload.readCsv("1,0,1,0", 4);

    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> Workloads.parse(own.name(), List.of(own), 2, 2));

    assertTrue(refusal.getMessage().startsWith("a matrix must be over the domain's attributes."));
  }

  @Test
  void tooManyQueriesAreRefused() {
    int[] ones = new int[70];
    Arrays.fill(ones, 1);

    assertThrows(IllegalArgumentException.class, () -> Marginals.all(ones));
    Workload many = Marginals.all(Arrays.copyOf(ones, 40));
    assertThrows(IllegalArgumentException.class, () -> ProductWorkload.of(List.of(many, many)));
  }

  @Test
  void unionsAndProductsOfNothingAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> UnionWorkload.of(List.of()));
    assertThrows(IllegalArgumentException.class, () -> ProductWorkload.of(List.of()));
    assertThrows(
        IllegalArgumentException.class, () -> UnionWorkload.of(List.of(new Prefix(3)), 1, 2));
    assertThrows(
        IllegalArgumentException.class,
        () -> UnionWorkload.of(List.of(new Prefix(3), new Prefix(4)), 1, 2));
  }
}
