package org.sparkldp.lab.population;

import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import java.io.File;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.sparkldp.datasets.Column;
import org.sparkldp.datasets.CounterRandom;
import org.sparkldp.datasets.law.Atoms;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A public sample in a CSV file, from which people are drawn with replacement: {@code FILE#COLUMN}.
 * Nothing about it is private: whoever simulates sees its values.
 */
record Sample(String text, List<String> cells) {
  private static final int STREAM = 1;

  /** The sample that is named, if it is a file's column. */
  static Optional<Sample> find(String text) {
    int hash = text.lastIndexOf('#');
    if (hash < 0) {
      return Optional.empty();
    }
    File file = new File(text.substring(0, hash));
    String column = text.substring(hash + 1);
    Require.that(file.isFile())
        .orRefuse("a sample must be a CSV file, written FILE#COLUMN. Provided value: %s.", text);
    CsvParserSettings settings = new CsvParserSettings();
    settings.setLineSeparatorDetectionEnabled(true);
    List<String[]> rows = new CsvParser(settings).parseAll(file);
    List<String> names = rows.isEmpty() ? List.of() : Arrays.asList(rows.get(0));
    Require.that(names.contains(column))
        .orRefuse(
            "a sample's column must be one of %s. Provided value: %s.",
            String.join(", ", names), column);
    int at = names.indexOf(column);
    List<String> cells =
        rows.stream()
            .skip(1)
            .filter(row -> at < row.length)
            .map(row -> row[at])
            .filter(Objects::nonNull)
            .toList();
    Require.that(!cells.isEmpty())
        .orRefuse("a sample must have at least one value. Provided: %s.", text);
    return Optional.of(new Sample(text, cells));
  }

  private int draw(long seed, long index) {
    return (int)
        Math.multiplyHigh(CounterRandom.bits(seed, index, STREAM) >>> 1, 2L * cells.size());
  }

  /** The column as numbers. */
  Column.OfDouble numbers() {
    double[] numbers = new double[cells.size()];
    for (int i = 0; i < numbers.length; i++) {
      try {
        numbers[i] = ProtocolSpec.number(cells.get(i));
      } catch (NumberFormatException e) {
        throw Require.refusal(
            e,
            "a sample of numbers must have numbers only. Provided: %s, where value %s is none (it"
                + " is not shown); mend it.",
            text,
            i + 1);
      }
    }
    return new Column.OfDouble(
        "x", text, Atoms.ofSample(numbers), (seed, index) -> numbers[draw(seed, index)]);
  }

  /** The column as it is written. */
  Column.StringCell words() {
    return (seed, index) -> cells.get(draw(seed, index));
  }

  /** Items: places among the different cells, in their order as text. */
  Column.IntCell items() {
    List<String> domain = cells.stream().distinct().sorted().toList();
    int[] items = cells.stream().mapToInt(cell -> Collections.binarySearch(domain, cell)).toArray();
    return (seed, index) -> items[draw(seed, index)];
  }
}
