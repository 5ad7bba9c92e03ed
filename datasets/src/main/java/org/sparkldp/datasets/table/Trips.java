package org.sparkldp.datasets.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.LogNormal;
import org.sparkldp.datasets.law.Probabilities;

/**
 * Taxi trips of one day in a {@link StreetGrid}: who drove, in which hour, between which junctions,
 * for what fare. Pick-ups and drop-offs gather at hot spots whose weight changes over the day.
 *
 * <p>Drawn in this order, each from what is named before it; every marginal is exact:
 *
 * <ul>
 *   <li>driver: rank r of the drivers with probability proportional to (r + 20)^-0.5, so the
 *       busiest drive most;
 *   <li>hour: a low at four, a high at eighteen;
 *   <li>pickup | hour, dropoff | hour: with the hour's weights one of {@link #SPOTS} bells about a
 *       place, or anywhere;
 *   <li>fare: log-normal.
 * </ul>
 *
 * <p>All figures are invented.
 */
public final class Trips {
  private static final int DRIVER_STREAM = 1;
  private static final int HOUR_STREAM = 2;
  private static final int PICKUP_SPOT_STREAM = 3;
  private static final int PICKUP_STREAM = 4;
  private static final int DROPOFF_SPOT_STREAM = 5;
  private static final int DROPOFF_STREAM = 6;
  private static final int FARE_STREAM = 7;

  private static final int HOURS = 24;

  private static final LogNormal FARE = LogNormal.ofMedian(12, 0.6);

  /**
   * Hot spots: place across and along as shares of the grid, radius as a share of its height,
   * weight at night, by day and in the evening.
   */
  private static final double[][] SPOTS = {
    {0.5, 0.5, 0.14, 2, 5, 4}, // midtown
    {0.35, 0.12, 0.09, 1, 4, 2}, // the tip
    {0.75, 0.3, 0.05, 4, 0.5, 4}, // bars
    {0.45, 0.45, 0.012, 1, 2.5, 1.5}, // a station
    {0.65, 0.55, 0.012, 0.5, 2, 2}, // a terminal
    {0.2, 0.62, 0.02, 0.2, 1, 2.5}, // a theatre
    {0.85, 0.82, 0.03, 0.5, 1.2, 0.6}, // a hospital
    {0.25, 0.88, 0.06, 1, 1, 1} // a university
  };

  private static final double[] ANYWHERE = {1.5, 2, 2};

  static final GeneratorFamily FAMILY =
      new GeneratorFamily(
          "trips",
          "taxi trips of one day between the junctions of a street grid, gathering at hot spots",
          List.of(
              GeneratorParameter.integer(
                  "avenues", "avenues of the grid", StreetGrid.AVENUES, 2, StreetGrid.MOST),
              GeneratorParameter.integer(
                  "streets", "streets of the grid", StreetGrid.STREETS, 2, StreetGrid.MOST),
              GeneratorParameter.integer(
                  "drivers", "drivers, some busier than others", 100_000, 1, 1 << 20)),
          Trips::generator);

  private Trips() {}

  private static Generator generator(GeneratorSpec spec) {
    int avenues = spec.integer("avenues");
    int streets = spec.integer("streets");
    Choice driver =
        Choice.of(DRIVER_STREAM, spec.integer("drivers"), rank -> 1 / StrictMath.sqrt(rank + 20.0));
    Choice hour = Choice.of(HOUR_STREAM, hours());
    double[][] weights =
        IntStream.range(0, HOURS).mapToObj(Trips::weights).toArray(double[][]::new);
    double[][] spots = spots(avenues, streets);
    Choice pickup = hour.deciding(PICKUP_SPOT_STREAM, weights).deciding(PICKUP_STREAM, spots);
    Choice dropoff = hour.deciding(DROPOFF_SPOT_STREAM, weights).deciding(DROPOFF_STREAM, spots);
    return new Generator(
        spec,
        List.of(
            driver.numbers("driver", "identifier, in [0, drivers), the busiest first", 0),
            hour.numbers("hour", "of the day, in [0, 23]", 0),
            pickup.numbers("pickup", "junction, in [0, avenues streets)", 0),
            dropoff.numbers("dropoff", "junction, in [0, avenues streets)", 0),
            new Column.OfDouble(
                "fare",
                "euros, above 0, unbounded",
                FARE,
                (seed, index) -> FARE.quantile(CounterRandom.unit(seed, index, FARE_STREAM)))));
  }

  /** The probability of each junction in an hour, as pick-up and as drop-off alike. */
  public static double[] junctions(StreetGrid grid, int hour) {
    double[][] spots = spots(grid.avenues(), grid.streets());
    double[] weights = weights(hour);
    double[] mixture = new double[grid.junctions()];
    for (int spot = 0; spot < weights.length; spot++) {
      for (int junction = 0; junction < mixture.length; junction++) {
        mixture[junction] += weights[spot] * spots[spot][junction];
      }
    }
    return mixture;
  }

  /** The share of the day's trips in each hour. */
  public static double[] hours() {
    return Choice.weighted(
        HOURS, hour -> 1.15 - StrictMath.cos(2 * Math.PI * (hour - 5.5) / HOURS));
  }

  /** For each hot spot, and last for anywhere, the probability of each junction. */
  private static double[][] spots(int avenues, int streets) {
    double[][] probabilities = new double[SPOTS.length + 1][avenues * streets];
    for (int spot = 0; spot < SPOTS.length; spot++) {
      double radius = Math.max(0.5, SPOTS[spot][2] * streets); // in blocks
      for (int junction = 0; junction < avenues * streets; junction++) {
        double across = junction % avenues - SPOTS[spot][0] * (avenues - 1);
        int street = junction / avenues;
        double along = street - SPOTS[spot][1] * (streets - 1);
        probabilities[spot][junction] =
            StrictMath.exp(-(across * across + along * along) / (2 * radius * radius));
      }
      probabilities[spot] = Probabilities.normalize(probabilities[spot]);
    }
    Arrays.fill(probabilities[SPOTS.length], 1.0 / (avenues * streets));
    return probabilities;
  }

  /** The weight of each spot, and last of anywhere, in an hour. */
  private static double[] weights(int hour) {
    double day = StrictMath.exp(-StrictMath.pow((hour - 13) / 4.5, 2));
    double evening = StrictMath.exp(-StrictMath.pow((hour - 21) / 3.0, 2));
    double night = Math.max(0.1, 1 - day - evening);
    double[] weights = new double[SPOTS.length + 1];
    for (int spot = 0; spot <= SPOTS.length; spot++) {
      boolean anywhere = spot == SPOTS.length;
      weights[spot] =
          night * (anywhere ? ANYWHERE[0] : SPOTS[spot][3])
              + day * (anywhere ? ANYWHERE[1] : SPOTS[spot][4])
              + evening * (anywhere ? ANYWHERE[2] : SPOTS[spot][5]);
    }
    return Probabilities.normalize(weights);
  }
}
