package org.sparkldp.datasets.table;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * A pronounceable word for each item in [0, k): all of one length (4 letters up to k = 6400, then
 * 6, then 8), all different, and unrelated to the order of the items, so that a search by prefix
 * gets no help from how the items are numbered.
 */
final class PronounceableWords extends AbstractList<String> implements RandomAccess, Serializable {
  private static final long serialVersionUID = 1L;

  private static final String CONSONANTS = "bdfghjklmnprstvz";
  private static final String VOWELS = "aeiou";
  private static final long SYLLABLES = 80; // consonant and vowel

  /** A prime that divides no power of 80 = 2^4 5: multiplying by it permutes the codes. */
  private static final long PRIME = 2_654_435_761L;

  private final int k;
  private final int syllables;
  private final long codes;

  /**
   * @param k number of words, at least 1
   */
  PronounceableWords(int k) {
    this.k = k;
    int length = 2;
    long count = SYLLABLES * SYLLABLES;
    while (count < k) {
      length++;
      count *= SYLLABLES;
    }
    syllables = length;
    codes = count;
  }

  @Override
  public String get(int item) {
    // item < 2^31 and PRIME < 2^32: the product fits 63 bits.
    long code = (item * PRIME + PRIME / 2) % codes;
    char[] word = new char[2 * syllables];
    for (int i = word.length - 2; i >= 0; i -= 2) {
      int syllable = (int) (code % SYLLABLES);
      code /= SYLLABLES;
      word[i] = CONSONANTS.charAt(syllable / VOWELS.length());
      word[i + 1] = VOWELS.charAt(syllable % VOWELS.length());
    }
    return new String(word);
  }

  @Override
  public int size() {
    return k;
  }
}
