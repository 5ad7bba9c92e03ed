package org.sparkldp.jobs.ledger;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Division;

/**
 * A process that reserves and confirms, and may be killed at any time. It writes what it has
 * committed into its own log, after the store has said so.
 */
final class LedgerWorker {
  /** Grains that each spend costs, no round number. */
  static final long EACH = 1_234_567_891L;

  private LedgerWorker() {}

  /**
   * @param arguments place of the ledger, log, worker's number, first spend, how many
   */
  public static void main(String[] arguments) throws IOException {
    String place = arguments[0];
    Path log = Path.of(arguments[1]);
    int worker = Integer.parseInt(arguments[2]);
    int from = Integer.parseInt(arguments[3]);
    int many = Integer.parseInt(arguments[4]);
    Ledger ledger = Ledger.at(place);
    for (int i = from; i < from + many; i++) {
      Spend spend = spend(worker, i);
      try {
        String attempt = UUID.randomUUID().toString();
        ledger.turn(book -> book.reserve(spend, attempt, Set.of()));
        say(log, "reserved " + spend.entry());
        ledger.turn(book -> book.drawing(spend, attempt, Set.of()));
        if (i % 10 == 7) {
          Runtime.getRuntime().halt(9); // killed while it drew
        }
        ledger.turn(book -> book.confirm(spend.entry(), attempt));
        say(log, "confirmed " + spend.entry());
      } catch (Refusal refusal) {
        say(log, "refused " + spend.entry());
      }
    }
    say(log, "ended");
  }

  /** The spend of that number. */
  static Spend spend(int worker, int number) {
    return BookTest.spend(
        "column", "", "", "", "worker-" + worker + "/" + number, Division.NONE, EACH);
  }

  private static void say(Path log, String line) throws IOException {
    Files.write(
        log,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }
}
