package org.sparkldp.datasets.table;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.CategoricalDistribution;
import org.sparkldp.datasets.law.Discrete;

/**
 * The same people every day, each with an item that now and then changes: the test of questions
 * that are asked again and again. Rows go day by day; a table of people · days rows has each person
 * once on each day.
 */
public final class Panel {
  private static final int ITEM_STREAM = 1;
  private static final int CHANGE_STREAM = 2;
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

  static final GeneratorFamily FAMILY =
      new GeneratorFamily(
          "panel",
          "the same people every day, whose items now and then change",
          List.of(
              GeneratorParameter.integer("people", "people, each once a day", 500, 1, 1 << 20),
              GeneratorParameter.integer("days", "days, from 2026-01-01 on", 20, 1, 3650),
              GeneratorParameter.integer("k", "domain size, items", 16, 2, 1 << 20),
              GeneratorParameter.real("s", "Zipf exponent of the items, 0 is uniform", 1.1, 0, 10),
              GeneratorParameter.real(
                  "change", "probability that an item is drawn anew on a day", 1, 0, 1)),
          Panel::generator);

  private Panel() {}

  private static Generator generator(GeneratorSpec spec) {
    int people = spec.integer("people");
    int days = spec.integer("days");
    double change = spec.real("change");
    double s = spec.real("s");
    Choice drawn = Choice.of(ITEM_STREAM, spec.integer("k"), i -> StrictMath.pow(i + 1.0, -s));
    double[] evenPeople = new double[people];
    double[] evenDays = new double[days];
    Arrays.fill(evenPeople, 1.0 / people);
    Arrays.fill(evenDays, 1.0 / days);
    Column.IntCell item =
        (seed, index) -> {
          // The row of the day on which the item was drawn last.
          long row = index;
          for (long day = index / people % days;
              day > 0 && CounterRandom.unit(seed, row, CHANGE_STREAM) >= change;
              day--) {
            row -= people;
          }
          return drawn.at(seed, row);
        };
    return new Generator(
        spec,
        List.of(
            ItemTable.id(),
            new Column.OfInt(
                "user_id",
                "the person, in [0, people)",
                new Discrete(0, evenPeople),
                (seed, index) -> (int) (index % people)),
            new Column.OfDate(
                "day",
                "the day, from 2026-01-01 on",
                new CategoricalDistribution(
                    IntStream.range(0, days).mapToObj(FIRST::plusDays).toList(), evenDays),
                (seed, index) -> (int) (FIRST.toEpochDay() + index / people % days)),
            new Column.OfInt(
                "item", "item, in [0, k)", new Discrete(0, drawn.probabilities()), item)),
        List.of("day"));
  }
}
