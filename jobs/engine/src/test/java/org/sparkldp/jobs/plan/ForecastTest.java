package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.mean.MeanProtocol;

/** What error to expect, before anybody is asked. */
class ForecastTest {
  private static final double WIDTH = 1.959964;

  @TempDir Path folder;

  private Task task(String text) {
    String plan = text + "\nname = test\nid = id\noutside = fail\nrandomness = keyed\n";
    return new PlanReader(new TestContext(folder)).read(plan, "plan.conf").task();
  }

  private Forecast forecast(String text) {
    return Forecasting.of(task(text)).orElseThrow();
  }

  @Test
  void theErrorOfACountIsThatOfItsProtocolWhenItemsAreEven() {
    Forecast forecast =
        forecast(
            "column = a, protocol = \"oue(epsilon=1.0)\", domain { type = range, from = 1, to = 8"
                + " }");
    ItemProtocol<?> oracle = (ItemProtocol<?>) Protocols.of("oue(epsilon=1.0,k=8)");
    long[] counts = new long[8];
    Arrays.fill(counts, 10_000);
    double error = Math.sqrt(oracle.variances(counts)[0]);
    assertEquals(WIDTH * error, forecast.error(80_000), 1e-6 * error);
    assertEquals(WIDTH * error / 10_000, forecast.relative(80_000), 1e-6);
    assertEquals("people", forecast.unit());
    assertTrue(forecast.beside().contains("1 in 8"), forecast.beside());
  }

  @Test
  void theErrorOfAMeanIsInItsColumnsUnit() {
    String spec = "mean(epsilon=1.0,lower=100,upper=300)";
    Forecast forecast = forecast("task = mean, column = a, protocol = \"" + spec + "\"");
    double[] values = new double[1010]; // evenly spread
    Arrays.setAll(values, i -> 100 + 200 * (i % 101 + 0.5) / 101);
    double error = Math.sqrt(((MeanProtocol<?>) Protocols.of(spec)).variances(values)[0]);
    assertEquals(WIDTH * error, forecast.error(1010), 1e-6 * error);
    assertEquals(forecast.error(1010) / 100, forecast.relative(1010), 1e-9);
    assertEquals("", forecast.unit());
  }

  @Test
  void theErrorOfAWorkloadIsTheRootMeanSquareOfItsAnswers() {
    Task task =
        task(
            "task = workload, workload = prefix, column = a,"
                + " protocol = \"factorization(epsilon=1.0)\","
                + " domain { type = range, from = 1, to = 8 }");
    Forecast forecast = Forecasting.of(task).orElseThrow();
    ItemProtocol<?> protocol = (ItemProtocol<?>) task.protocol();
    long[] counts = new long[8];
    Arrays.fill(counts, 10_000);
    double error = Math.sqrt(Arrays.stream(protocol.variances(counts)).average().orElseThrow());
    assertEquals(WIDTH * error, forecast.error(80_000), 1e-6 * error);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task = quantile, column = a, protocol ="
            + " \"median(epsilon=1.0,lower=0,upper=1,users=9000)\"",
        "task = density, column = a, protocol = \"density(epsilon=1.0,lower=0,upper=1,terms=5)\"",
      })
  void whereTheErrorDependsOnTheValuesThereIsNoForecast(String text) {
    assertEquals(Optional.empty(), Forecasting.of(task(text)));
  }

  private static Forecast of(double relativeError) {
    return new Forecast("each count", "an item", "people", relativeError, 0.1, true);
  }

  @Test
  void fourTimesThePeopleHalveTheErrorAndTheNeedIsExact() {
    Forecast forecast = of(30);
    assertEquals(forecast.relative(1_000) / 2, forecast.relative(4_000), 1e-12);
    for (double wanted : new double[] {0.01, 0.05, 0.5}) {
      long users = Math.round(forecast.users(wanted));
      assertEquals(wanted, forecast.relative(users), 1e-3 * wanted);
    }
  }

  @Test
  void tooFewAreThoseWhoseErrorIsAsLargeAsTheAnswer() {
    Forecast forecast = of(30);
    long least = (long) Math.ceil(forecast.users(1));
    assertFalse(forecast.isTooFew(least + 1));
    assertTrue(forecast.isTooFew(least - 1));
    assertTrue(forecast.warning().contains(Forecast.text(forecast.users(0.5))));
  }

  @Test
  void theSentenceSaysErrorAnswerAndNeed() {
    assertEquals(
        "10,000 people: expect an error of about 590 people either way (95 % interval) in each"
            + " count, which is 59 % of an item; for 5 % of that, about 1,400,000 people are"
            + " needed",
        of(30).sentence(10_000));
  }

  @ParameterizedTest
  @CsvSource({"0.0123456, 0.012", "9.96, 10", "1234, '1,200'", "1e7, '10,000,000'", "0.1, 0.1"})
  void numbersHaveTwoDigits(double number, String text) {
    assertEquals(text, Forecast.text(number));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void anErrorThatIsNoNumberIsNoForecastAndRefusesNobodysRun(double error) {
    assertThrows(IllegalArgumentException.class, () -> of(error));
    assertEquals(Optional.empty(), Forecast.ofNumbers("a", "b", OptionalDouble.of(error), 1));
    assertEquals(Optional.empty(), Forecast.ofNumbers("a", "b", OptionalDouble.of(1), error));
    assertEquals(Optional.of(of(0)), Forecast.ofCounts("each count", "an item", 0, 0.1));
  }
}
