package org.sparkldp.protocols.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.statistics.StandardNormal;

/** Rounds are dealt out by computed errors, and their numbers add up. */
class WordsDesignTest {

  private static WordsDesign design(String parameters) {
    return ((WordsRound) Protocols.of("words(" + parameters + ")")).design();
  }

  /**
   * The goals for words of six bytes: about 14 errors of an oracle that knows the words.
   */
  @ParameterizedTest
  @CsvSource({"4, 3900", "1, 27000"})
  void aMillionPeopleFindWordsOfSixBytesThatFewHold(double epsilon, double goal) {
    WordsDesign design = design("epsilon=" + epsilon + ",length=6,users=1000000");

    assertTrue(design.reach() < goal, design.toString());
    assertTrue(design.reach() > goal / 2, design.toString()); // nor is it a promise out of thin air
    assertEquals(48, design.rounds().stream().mapToInt(WordsDesign.WordsRoundDesign::bits).sum());
    assertEquals(
        4096, design.rounds().stream().mapToInt(WordsDesign.WordsRoundDesign::parts).sum());
    for (int t = 0; t < design.rounds().size(); t++) {
      WordsDesign.WordsRoundDesign round = design.rounds().get(t);
      assertTrue(round.candidates() <= WordsDesign.MOST_CANDIDATES);
      assertEquals((t == 0 ? 1 : design.kept()) << round.bits(), round.candidates());
    }
  }

  /** Two thirds of 2^29 numbers are those of words, and no others are asked about. */
  @Test
  void wordsOfAnAlphabetNeedFewerBitsAndPeople() {
    WordsDesign letters = design("epsilon=4,length=6,alphabet=a-z,users=1000000");
    WordsDesign bytes = design("epsilon=4,length=6,users=1000000");

    assertEquals(29, letters.rounds().stream().mapToInt(WordsDesign.WordsRoundDesign::bits).sum());
    assertTrue(letters.reach() < 0.8 * bytes.reach(), letters.toString());
    int rest = 29 - letters.rounds().get(0).bits();
    assertEquals(
        BigInteger.valueOf(27).pow(6).subtract(BigInteger.ONE).shiftRight(rest).intValue() + 1,
        letters.rounds().get(0).candidates());
  }

  /** The default is among what could be asked for, and nothing better is, up to 3 %. */
  @Test
  void theBestIsBest() {
    WordsDesign best = design("epsilon=2,length=3,users=200000");

    assertEquals(
        best,
        design(
            "epsilon=2,length=3,users=200000,rounds="
                + best.rounds().size()
                + ",kept="
                + best.kept()));
    for (int rounds : new int[] {2, 3, 4}) {
      for (int kept : new int[] {32, 128, 512}) {
        try {
          WordsDesign other =
              design("epsilon=2,length=3,users=200000,rounds=" + rounds + ",kept=" + kept);
          assertTrue(best.reach() <= 1.031 * other.reach(), other.toString());
        } catch (IllegalArgumentException impossible) {
          assertTrue(impossible.getMessage().contains("2^19"), impossible.getMessage());
        }
      }
    }
  }

  @Test
  void everyWordOfRandomnessHasOneRoundAndRoundsHaveTheirShares() {
    WordsDesign design = design("epsilon=2,length=3,users=200000");
    int[] words = new int[design.rounds().size()];
    for (long top = 0; top < 4096; top++) {
      words[design.roundOf(top << 52) - 1]++;
      assertEquals(design.roundOf(top << 52), design.roundOf((top << 52) + (1L << 52) - 1));
    }
    for (int t = 0; t < words.length; t++) {
      assertEquals(design.rounds().get(t).parts(), words[t]);
    }
  }

  /** No way to deal people out expects more estimates above a level than the bound. */
  @Test
  void noPopulationPutsMoreCandidatesAboveTheLevelThanTheBound() {
    int candidates = 4096;
    double people = 500; // in standard deviations of an estimate
    boolean isNeeded = false;
    for (double u : new double[] {1, 2.5, 4, 6, 10}) {
      double bound = CandidateBound.above(u, candidates, people);
      double noise = candidates * StandardNormal.survival(u);
      for (double held : new double[] {0.3, 1, 2, 3, 5, 8, 12}) {
        int holders = (int) Math.min(candidates, people / held);
        double expected =
            holders * StandardNormal.survival(u - held)
                + (candidates - holders) * StandardNormal.survival(u);
        assertTrue(expected <= bound * (1 + 1e-6), u + " " + held);
        isNeeded |= expected > 2 * noise;
      }
    }
    assertTrue(isNeeded, "noise alone is no bound");
  }

  @Test
  void theLevelIsTheLeastThatKeepsFewEnough() {
    for (double people : new double[] {20, 500, 5000}) {
      double level = CandidateBound.level(1 << 16, people, 256);
      assertEquals(256, CandidateBound.above(level, 1 << 16, people), 0.01);
    }
    List<Double> levels =
        DoubleStream.of(16, 64, 256)
            .map(kept -> CandidateBound.level(1 << 16, 500, kept))
            .boxed()
            .toList();
    assertTrue(levels.get(0) > levels.get(1) && levels.get(1) > levels.get(2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "epsilon=1,length=6,users=100 | a word that everybody holds is found",
        "epsilon=1,length=6,users=1000000,rounds=2,kept=64 | at most 2^19 candidates",
        "epsilon=1,length=6,users=1000000,rounds=1,kept=64 | rounds must be between 2 and 64",
        "epsilon=1,length=6,users=1000000,rounds=65,kept=64 | rounds must be between 2 and 64",
        "epsilon=1,length=6,users=1000000,rounds=4,kept=1 | kept must be between 2 and 8192",
        "epsilon=1,length=6,users=1000000,rounds=4 | given both, or neither",
        "epsilon=1,length=1,alphabet=a,users=1000000 | more than 4 words",
        "epsilon=1,length=6,users=1000000,false_alarm=0 | false_alarm must be between",
        "epsilon=1,length=6,users=1000000,false_alarm=0.6 | false_alarm must be between",
        "epsilon=1,length=6,users=0 | users must be at least 1",
      })
  void aQuestionThatCannotBeIsRefused(String parameters, String sentence) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> design(parameters));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
    assertFalse(refusal.getMessage().contains("%s"), refusal.getMessage());
  }
}
