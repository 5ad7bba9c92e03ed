package org.sparkldp.tables.protocol;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.tables.Domain;
import org.sparkldp.tables.TableDesign;

/**
 * The question of a whole table.
 *
 * @param attributes at least two
 * @param ask the tables, each of ascending attributes; none where they are to be chosen
 * @param label the attribute whose pairs are chosen first
 * @param most cells of a number in the last round; empty for as many as the people allow
 */
record TableQuestion(
    ProtocolSpec spec,
    double epsilon,
    List<AskedAttribute> attributes,
    List<int[]> ask,
    OptionalInt label,
    OptionalInt most) {
  static final String ATTRIBUTES = "attributes";
  static final String ASK = "ask";
  static final String LABEL = "label";
  static final String CELLS = "cells";

  private static final Pattern TABLES =
      Pattern.compile("[0-9]{1,3}(-[0-9]{1,3})*([.][0-9]{1,3}(-[0-9]{1,3})*)*");

  /** Cells of a number that are never too many, and never too few, whatever the people. */
  private static final int LEAST_CELLS = 5;

  private static final int MOST_CELLS = 16;

  static TableQuestion of(Parameters given) {
    List<AskedAttribute> attributes =
        Arrays.stream(given.text(ATTRIBUTES).split("_", -1)).map(AskedAttribute::of).toList();
    Require.that(attributes.size() >= 2)
        .orRefuse(
            "a table must have two attributes or more. Provided: %s; one is a histogram's.",
            attributes.size());
    List<int[]> ask = ask(given.text(ASK, ""), attributes.size());
    OptionalInt label = given.optionalInteger(LABEL);
    OptionalInt most = given.optionalInteger(CELLS);
    Require.that(label.orElse(0) < attributes.size())
        .orRefuse(
            "label must be the number of an attribute, below %s. Provided value: %s.",
            attributes.size(), label.orElse(0));
    Require.that(ask.isEmpty() || (label.isEmpty() && most.isEmpty()))
        .orRefuse("label and cells are for tables that are chosen. Provided: ask; leave them out.");
    return new TableQuestion(given.spec(), given.epsilon(), attributes, ask, label, most);
  }

  private static List<int[]> ask(String text, int attributes) {
    if (text.isEmpty()) {
      return List.of();
    }
    Require.that(TABLES.matcher(text).matches())
        .orRefuse(
            "ask must be tables of attributes by their numbers, such as 0-3.0-2-5. Provided value:"
                + " %s.",
            text);
    List<int[]> tables =
        Arrays.stream(text.split("[.]"))
            .map(one -> Arrays.stream(one.split("-")).mapToInt(Integer::parseInt).toArray())
            .toList();
    for (int[] table : tables) {
      boolean isAscending =
          IntStream.range(1, table.length).allMatch(i -> table[i] > table[i - 1])
              && table[table.length - 1] < attributes;
      Require.that(isAscending)
          .orRefuse(
              "a table's attributes must ascend and be below %s. Provided: %s.",
              attributes, Arrays.toString(table));
    }
    Require.that(
            new HashSet<>(tables.stream().map(Arrays::toString).toList()).size() == tables.size())
        .orRefuse("tables must differ. Provided value: %s.", text);
    return tables;
  }

  /** The text of tables, as {@code ask} has it. */
  static String text(List<int[]> tables) {
    return tables.stream()
        .map(one -> Arrays.stream(one).mapToObj(Integer::toString).collect(Collectors.joining("-")))
        .collect(Collectors.joining("."));
  }

  int count() {
    return attributes.size();
  }

  /** How many cells a number has in the last round. */
  int cells(double people) {
    return most.orElseGet(
        () ->
            Math.max(
                LEAST_CELLS,
                Math.min(MOST_CELLS, TableDesign.pairGrid(people, count() - 1, epsilon))));
  }

  /** One table an attribute. */
  List<int[]> ones() {
    return IntStream.range(0, count()).mapToObj(a -> new int[] {a}).toList();
  }

  /** Each cell of each attribute by itself. */
  List<Grid> finest() {
    return attributes.stream().map(Grid::finest).toList();
  }

  /** Groups of the cells of each attribute. */
  List<Grid> grids(List<int[]> groups) {
    return IntStream.range(0, count())
        .mapToObj(a -> new Grid(attributes.get(a), groups.get(a), false))
        .toList();
  }

  /** All pairs. */
  List<int[]> pairs() {
    return TableDesign.pairs(Domain.of(IntStream.range(0, count()).map(a -> 2).toArray()));
  }

  /** The place of a pair among all. */
  int pair(int[] pair) {
    return pair[0] * (2 * count() - pair[0] - 3) / 2 + pair[1] - 1;
  }
}
