package org.sparkldp.tables.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.TableChoice;
import org.sparkldp.tables.TableDesign;

/**
 * A round of {@link AskedTables} of which nobody has named the tables: first one-way tables over
 * all cells, then all pairs over few, then those that {@link TableChoice} takes. A public hash
 * deals people out to rounds; a choice made from reports costs no epsilon.
 *
 * <p>The first round decides the cells: those of a number are joined to cells that are narrow where
 * people are, and all are joined to {@value #COARSE} for the second round. Answers rest on the
 * reports of all rounds.
 *
 * <p>State: the accumulators of all earlier rounds; as numbers the round, of each attribute the
 * groups of its cells in the last round and in the second, and the chosen tables with the people
 * wanted for each.
 */
final class TablesRound extends AskedTables implements Rounds.Leading<TablesRound.Course> {
  private static final int ROUNDS = TableDesign.ROUNDS.size();

  /**
   * How much of a number's cells is dealt out evenly, so that none is wide: little is known of
   * where in a cell people are. Ranges of half the levels of two peaked attributes erred, at
   * epsilon .2, .5, 1 and 2, by .070 .021 .012 .007 with none, .066 .022 .014 .007 with a quarter
   * and .068 .030 .019 .010 with a half.
   */
  private static final double EVEN = 0.25;

  /** Groups of an attribute's cells in the second round. */
  static final int COARSE = 4;

  /**
   * What is known between rounds.
   *
   * @param round from 1
   * @param last groups of the last round; none in the first
   * @param coarse groups of the second round; none in the first
   * @param chosen the tables of the last round; none before
   */
  record Course(int round, List<int[]> last, List<int[]> coarse, List<ChosenTable> chosen) {
    static final Course START = new Course(1, List.of(), List.of(), List.of());

    /** The round before. */
    Course earlier() {
      return round == ROUNDS ? new Course(2, last, coarse, List.of()) : START;
    }

    static Course state(TableQuestion question, Fields<Course> f, int earlier) {
      int round = (int) f.whole(2, ROUNDS, Course::round);
      f.require(earlier == round - 1, "it has reports of other rounds");
      List<int[]> last = groups(question, f, Course::last);
      List<int[]> coarse = groups(question, f, Course::coarse);
      for (int a = 0; a < question.count(); a++) {
        f.require(isWithin(last.get(a), coarse.get(a)), "cells of the rounds do not fit");
      }
      List<ChosenTable> chosen = List.of();
      if (round == ROUNDS) {
        List<int[]> pairs = question.pairs();
        int count = (int) f.whole(1, pairs.size(), course -> course.chosen.size());
        chosen = f.list(count, Course::chosen, each -> ChosenTable.state(pairs.size(), each));
        f.require(
            chosen.stream().map(ChosenTable::pair).distinct().count() == count,
            "a table is chosen twice");
      }
      List<ChosenTable> all = chosen;
      return f.makes(() -> new Course(round, last, coarse, all));
    }

    private static List<int[]> groups(
        TableQuestion question, Fields<Course> f, Function<Course, List<int[]>> of) {
      List<int[]> all = new ArrayList<>();
      for (int a = 0; a < question.count(); a++) {
        int attribute = a;
        AskedAttribute cells = question.attributes().get(a);
        int[] groups = new int[cells.cells()];
        int most = -1;
        for (int cell = 0; cell < groups.length; cell++) {
          int at = cell;
          long least = cells.isOrdered() ? Math.max(0, most) : 0;
          long largest = cells.isOrdered() ? most + 1L : groups.length - 1L;
          groups[cell] = (int) f.whole(least, largest, c -> of.apply(c).get(attribute)[at]);
          most = Math.max(most, groups[cell]);
        }
        f.require(
            Arrays.stream(groups).distinct().count() == most + 1L, "a group of cells is empty");
        all.add(groups);
      }
      return all;
    }

    private static boolean isWithin(int[] fine, int[] coarse) {
      int[] of = new int[fine.length];
      Arrays.fill(of, -1);
      boolean isWithin = true;
      for (int cell = 0; cell < fine.length; cell++) {
        isWithin &= of[fine[cell]] < 0 || of[fine[cell]] == coarse[cell];
        of[fine[cell]] = coarse[cell];
      }
      return isWithin;
    }
  }

  /**
   * A table of the last round.
   *
   * @param pair among all
   * @param people wanted, in any unit
   */
  record ChosenTable(int pair, double people) {
    static ChosenTable state(int pairs, Fields<ChosenTable> f) {
      int pair = (int) f.whole(0, pairs - 1L, ChosenTable::pair);
      double people = f.float64(ChosenTable::people);
      f.require(people > 0 && people < Double.POSITIVE_INFINITY, "people are out of range");
      return f.makes(() -> new ChosenTable(pair, people));
    }
  }

  private final Round<Course, TablesRound> at;

  private TablesRound(TableQuestion question, Round<Course, TablesRound> at) {
    super(at.spec(), question, division(question, at.state()));
    this.at = at;
  }

  static TablesRound first(TableQuestion question) {
    return Rounds.<Course, TablesRound>of(question.spec(), ROUNDS, TablesRound::roundBy)
        .startsWith(Course.START, Course::round)
        .remembers((numbers, kept) -> Course.state(question, numbers, kept.rounds()))
        .asks(at -> new TablesRound(question, at))
        .keepsAll(Course::earlier)
        .first();
  }

  private static int roundBy(long word) {
    double first = TableDesign.ROUNDS.get(0);
    return Long.compareUnsigned(word, Thresholds.of(first)) < 0
        ? 1
        : Long.compareUnsigned(word, Thresholds.of(first + TableDesign.ROUNDS.get(1))) < 0
            ? 2
            : ROUNDS;
  }

  private static Division division(TableQuestion question, Course course) {
    List<int[]> pairs = question.pairs();
    return switch (course.round) {
      case 1 ->
          Division.even(
              question.attributes().stream().map(Grid::finest).toList(),
              question.ones(),
              question.epsilon());
      case 2 ->
          Division.even(
              IntStream.range(0, question.count())
                  .mapToObj(
                      a -> new Grid(question.attributes().get(a), course.coarse.get(a), false))
                  .toList(),
              pairs,
              question.epsilon());
      default ->
          new Division(
              last(question, course),
              course.chosen.stream().map(table -> pairs.get(table.pair)).toList(),
              course.chosen.stream().mapToDouble(ChosenTable::people).toArray(),
              question.epsilon());
    };
  }

  private static List<Grid> last(TableQuestion question, Course course) {
    return IntStream.range(0, question.count())
        .mapToObj(a -> Grid.last(question.attributes().get(a), course.last.get(a)))
        .toList();
  }

  @Override
  public Round<Course, TablesRound> at() {
    return at;
  }

  @Override
  List<Grid> levels() {
    return round() == 1 ? super.levels() : last(question, at.state());
  }

  @Override
  public List<AskedTable> chosen(Accumulator<?> reports) {
    return round() == ROUNDS ? super.chosen(reports) : List.of();
  }

  @Override
  public List<AskedTable> others(Accumulator<?> reports) {
    List<AskedTable> others = new ArrayList<>(earlier(levels()));
    others.addAll(round() == ROUNDS ? List.of() : asked(reports, levels()));
    return others;
  }

  /** What earlier rounds were asked. */
  private List<AskedTable> earlier(List<Grid> over) {
    if (round() == 1) {
      return List.of();
    }
    TablesRound before = before();
    List<AskedTable> asked = new ArrayList<>(before.earlier(over));
    asked.addAll(before.asked(at.reports(before), over));
    return asked;
  }

  private TablesRound before() {
    return new TablesRound(question, at.earlier());
  }

  @Override
  public List<AskedTable> fine(Accumulator<?> reports) {
    return round() == 1 ? asked(reports, levels()) : before().fine(at.reports(before()));
  }

  @Override
  public double rawError(double people) {
    int most = question.cells(people * TableDesign.ROUNDS.get(2));
    int[] sizes =
        question.attributes().stream()
            .mapToInt(
                a ->
                    (a.kind() == AskedAttribute.AttributeKind.NUMBER
                                ? Math.min(a.cells(), most)
                                : a.cells())
                            * (a.hasEnds() ? 2 : 1)
                        + a.apart())
            .toArray();
    return TableDesign.curve(Domain.of(sizes), people, question.epsilon()).get(0).rawError();
  }

  @Override
  public Course after(Accumulator<?> reports) {
    List<AskedTable> all = others(reports);
    Require.that(all.size() == (round() == 1 ? 0 : d()) + division.count())
        .orRefuse(
            "reports of round %s must answer each of its %s tables. Provided: %s reports, of %s"
                + " tables; ask more people, or name the tables.",
            round(), division.count(), reports.n(), asked(reports, levels()).size());
    return round() == 1 ? cells(all, reports.n()) : choice(all, reports.n());
  }

  private Course cells(List<AskedTable> oneWay, long people) {
    Model alone = Model.of(domain(), oneWay);
    int most = question.cells(people * TableDesign.ROUNDS.get(2) / TableDesign.ROUNDS.get(0));
    List<int[]> last = new ArrayList<>();
    List<int[]> coarse = new ArrayList<>();
    for (int a = 0; a < d(); a++) {
      AskedAttribute attribute = question.attributes().get(a);
      double[] shares =
          Arrays.copyOf(alone.marginal(new int[] {a}), attribute.cells()); // but levels apart
      int[] fine =
          attribute.kind() == AskedAttribute.AttributeKind.NUMBER
              ? TableDesign.neighbours(mixed(shares), most)
              : Grid.finest(attribute).groups();
      double[] sums = new double[Arrays.stream(fine).max().orElseThrow() + 1];
      for (int cell = 0; cell < fine.length; cell++) {
        sums[fine[cell]] += shares[cell];
      }
      int[] few =
          attribute.isOrdered()
              ? TableDesign.neighbours(sums, COARSE)
              : TableDesign.largest(sums, COARSE);
      last.add(fine);
      coarse.add(Arrays.stream(fine).map(group -> few[group]).toArray());
    }
    return new Course(2, last, coarse, List.of());
  }

  /** With some even shares. */
  private static double[] mixed(double[] shares) {
    double sum = Arrays.stream(shares).sum();
    return Arrays.stream(shares)
        .map(share -> (1 - EVEN) * share + EVEN * sum / shares.length)
        .toArray();
  }

  private Course choice(List<AskedTable> all, long people) {
    int d = d();
    OptionalInt label = question.label();
    TableChoice choice =
        TableChoice.of(
            domain(),
            all.subList(0, d),
            all.subList(d, all.size()),
            label,
            people * TableDesign.ROUNDS.get(2) / TableDesign.ROUNDS.get(1),
            question.epsilon());
    List<int[]> pairs = question.pairs();
    List<ChosenTable> chosen = new ArrayList<>();
    for (int t = 0; t < choice.tables().size(); t++) {
      int[] table = choice.tables().get(t);
      int pair =
          IntStream.range(0, pairs.size())
              .filter(i -> Arrays.equals(pairs.get(i), table))
              .findFirst()
              .orElseThrow();
      chosen.add(new ChosenTable(pair, choice.people()[t]));
    }
    return new Course(ROUNDS, at.state().last, at.state().coarse, chosen);
  }
}
