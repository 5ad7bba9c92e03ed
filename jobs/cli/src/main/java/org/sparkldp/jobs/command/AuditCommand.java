package org.sparkldp.jobs.command;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.PairAudit;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code ldp audit}: what does a protocol, or somebody else's client, really leak? */
@Command(
    name = "audit",
    mixinStandardHelpOptions = true,
    description = {
      "What a protocol, or another client, really leaks.",
      "Runs the randomizer through all outcomes of its random bits for the exact epsilon, and"
          + " by sampling for a lower bound (wrong with probability at most 1e-6). With"
          + " --pairs, the lower bound alone, from reports that another client made. Exit code"
          + " 3 if above the claim."
    })
@CommandGroup.Of(CommandGroup.BUDGET)
public final class AuditCommand implements Callable<Integer> {
  /** Pairs that are read, at most; they are held in memory. */
  private static final int MOST_PAIRS = 10_000_000;

  /** Of every bound. */
  private static final BigDecimal CONFIDENCE =
      BigDecimal.ONE.subtract(BigDecimal.valueOf(Audit.ALPHA)).stripTrailingZeros();

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @ArgGroup(multiplicity = "1")
  private AuditTarget subject;

  @Option(
      names = "--samples",
      paramLabel = "N",
      description = "reports drawn for the lower bound, default 20000; 0 for none")
  private long samples = 20_000;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "after which no more reports are drawn of a spec, default 10; column samples shows how"
              + " many there are")
  private int seconds = 10;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Option(
      names = "--mutant",
      paramLabel = "X",
      description =
          "tamper with the random bits: 0.02 makes keep probabilities 2 %% too high; the audit must see"
              + " it")
  private double mutant = 0;

  @Option(names = "--epsilon", paramLabel = "E", description = "with --pairs: the client's claim")
  private Double epsilon;

  @Option(
      names = "--delta",
      paramLabel = "D",
      description = "with --pairs: the claim's delta, default 0")
  private double delta = 0;

  @Mixin private FormatOption format;

  /** The subject of an audit: one of three. */
  private static final class AuditTarget {
    @Option(
        names = "--spec",
        arity = "1..*",
        paramLabel = "SPEC",
        description = "one or more, such as 'grr(epsilon=1.0,k=16)'")
    private List<String> specs;

    @Option(
        names = "--all",
        description =
            "every protocol on the class path, your own too, at the examples that it gives")
    private boolean all;

    @Option(
        names = "--pairs",
        paramLabel = "TABLE",
        description =
            "a table with the columns value and report, made by any client of known test values")
    private String pairs;
  }

  /** A finding about one protocol; cells are empty where nobody knows them. */
  private record AuditFinding(
      String spec,
      Double claimed,
      Double exact,
      Double bound,
      String verdict,
      int items,
      long samples) {
    /** Of a lower bound alone or beside an exact epsilon. */
    static AuditFinding of(
        String spec, double claimed, OptionalDouble exact, double bound, int items, long samples) {
      Double known = exact.isPresent() ? exact.getAsDouble() : null;
      boolean isAbove = exact.orElse(0) > claimed || bound > claimed;
      String verdict = isAbove ? ABOVE : known == null ? "not refuted" : "holds";
      return new AuditFinding(spec, claimed, known, bound, verdict, items, samples);
    }
  }

  private static final String ABOVE = "above claim";

  private static final TableLayout<AuditFinding> COLUMNS =
      new TableLayout<AuditFinding>()
          .with("spec", AuditFinding::spec)
          .with("claimed_epsilon", AuditFinding::claimed)
          .with("exact_epsilon", AuditFinding::exact)
          .with("empirical_lower_bound", AuditFinding::bound)
          .with("verdict", AuditFinding::verdict)
          .with("items_compared", AuditFinding::items)
          .with("samples", AuditFinding::samples)
          .with("confidence", found -> found.samples > 0 ? CONFIDENCE : null);

  @Override
  public Integer call() {
    Require.that(seconds >= 1)
        .orRefuse("--seconds must be at least 1. Provided value: %s.", seconds);
    Require.that(samples >= 0)
        .orRefuse("--samples must be at least 0. Provided value: %s.", samples);
    List<AuditFinding> found = subject.pairs != null ? List.of(ofPairs()) : ofSpecs();
    COLUMNS.of(found).print(format.get(), System.out);
    return found.stream().anyMatch(one -> one.verdict.equals(ABOVE)) ? Exit.REFUSED : Exit.DONE;
  }

  private List<AuditFinding> ofSpecs() {
    Require.that(epsilon == null && delta == 0)
        .orRefuse(
            "--epsilon and --delta go with --pairs. Provided: specs, which state their own;"
                + " leave them out.");
    List<AuditFinding> all = new ArrayList<>();
    for (String spec : subject.all ? examples(all) : subject.specs) {
      Protocol<?, ?> protocol = Protocols.of(spec);
      Audit.AuditResult found =
          Audit.run(protocol, new Tampering(mutant), samples, seed, Duration.ofSeconds(seconds));
      all.add(
          AuditFinding.of(
              protocol.spec() + (mutant > 0 ? " mutant " + mutant : ""),
              found.claimed(),
              found.exact(),
              found.lowerBound(),
              found.items(),
              found.samples()));
    }
    return all;
  }

  /** Of all protocols; one without an example is found to have none. */
  private static List<String> examples(List<AuditFinding> without) {
    List<String> specs = new ArrayList<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      specs.addAll(declaration.examples());
      if (declaration.examples().isEmpty()) {
        without.add(new AuditFinding(declaration.name(), null, null, null, "no example", 0, 0));
      }
    }
    return specs;
  }

  private AuditFinding ofPairs() {
    Require.that(epsilon != null && epsilon > 0)
        .orRefuse(
            "--pairs must come with the client's claim, --epsilon above 0. Provided value: %s.",
            epsilon == null ? "none" : epsilon);
    Require.that(mutant == 0)
        .orRefuse(
            "--mutant tampers with random bits, and a table has none. Provided value: %s.", mutant);
    Options.requireOnly(command, "--pairs", "--pairs --epsilon --delta --seed --mutant --format");
    PairAudit audit = new PairAudit();
    Iterator<Row> rows = pairs().toLocalIterator();
    for (int read = 0; rows.hasNext(); read++) {
      Require.that(read < MOST_PAIRS)
          .orRefuse(
              "a table of pairs must have at most %s rows. Provided: more; take a sample of it.",
              MOST_PAIRS);
      Row row = rows.next();
      Require.that(!row.anyNull())
          .orRefuse(
              "a table of pairs must have a value and a report in each row. One lacked either;"
                  + " leave such rows out.");
      audit.add(row.get(0), row.get(1));
    }
    PairAudit.PairAuditResult found = audit.run(delta, seed);
    return AuditFinding.of(
        "pairs",
        epsilon,
        OptionalDouble.empty(),
        found.lowerBound(),
        found.values(),
        found.reports());
  }

  private Dataset<Row> pairs() {
    Dataset<Row> table = Inputs.table(ldp.session().spark(), subject.pairs);
    List<String> columns = Arrays.asList(table.columns());
    Require.that(columns.containsAll(List.of("value", "report")))
        .orRefuse(
            "a table of pairs must have the columns value and report. Provided: %s others; name"
                + " them so.",
            columns.size());
    return table.select("value", "report");
  }
}
