package org.sparkldp.tables.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /** Of the words of the people of the first round, and of the first two. */
  private static final long FIRST = Thresholds.of(TableDesign.ROUNDS.get(0));

  private static final long SECOND =
      Thresholds.of(TableDesign.ROUNDS.get(0) + TableDesign.ROUNDS.get(1));

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
      Iterator<AskedAttribute> attributes = question.attributes().iterator();
      return f.list(question.count(), of, each -> groups(attributes.next(), each));
    }

    private static int[] groups(AskedAttribute of, Fields<int[]> f) {
      int[] groups = new int[of.cells()];
      int most = -1;
      for (int cell = 0; cell < groups.length; cell++) {
        int at = cell;
        long least = of.isOrdered() ? Math.max(0, most) : 0;
        long largest = of.isOrdered() ? most + 1L : groups.length - 1L;
        groups[cell] = (int) f.whole(least, largest, given -> given[at]);
        most = Math.max(most, groups[cell]);
      }
      f.require(Arrays.stream(groups).distinct().count() == most + 1L, "a group of cells is empty");
      return groups;
    }

    /** Whether cells that are one level in the last round are one in the second. */
    private static boolean isWithin(int[] last, int[] coarse) {
      return IntStream.range(0, last.length)
              .mapToObj(cell -> List.of(last[cell], coarse[cell]))
              .distinct()
              .count()
          == Arrays.stream(last).distinct().count();
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
    return Long.compareUnsigned(word, FIRST) < 0
        ? 1
        : Long.compareUnsigned(word, SECOND) < 0 ? 2 : ROUNDS;
  }

  private static Division division(TableQuestion question, Course course) {
    return switch (course.round) {
      case 1 -> Division.even(question.finest(), question.ones(), question.epsilon());
      case 2 -> Division.even(question.grids(course.coarse), question.pairs(), question.epsilon());
      default ->
          new Division(
              last(question, course),
              course.chosen.stream().map(table -> question.pairs().get(table.pair)).toList(),
              course.chosen.stream().mapToDouble(ChosenTable::people).toArray(),
              question.epsilon());
    };
  }

  /** The levels of the last round, as far as they are known. */
  private static List<Grid> last(TableQuestion question, Course course) {
    List<Grid> known = course.round == 1 ? question.finest() : question.grids(course.last);
    return known.stream().map(Grid::withEnds).toList();
  }

  @Override
  public Round<Course, TablesRound> at() {
    return at;
  }

  @Override
  List<Grid> levels() {
    return last(question, at.state());
  }

  @Override
  public List<AskedTable> chosen(Accumulator<?> reports) {
    return round() == ROUNDS ? super.chosen(reports) : List.of();
  }

  @Override
  public List<AskedTable> others(Accumulator<?> reports) {
    return round() == ROUNDS ? earlier(levels()) : until(reports, levels());
  }

  /** What was asked until this round. */
  private List<AskedTable> until(Accumulator<?> reports, List<Grid> over) {
    return Stream.concat(earlier(over).stream(), asked(reports, over).stream()).toList();
  }

  private List<AskedTable> earlier(List<Grid> over) {
    return round() == 1 ? List.of() : before().until(at.reports(before()), over);
  }

  private TablesRound before() {
    return new TablesRound(question, at.earlier());
  }

  @Override
  public List<AskedTable> fine(Accumulator<?> reports) {
    return round() == 1 ? asked(reports, question.finest()) : before().fine(at.reports(before()));
  }

  @Override
  public double rawError(double people) {
    int most = question.cells(people * TableDesign.ROUNDS.get(2));
    int[] sizes = question.attributes().stream().mapToInt(each -> each.levels(most)).toArray();
    return TableDesign.curve(Domain.of(sizes), people, question.epsilon()).get(0).rawError();
  }

  @Override
  public Course after(Accumulator<?> reports) {
    List<AskedTable> all = round() == 1 ? fine(reports) : others(reports);
    Require.that(all.size() == (round() == 1 ? 0 : d()) + division.count())
        .orRefuse(
            "reports of round %s must answer each of its %s tables. Provided: %s reports, of %s"
                + " tables; ask more people, or name the tables.",
            round(), division.count(), reports.n(), asked(reports, levels()).size());
    return round() == 1 ? cells(all, reports.n()) : choice(all, reports.n());
  }

  private Course cells(List<AskedTable> oneWay, long people) {
    Model alone = Model.of(Grid.domain(question.finest()), oneWay);
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
              : question.finest().get(a).groups();
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
    TableChoice choice =
        TableChoice.of(
            domain(),
            all.subList(0, d()),
            all.subList(d(), all.size()),
            question.label(),
            people * TableDesign.ROUNDS.get(2) / TableDesign.ROUNDS.get(1),
            question.epsilon());
    List<ChosenTable> chosen =
        IntStream.range(0, choice.tables().size())
            .mapToObj(
                t -> new ChosenTable(question.pair(choice.tables().get(t)), choice.people()[t]))
            .toList();
    return new Course(ROUNDS, at.state().last, at.state().coarse, chosen);
  }
}
