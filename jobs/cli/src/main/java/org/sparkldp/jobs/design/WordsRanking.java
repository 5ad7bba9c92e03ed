package org.sparkldp.jobs.design;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.words.WordsRound;

/** Ranking of numbers of rounds for words that nobody can list. */
public final class WordsRanking implements Ranking {
  /** Rounds more than the best number that are shown. */
  private static final int MORE = 3;

  private static final long MOST_USERS = Integer.MAX_VALUE;

  @Override
  public String kind() {
    return "words";
  }

  /**
   * The best design, then those of other numbers of rounds that keep as many candidates, by the
   * people from whom on a word is found. Domain is the longest word, in bytes. An error asked for
   * is that of a share.
   */
  @Override
  public TablePrinter ranked(RankedProtocols.DesignRequest asked, DesignRow.Extra extra) {
    long users = asked.users(error -> usersNeeded(asked, error));
    WordsRound best = round(asked, users, "");
    List<WordsRound> all = new ArrayList<>(List.of(best));
    int kept = best.design().kept();
    for (int rounds = 2; rounds <= best.rounds() + MORE; rounds++) {
      if (rounds != best.rounds()) {
        try {
          all.add(round(asked, users, ",rounds=" + rounds + ",kept=" + kept));
        } catch (IllegalArgumentException tooFewRounds) {
          // Not possible with so many candidates; the next may be.
        }
      }
    }
    return RankedProtocols.<WordsRound>columns("words", asked, of -> row(of, users))
        .with("rounds", WordsRound::rounds)
        .with("kept", of -> of.design().kept())
        .with("found_from", of -> of.reach(0.95))
        .of(all);
  }

  /** People with whom the best design has the error asked for, about the fewest. */
  private static long usersNeeded(RankedProtocols.DesignRequest asked, double error) {
    round(asked, MOST_USERS, ""); // whose refusal is of the other options
    Require.that(reaches(asked, MOST_USERS, error))
        .orRefuse(
            "an error must be reached by at most %s people. Provided value: %s; give a larger"
                + " one.",
            MOST_USERS, error);
    long few = 0;
    long enough = MOST_USERS;
    while (enough - few > 1) {
      long middle = few + (enough - few) / 2;
      if (reaches(asked, middle, error)) {
        enough = middle;
      } else {
        few = middle;
      }
    }
    return enough;
  }

  private static boolean reaches(RankedProtocols.DesignRequest asked, long users, double error) {
    try {
      return round(asked, users, "").variancePerPerson() <= users * error * error;
    } catch (IllegalArgumentException tooFewPeople) {
      return false;
    }
  }

  private static WordsRound round(RankedProtocols.DesignRequest asked, long users, String more) {
    return (WordsRound)
        Protocols.of(
            "words(epsilon="
                + asked.epsilon()
                + ",length="
                + asked.domain()
                + ",users="
                + users
                + more
                + ")");
  }

  private static RankedProtocols.Ranked row(WordsRound round, long users) {
    return RankedProtocols.Ranked.of(round, Math.sqrt(round.variancePerPerson() / users), users);
  }
}
