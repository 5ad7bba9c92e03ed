package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;

/**
 * {@code ldp simulate} of each kind of values, without Spark. Seeds are fixed, so what holds stays.
 */
class SimulateCommandTest {
  private static String simulate(String request) {
    String csv = ldp("simulate --format csv " + request).done().out();
    return csv.replaceAll("\"[^\"]*\"", "spec");
  }

  private static double of(String csv, String column) {
    return Ended.column(csv, column)[0];
  }

  private static String cell(String csv, String column) {
    List<String[]> rows = Ended.csv(csv);
    return rows.get(1)[List.of(rows.get(0)).indexOf(column)];
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulate",
        "simulate --spec nosuch(epsilon=1) --users 5 --trials 5",
        "simulate --spec rr(epsilon=1) --users 0 --trials 5",
        "simulate --spec rr(epsilon=1) --users 5 --trials 1",
        "reproduce",
        "reproduce factorization-1",
        "bench"
      })
  void aRequestThatIsNotWholeIsRefused(String line) {
    Ended ended = ldp(line).badInput("ldp: ");
    assertEquals("", ended.out());
    ended.keeps("\tat ", "on the class path");
  }

  @Test
  void theContractsColumnsStandFirstAndAllIsRepeated() {
    String command =
        "simulate --spec grr(epsilon=1.0,k=4) rr(epsilon=1.0) --users 500 --trials 40 --seed 3"
            + " --format csv";
    List<String> lines = ldp(command).done().lines();
    assertTrue(
        lines
            .get(0)
            .startsWith(
                "spec,users,trials,bias,rmse,rmse_over_theory,ratio_to_limit,coverage,failures"),
        lines.get(0));
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).startsWith("\"grr(epsilon=1.0,k=4)\",500,40,"), lines.get(1));
    assertEquals(withoutSeconds(lines), withoutSeconds(ldp(command).done().lines()));
  }

  private static List<String> withoutSeconds(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.lastIndexOf(','))).toList();
  }

  @Test
  void aStrategyFileIsAProtocol(@TempDir Path folder) {
    Path file = folder.resolve("m.strategy");
    ldp("optimize --workload marginals-2 --domain 8 --epsilon 1 --output %s", file).done();
    String csv = simulate("--spec strategy(file='" + file + "') --users 1000 --trials 200");
    double ratio = of(csv, "rmse_over_theory");
    // 200 trials of 13 independent numbers or so: a deviation of about 1.4 %.
    assertEquals(1, ratio, 0.08, csv);
    // The wrong twin: variances stated half as large again.
    assertTrue(Math.abs(ratio / Math.sqrt(1.5) - 1) > 0.08, csv);
    // There is no limit for a strategy.
    assertEquals("", cell(csv, "ratio_to_limit"), csv);
  }

  /**
   * One of each kind of values: the laws of all protocols are ProtocolLawsTest's. A variance that
   * is stated twice as large as it is would give 0.71, which is not within 0.2.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "laplace-mean(epsilon=1.0,lower=0,upper=10) | 200",
        "density(epsilon=1.0,lower=0,upper=10,terms=5,points=7) | 100",
        "hypercube(epsilon=1.0,d=4,radius=1) | 100",
        "sq(epsilon=1.0,queries=5) | 200",
      })
  void errorsAreAsLargeAsStated(String spec, int trials) {
    String csv = simulate("--spec %s --users 300 --trials %s".formatted(spec, trials));

    assertEquals(1, of(csv, "rmse_over_theory"), 0.2, csv);
    assertTrue(Math.abs(of(csv, "bias_z")) < of(csv, "bias_z_limit"), csv);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=2.0,sigma=1.0,range=100)",
        "gaussian(epsilon=2.0,sigma_min=1.0,sigma_max=4.0,range=100)",
        "uv-gaussian-1round(epsilon=2.0,sigma_min=1.0,sigma_max=4.0,range=100)",
      })
  void gaussianMeansAreComparedWithTheirLimit(String spec) {
    String csv = simulate("--users 20000 --trials 4 --spec " + spec);

    assertTrue(of(csv, "ratio_to_limit") > 0.2, csv);
    assertTrue(of(csv, "failures") <= 4, csv);
  }

  /** Thirty trials: a coverage of 95 % is below 60 % in 1e-10 of cases. */
  @Test
  void peopleWhoAreNotTheModelsAreSeen() {
    String request =
        "--spec gaussian(epsilon=1.0,sigma=1.0,range=100) --users 20000 --trials 30"
            + " --data gaussian(mu=20,sigma=";
    String right = simulate(request + "1)");
    assertEquals(0, of(right, "failures"), right);
    assertTrue(of(right, "coverage") > 0.6, right);

    String wrong = simulate(request + "3)");
    boolean isSeen =
        wrong.contains(",NaN,") || of(wrong, "failures") > 0 || of(wrong, "coverage") < 0.6;
    assertTrue(isSeen, wrong);
  }

  /** The naive baseline is off by more than all its intervals, the others are not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "median(epsilon=1.0,lower=0,upper=10) | 0.8 | 1",
        "quantile(p=0.8,epsilon=1.0,lower=0,upper=10) | 0.8 | 1",
        "median(epsilon=1.0,lower=0,upper=10,method=sgd) | 0.5 | 1",
        "naive-median(epsilon=1.0,lower=0,upper=10) | 0 | 0",
        "quantiles(epsilon=2,lower=0,upper=10,parts=4,cells=16,rounds=2) | 0.9 | 1",
      })
  void quantilesAreCovered(String spec, double least, double most) {
    String csv = simulate("--users 20000 --trials 20 --spec " + spec);
    double coverage = of(csv, "coverage");

    assertTrue(coverage >= least && coverage <= most, csv);
    assertEquals(0, of(csv, "failures"), 1, csv);
  }

  @Test
  void aBiasIsSaid() {
    String line = " --users 20000 --trials 100 --format csv";
    ldp("simulate --spec naive-median(epsilon=1.0,lower=0,upper=10)" + line)
        .done()
        .says("are biased for these people: bias_z is");
    assertFalse(
        ldp("simulate --spec oue(epsilon=1.0,k=16)" + line).done().err().contains("biased"));
  }

  @Test
  void frequentWordsAreCounted() {
    String csv =
        simulate(
            "--spec words(epsilon=4,length=6,alphabet=a-z,users=20000,rounds=2,kept=64)"
                + " --data zipf(k=10000,s=1.5) --users 20000 --trials 6");

    assertEquals(0, of(csv, "failures"), 1, csv);
    assertTrue(of(csv, "coverage") > 0.8, csv);
    assertEquals(1, of(csv, "rmse_over_theory"), 0.4, csv);
  }

  @ParameterizedTest
  @ValueSource(strings = {"maximal-gain", "random-report", "input"})
  void whatFakeReportsDoIsPredicted(String attack) {
    String csv =
        simulate(
            "--spec oue(epsilon=1,k=16) --users 20000 --trials 20 --fakes 10 --targets 4 --attack "
                + attack);
    double shift = of(csv, "shift");

    // Of 4 targets and 20 trials, 6 standard errors of n 4 e/(e - 1)^2.
    double error = 6 * Math.sqrt(20_000 * 4 * Math.E) / (Math.E - 1) / Math.sqrt(4 * 20);
    assertEquals(of(csv, "predicted_shift"), shift, error);
    assertTrue(csv.lines().findFirst().orElseThrow().contains(",seconds,attack,"), csv);
  }

  /** A row for each number of targets, in their order; each target is shifted in full. */
  @Test
  void severalNumbersOfTargetsGiveARowEach() {
    String csv =
        simulate(
            "--spec oue(epsilon=1,k=64) --users 2000 --trials 2 --fakes 5 --targets 4,10 --attack"
                + " maximal-gain");

    assertArrayEquals(new double[] {4, 10}, Ended.column(csv, "targets"));
    double[] predicted = Ended.column(csv, "predicted_shift");
    assertEquals(predicted[0], predicted[1], 1e-9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--attack other",
        "--attack input --fakes 100",
        "--attack input --fakes -1",
        "--attack input --targets 5",
        "--attack input --targets 0",
        "--attack input --populations",
        "--targets 2",
        "--fakes 2",
      })
  void badAttacksAreRefused(String more) {
    ldp("simulate --spec oue(epsilon=1,k=4) --users 10 --trials 2 " + more).badInput();
  }

  @Test
  void onlyFrequencyOraclesAreAttacked() {
    ldp("simulate --spec duchi(epsilon=1,lower=0,upper=1) --users 10 --trials 2 --attack input")
        .badInput("only frequency oracles");
  }
}
