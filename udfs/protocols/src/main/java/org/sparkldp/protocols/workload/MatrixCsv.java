package org.sparkldp.protocols.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Reads a {@link MatrixWorkload} from comma-separated text, whose form is written there. Refuses a
 * line by its number.
 */
final class MatrixCsv {
  private MatrixCsv() {}

  static MatrixWorkload read(String text, int... attributes) {
    int n = Workload.domain(attributes);
    List<String> names = new ArrayList<>();
    List<Query> rows = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      int number = rows.size() + 1;
      List<String> cells = cells(line, number);
      boolean named = !isNumber(cells.get(0));
      if (number > 1 && named != !names.isEmpty()) {
        throw MatrixWorkload.refused(
            number,
            "must have a name exactly when the first one has",
            named ? "a name" : "no name",
            "name all rows or none");
      }
      if (cells.size() != (named ? n + 1 : n)) {
        throw MatrixWorkload.refused(
            number,
            "must have one number for each of the domain's " + n + " items",
            (cells.size() - (named ? 1 : 0)) + " numbers",
            "write a 0 where an item does not count");
      }
      if (named) {
        names.add(unquoted(cells.remove(0)));
      }
      rows.add(row(cells, number));
    }
    return new MatrixWorkload(names, rows, attributes);
  }

  private static Query row(List<String> cells, int number) {
    int[] items = new int[cells.size()];
    double[] weights = new double[cells.size()];
    int size = 0;
    for (int u = 0; u < items.length; u++) {
      if (!isNumber(cells.get(u))) {
        throw MatrixWorkload.refused(
            number,
            "must have a number for item " + u,
            "'" + cells.get(u) + "'",
            "only the first cell may be a name");
      }
      double entry = MatrixWorkload.checked(ProtocolSpec.number(cells.get(u)), number);
      if (entry != 0) {
        items[size] = u;
        weights[size++] = entry;
      }
    }
    return new Query(Arrays.copyOf(items, size), Arrays.copyOf(weights, size));
  }

  private static boolean isNumber(String cell) {
    try {
      ProtocolSpec.number(cell);
      return true;
    } catch (NumberFormatException notANumber) {
      return false;
    }
  }

  /** The cells of a line without the white space around them, a quoted one in its quotes. */
  private static List<String> cells(String line, int number) {
    List<String> cells = new ArrayList<>();
    int from = 0;
    boolean quoted = false;
    for (int at = 0; at <= line.length(); at++) {
      if (at == line.length() || (line.charAt(at) == ',' && !quoted)) {
        cells.add(line.substring(from, at).strip());
        from = at + 1;
      } else if (line.charAt(at) == '"') {
        quoted = !quoted;
      }
    }
    if (quoted) {
      throw MatrixWorkload.refused(
          number, "must close its quotes", "an open quote", "double quotes in a name");
    }
    return cells;
  }

  private static String unquoted(String cell) {
    return cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"")
        ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"")
        : cell;
  }
}
