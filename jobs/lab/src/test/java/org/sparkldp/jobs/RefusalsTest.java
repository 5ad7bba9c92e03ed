package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.SparkTest;

/**
 * What commands refuse of their words, before they look at any table. Whatever it is: exit code 2,
 * nothing on standard output, one sentence on standard error, and nothing written. What a command
 * refuses of a table or of a run that was before, its own test says.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class RefusalsTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static List<String> files;

  @BeforeAll
  static void lay() {
    BOX.plan();
    BOX.write("daily.conf", Fixture.text("public = [day]", "period = day"));
    BOX.write("script.conf", Fixture.SCRIPT);
    BOX.write("release.conf", Fixture.RELEASE);
    BOX.write("pairs.csv", "value,report\n");
    files = BOX.names("");
  }

  private static void assertRefused(String line, String words, int lines) {
    Ended ended = line == null ? Ended.of() : BOX.ldp(line);
    ended.badInput(words, lines > 1 ? "\nUsage: ldp" : "");
    assertEquals("", ended.out());
    assertTrue(ended.err().startsWith("ldp: "), ended::toString);
    assertEquals(lines, ended.err().lines().count(), ended::toString);
    assertEquals(files, BOX.names(""));
  }

  /** The mistake itself, not the options that it left without a value; and two lines of usage. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
                                             | a command must be given.
          nosuch                             | ldp has no command nosuch.
          --nosuch                           | ldp has no option --nosuch.
          runn --plan p                      | ldp has no command runn. Did you mean run?
          help nosuch                        | Unknown subcommand 'nosuch'
          ledger                             | must be said: show, check, set-budget or settle.
          ledger shwo                        | ldp ledger has no command shwo. Did you mean show?
          run --plan p --inptu i --output o  | ldp run has no option --inptu. Did you mean --input?
          run --plan p                       | Missing required options: '--input=TABLE_OR_PATH', '--output
          run --plan p --input i             | Missing required option: '--output=DIR'
          run --plan p --input i --output o --until-done | --follow
          privatize --plan p                 | Missing required options: '--input=TABLE_OR_PATH', '--output
          privatize extra --plan p           | ldp privatize has no word extra.
          accumulate --input a               | Missing required option: '--output=DIR'
          estimate                           | Missing required option: '--input=DIR'
          generate zipf --rows many          | Invalid value for option '--rows': 'many' is not a long
          init t --outside drop              | ldp init has no option --outside.
          sql                                | specify one of these): (-e=STATEMENTS
          sql -e                             | Missing required parameter for option '-e'
          sql --nosuch                       | ldp sql has no option --nosuch.
          sql -e X -f Y                      | mutually exclusive
          sql -e X --format xml              | Invalid value for option '--format'
          audit                              | specify one of these): (--spec=SPEC
          audit --pairs p --all              | mutually exclusive
          audit --pairs p --spec s           | mutually exclusive
          optimize --workload prefix --domain 8 | Missing required option: '--epsilon=E'
          design --domain 4 --epsilon 1      | design needs --users or --error. Provided: none.
          design --domain 4 --users 5 --error 0.1 | mutually exclusive
          design --domain 4 --output x       | ldp design has no option --output.
          design --domain 4 --days 9         | --days. ldp design daily has it.
          design --domain 4 --workload w     | --workload. ldp design workload has it.
          design --task workload --accumulators-only 1e-8 | --accumulators-only. ldp design mean has it.
          design --task workload --users 5   | ldp design workload has no option --users
          design --task query --accumulators-only 1e-8 | --accumulators-only. ldp design mean has it.
          design --task query --rank shift   | ldp design query has no option --rank.
          design --task query --epsilon 1    | query needs --domain
          design --task query --domain 10 --epsilon 1 | query needs --users or --error
          design --task mean --epsilon 1 --error 0.1   | mean needs --domain
          design --task mean --domain 8 --users 5      | mean needs --epsilon
          design --task words --beta 0.1     | --beta. ldp design query has it.
          design --task daily --rank shift   | ldp design daily has no option --rank.
          design --task daily --domain 8 --epsilon 1 --users 9 | daily needs --days
          design --task daily --domain 8 --epsilon 1 --days 9  | daily needs --users or --error
          """)
  void wordsThatAreNoCommand(String line, String words) {
    assertRefused(line, words, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          run --plan nosuch.conf --input x --output y      | --plan must name a file that is there
          sql -f nosuch                                    | -f must name a file that is there
          run --plan @plan.conf --input x --output y --key-file nosuch | openssl rand
          run --plan @plan.conf --input x --output @y --group-by item     | grouped by the plan's public columns, [person]
          run --plan @script.conf --input x --output @y --days 2026-01-01 | --days does not go with a script
          run --plan @plan.conf --input x --output @y --read delimiter=; --read Delimiter=, | Provided: Delimiter twice
          run --plan @release.conf --input x --output @y --key-file @plan.conf | does not go with a release's plan
          run --plan @daily.conf --input x --output @y --follow --checkpoint @c --html @h | --html does not go with
          accumulate --input @nosuch --output @y           | the folder must hold finished reports
          estimate --input @nosuch --output @y             | the folder must hold finished accumulators
          clean @nosuch                                    | there must be a folder
          clean @nosuch --days 2026-01-01                  | --days does not go with clean without --reports
          generate                                         | generate needs NAME, --rows and --output
          generate nosuch --rows 5 --output @y             | A generator must be one of
          generate zipf --rows 0 --output @y               | a table must have at least one row
          init                                             | init needs FILE_OR_TABLE
          sql -e nonsense                                  | PARSE_SYNTAX_ERROR
          sql -e ;                                         | there must be a statement
          audit --spec grr(epsilon=1)                      | grr needs the parameter k
          audit --spec rr(epsilon=1) --mutant 2            | between 0 and 1. Provided value: 2.0
          audit --spec rr(epsilon=1) --epsilon 1           | --epsilon and --delta go with --pairs
          audit --spec rr(epsilon=1) --seconds 0           | --seconds must be at least 1
          audit --spec rr(epsilon=1) --samples -1          | --samples must be at least 0
          audit --pairs @pairs.csv                         | with the client's claim, --epsilon above 0. Provided value: none
          audit --pairs @pairs.csv --epsilon 0             | with the client's claim, --epsilon above 0. Provided value: 0.0
          audit --pairs @pairs.csv --epsilon 1 --delta 1   | delta must be at least 0 and below 1
          audit --pairs @pairs.csv --epsilon 1 --mutant 0.1 | --mutant tampers with random bits, and a table has none
          audit --pairs @pairs.csv --epsilon 1 --samples 9 | --samples does not go with --pairs
          optimize --workload prefix --domain 8 --epsilon 0 | epsilon (privacy loss) must be between
          optimize --workload prefix --domain 8 --epsilon 1 --seconds 0 | seconds must be above 0
          optimize --workload prefix --domain 100000 --epsilon 1 | at most 1024
          optimize --workload prefix --domain 8 --attributes 3x3 --epsilon 1 | product of attributes
          optimize --workload none.csv --domain 8 --epsilon 1 | must be a readable file
          design --task nosuch --domain 4 --epsilon 1 --users 5 | for the tasks histogram, daily, items, mean
          design --domain 1 --epsilon 1 --users 5          | k (items of the domain) must be between 2 and 65536
          design --domain 4 --epsilon -1 --users 5         | epsilon (privacy loss) must be between
          design --domain 4 --epsilon 1 --users 0          | users must be at least 1
          design --domain 4 --epsilon 1 --users 9 --accumulators-only 1 | delta must be at least 1e-20 and below 1
          design --task query --domain 0 --epsilon 1 --error 0.1 | queries must be between 1 and 1048576
          design --task query --domain 10 --epsilon 1 --error 2  | an error must lie strictly between 0 and 1
          design --task query --domain 10 --epsilon 1 --error 0.1 --beta 1 | beta (failure probability)
          design --task words --domain 3 --epsilon 4 --error 1e-6 | reached by at most 2147483647 people
          design --task daily --domain 8 --epsilon 1 --users 9 --days 1 | days must be between 2 and 100000
          design --task daily --domain 8 --epsilon 1 --users 9 --days 9 --changes 9 | changes must be between 0 and 8
          design --task daily --domain 8 --epsilon 1 --error 0.1 --days 9 | days are ranked for people
          design --task workload --domain 8 --epsilon 1    | a workload must be named with --workload
          design --task workload --workload prefix --domain 8 --epsilon 1 --mechanisms x | a mechanism must be one of
          """)
  void whatAWordMayNotSay(String line, String words) {
    assertRefused(line, words, 1);
  }
}
