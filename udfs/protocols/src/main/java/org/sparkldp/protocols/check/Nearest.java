package org.sparkldp.protocols.check;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The known word that somebody may have meant by an unknown one. It names the known words that
 * fewest slips of a finger make of it, and none where that would be a guess.
 */
public final class Nearest {
  private Nearest() {}

  /** A question to put behind a refusal, such as " Did you mean grr or pgr?"; or nothing. */
  public static String question(String word, Collection<String> known) {
    List<String> nearest = to(word, known);
    return nearest.isEmpty() ? "" : " Did you mean " + String.join(" or ", nearest) + "?";
  }

  /** The nearest of the known words, three at most; a slip in each three letters is believed. */
  static List<String> to(String word, Collection<String> known) {
    int most = Math.max(1, word.length() / 3);
    TreeMap<Integer, List<String>> bySlips =
        known.stream()
            .filter(other -> Math.abs(other.length() - word.length()) <= most) // each is a slip
            .sorted()
            .collect(groupingBy(other -> slips(word, other), TreeMap::new, toList()));
    Map.Entry<Integer, List<String>> nearest = bySlips.firstEntry();
    return nearest != null && nearest.getKey() <= most && nearest.getValue().size() <= 3
        ? nearest.getValue()
        : List.of();
  }

  /** Letters left out, put in, exchanged, or in the wrong order. */
  private static int slips(String from, String to) {
    String a = from.toLowerCase(Locale.ROOT);
    String b = to.toLowerCase(Locale.ROOT);
    int[][] slips = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          slips[i][j] = i + j;
          continue;
        }
        int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        slips[i][j] =
            Math.min(slips[i - 1][j - 1] + other, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          slips[i][j] = Math.min(slips[i][j], 1 + slips[i - 2][j - 2]);
        }
      }
    }
    return slips[a.length()][b.length()];
  }
}
