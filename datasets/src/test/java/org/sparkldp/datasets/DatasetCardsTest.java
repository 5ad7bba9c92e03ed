package org.sparkldp.datasets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Every generator is on the page and has its card in the file of cards, which is what the code
 * does. {@code -Dldp.docs.write=true} writes the cards.
 */
class DatasetCardsTest {
  private static final Path PAGE = Path.of("docs/README.md");
  private static final Path CARDS = Path.of("docs/cards.txt");

  @Test
  void cards_areTheTablesOfTheCode() throws IOException {
    String cards =
        Datasets.all().stream()
            .map(family -> family.name() + "\n\n" + tables(family))
            .collect(Collectors.joining("\n"));
    if (Boolean.getBoolean("ldp.docs.write")) {
      Files.writeString(CARDS, cards);
    }
    assertEquals(cards, Files.readString(CARDS));
  }

  @Test
  void index_listsEveryFamilyAndNoOther() throws IOException {
    String index = Files.readString(PAGE);
    List<String> listed = index.lines().filter(line -> line.startsWith("| `")).toList();
    List<String> expected =
        Datasets.all().stream()
            .map(
                family ->
                    "| `%s` | %s |".formatted(Datasets.find(family.name()), family.description()))
            .toList();
    assertEquals(expected, listed);
    assertFalse(expected.isEmpty());
  }

  @Test
  void index_quotesARowAsItIs() throws IOException {
    String spec = "zipf(k=256,s=1.1)";
    String quote =
        "`Datasets.find(\"%s\").row(1, 0)` is `%s`"
            .formatted(spec, Arrays.toString(Datasets.find(spec).row(1, 0)));
    assertTrue(Files.readString(PAGE).contains(quote), quote);
  }

  /** The part of a card that only says what the code says. */
  static String tables(GeneratorFamily family) {
    Generator generator = Datasets.find(family.name());
    List<List<String>> parameters = new ArrayList<>();
    parameters.add(List.of("parameter", "meaning", "must be", "default"));
    for (GeneratorParameter p : family.parameters()) {
      parameters.add(List.of(p.name(), p.meaning(), p.range(), p.text(p.byDefault())));
    }
    List<List<String>> columns = new ArrayList<>();
    columns.add(
        List.of(
            "column",
            "type",
            "meaning",
            "first rows",
            "mean",
            "standard deviation",
            "5 %",
            "50 %",
            "95 %",
            "likeliest"));
    for (Column column : generator.columns()) {
      List<String> cells =
          LongStream.range(0, 3).mapToObj(row -> text(column.value(1, row))).toList();
      List<String> says = new ArrayList<>(List.of(column.name(), column.type().toString()));
      says.addAll(List.of(column.meaning(), String.join(", ", cells)));
      says.addAll(truth(column));
      columns.add(says);
    }
    return markdown(parameters)
        + "\n"
        + markdown(columns)
        + (generator.partitionColumns().isEmpty()
            ? ""
            : "\nPartitioned by " + String.join(", ", generator.partitionColumns()) + ".\n");
  }

  private static List<String> truth(Column column) {
    List<String> cells = new ArrayList<>();
    if (column.truth() instanceof Truth.Unique) {
      cells.addAll(List.of("", "", "", "", "", "no value twice"));
      return cells;
    }
    if (column.truth() instanceof Truth.Numeric truth) {
      cells.add(digits(truth.mean()));
      cells.add(digits(Math.sqrt(truth.variance())));
      for (double p : new double[] {0.05, 0.5, 0.95}) {
        cells.add(digits(truth.quantile(p)));
      }
    } else {
      cells.addAll(Collections.nCopies(5, ""));
    }
    cells.add(column.truth() instanceof Truth.Categorical truth ? likeliest(truth) : "");
    return cells;
  }

  private static String likeliest(Truth.Categorical truth) {
    double[] probabilities = truth.probabilities();
    if (Arrays.stream(probabilities).max().equals(Arrays.stream(probabilities).min())) {
      return "all " + probabilities.length + " equal: " + digits(probabilities[0]);
    }
    List<Integer> byProbability =
        IntStream.range(0, probabilities.length)
            .boxed()
            .sorted((i, j) -> Double.compare(probabilities[j], probabilities[i]))
            .limit(3)
            .toList();
    return String.join(
        ", ",
        byProbability.stream()
            .map(i -> truth.values().get(i) + ": " + digits(probabilities[i]))
            .toList());
  }

  private static String digits(double x) {
    return new BigDecimal(x).round(new MathContext(5)).stripTrailingZeros().toPlainString();
  }

  /** Numbers to six places: the page shows the row, the digests of GeneratorTest pin its bits. */
  private static String text(Object cell) {
    return cell instanceof Double x
        ? new BigDecimal(x).setScale(6, RoundingMode.HALF_EVEN).toPlainString()
        : cell.toString();
  }

  private static String markdown(List<List<String>> table) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < table.size(); row++) {
      text.append("| ").append(String.join(" | ", table.get(row))).append(" |\n");
      if (row == 0) {
        text.append("|---".repeat(table.get(0).size())).append("|\n");
      }
    }
    return text.toString();
  }
}
