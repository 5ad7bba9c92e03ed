package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationSourceTest {

  /** Computed outside this project; recorded simulations stay repeatable. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0         | 18a33082d6b0d44f 675d3d57f92e2d0c b7242453d4d83344 b9a1b9f9b2519f90",
        "1         | e217e7ac4d85e060 62e921f36838daca c7371e2ae8315057 3629451af5f488fb",
        "-1        | 55d20f9f5487a034 b2ea61dc19177023 d38ccd07197e740c 27831716f054592c",
        "123456789 | a2ccc3440c308298 7968aeb3c5b3b0a6 b80c15992e97e9a0 1e168f2f9bc3df6d",
      })
  void aSeedGivesTheSameWordsForEver(long seed, String expected) {
    RandomSource source = new SimulationSource(seed);
    long[] words =
        Arrays.stream(expected.split(" ")).mapToLong(HexFormat::fromHexDigitsToLong).toArray();
    for (long word : words) {
      assertEquals(word, source.nextLong());
    }
  }

  @Test
  void neighbouringSeedsShareNoWords() {
    long words =
        LongStream.range(0, 1000)
            .boxed()
            .map(SimulationSource::new)
            .flatMapToLong(source -> LongStream.generate(source::nextLong).limit(100))
            .distinct()
            .count();

    assertEquals(100_000, words);
  }
}
