package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.sql.SparkTest;

/**
 * Of made-up folders, as somebody might deliver them, everybody is read who is there, or the file
 * that stands against it is named.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class FoldersTest {
  private static final String[] ENDS = {"\n", "\r\n", "\r"};

  /** What may be wrong with one of the files. */
  private enum Fault {
    NONE,
    HIDDEN,
    WITHOUT_COLUMN,
    BLANK_IN_NAME,
    TWICE,
    OPEN_QUOTE,
    FEWER_FIELDS,
    OTHER_BYTES,
    EMPTY,
    CUT,
    FOOTER,
    OTHER_TYPE,
    TWO_SPELLINGS
  }

  @RegisterExtension final Sandbox box = new Sandbox();

  /** A folder, and what is there. */
  private static final class Made {
    final Map<String, String> options = new TreeMap<>();
    String format = "csv";
    long people;
    String bad = "";
  }

  private static Made made(Path folder, Random random) throws IOException {
    Made made = new Made();
    made.format = random.nextInt(4) > 0 ? "csv" : random.nextBoolean() ? "jsonl" : "parquet";
    Charset charset =
        Charset.forName(new String[] {"UTF-8", "ISO-8859-1", "UTF-16LE"}[random.nextInt(3)]);
    if (!made.format.equals("csv")) {
      charset = Charset.forName("UTF-8");
    } else if (!charset.name().equals("UTF-8")) {
      made.options.put("encoding", charset.name());
    }
    int files = 1 + random.nextInt(3);
    Fault[] faults = Fault.values();
    Fault fault = random.nextBoolean() ? Fault.NONE : faults[random.nextInt(faults.length)];
    int bad = random.nextInt(files);
    String days = random.nextInt(3) == 0 ? "day=" + random.nextInt(9) : "";
    for (int i = 0; i < files; i++) {
      Fault own = i == bad ? fault : Fault.NONE;
      boolean isZipped = made.format.equals("csv") && random.nextInt(4) == 0;
      String name =
          (own == Fault.HIDDEN ? "_" : "") + "f" + i + "." + made.format + (isZipped ? ".gz" : "");
      Path file = Files.createDirectories(folder.resolve(days)).resolve(name);
      boolean isWrong =
          switch (made.format) {
            case "csv" -> csv(made, file, charset, isZipped, own, random);
            case "jsonl" -> json(made, file, own, random);
            default -> parquet(made, file, own, files > 1, random);
          };
      if (isWrong || own == Fault.HIDDEN) {
        made.bad = name;
      }
    }
    return made;
  }

  private static boolean csv(
      Made made, Path file, Charset charset, boolean isZipped, Fault fault, Random random)
      throws IOException {
    List<String> columns = new ArrayList<>(List.of("id", "v"));
    if (random.nextBoolean()) {
      columns.add("more");
    }
    Collections.shuffle(columns, random);
    List<String> names = new ArrayList<>(columns);
    if (random.nextInt(3) == 0) {
      names.replaceAll(String::toUpperCase);
    }
    int v = columns.indexOf("v");
    switch (fault) {
      case WITHOUT_COLUMN -> names.set(v, "other");
      case BLANK_IN_NAME -> names.set(v, names.get(v) + " ");
      case TWICE -> names.add("V");
      default -> {}
    }
    String header = String.join(",", names);
    boolean isMarked = random.nextInt(3) == 0 && charset.name().startsWith("UTF");
    StringBuilder text = new StringBuilder(isMarked ? "\ufeff" : "").append(header);
    int rows = 1 + random.nextInt(6);
    int at = random.nextInt(rows);
    for (int i = 0; i < rows; i++) {
      text.append(ENDS[random.nextInt(3)]);
      if (random.nextInt(6) == 0) {
        text.append(header).append(ENDS[random.nextInt(3)]);
      }
      String bytes = fault == Fault.OTHER_BYTES ? "\u00e4" : "";
      List<String> row = new ArrayList<>();
      for (String column : names) {
        row.add(column.equalsIgnoreCase("id") ? "p" + bytes + made.people : value(random));
      }
      if (i == at && fault == Fault.OPEN_QUOTE) {
        row.set(v, "\"red");
      }
      if (i == at && fault == Fault.FEWER_FIELDS) {
        row.remove(v);
      }
      text.append(String.join(",", row));
      made.people++;
    }
    if (fault == Fault.FOOTER) {
      List<String> row = new ArrayList<>(Collections.nCopies(names.size(), ""));
      row.set(columns.indexOf("id"), rows + " rows");
      text.append("\n").append(String.join(",", row));
    }
    text.append(random.nextBoolean() ? ENDS[random.nextInt(3)] : "");
    text.append(random.nextInt(4) == 0 ? "\u001a" : "");
    boolean isOtherBytes = fault == Fault.OTHER_BYTES && charset.name().equals("UTF-8");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = isZipped ? new GZIPOutputStream(bytes) : bytes) {
      out.write((text + "").getBytes(isOtherBytes ? Charset.forName("ISO-8859-1") : charset));
    }
    byte[] all = bytes.toByteArray();
    boolean isCut = fault == Fault.CUT && isZipped;
    boolean isEmpty = fault == Fault.EMPTY;
    Files.write(file, isEmpty ? new byte[0] : isCut ? Arrays.copyOf(all, all.length - 9) : all);
    return isOtherBytes
        || isCut
        || isEmpty
        || List.of(
                Fault.WITHOUT_COLUMN,
                Fault.BLANK_IN_NAME,
                Fault.TWICE,
                Fault.OPEN_QUOTE,
                Fault.FEWER_FIELDS,
                Fault.FOOTER)
            .contains(fault);
  }

  private static String value(Random random) {
    String[] values = {"", "red", "5\" pipe", " ", "\"a, b\"", "\"\"\"\"", "||"};
    return values[random.nextInt(values.length)];
  }

  private static boolean json(Made made, Path file, Fault fault, Random random) throws IOException {
    StringBuilder text = new StringBuilder();
    int rows = 2 + random.nextInt(5);
    for (int i = 0; i < rows; i++) {
      String key =
          fault == Fault.WITHOUT_COLUMN
              ? "other"
              : fault == Fault.TWO_SPELLINGS && i == 1
                  ? "V"
                  : fault == Fault.BLANK_IN_NAME ? "v " : "v";
      String value = i > 1 && random.nextInt(3) == 0 ? "" : ", \"" + key + "\": \"x\"";
      text.append("{\"id\": \"p").append(made.people++).append('"').append(value).append('}');
      text.append(i == 1 && fault == Fault.FEWER_FIELDS ? " {}" : "");
      text.append(ENDS[random.nextInt(3)]).append(random.nextInt(5) == 0 ? "\n" : "");
    }
    Files.writeString(file, text);
    return List.of(
            Fault.WITHOUT_COLUMN, Fault.TWO_SPELLINGS, Fault.BLANK_IN_NAME, Fault.FEWER_FIELDS)
        .contains(fault);
  }

  private static boolean parquet(
      Made made, Path file, Fault fault, boolean isOneOfSeveral, Random random) throws IOException {
    String v =
        fault == Fault.WITHOUT_COLUMN
            ? "'x' AS other"
            : fault == Fault.OTHER_TYPE ? "5 AS v" : "'x' AS v";
    int rows = 1 + random.nextInt(5);
    Path part0 = file.resolveSibling("." + file.getFileName() + ".made");
    spark()
        .range(made.people, made.people + rows, 1, 1)
        .selectExpr("'p' || id AS id", v, random.nextBoolean() ? "1 AS more" : "2 AS less")
        .write()
        .parquet(part0 + "");
    made.people += rows;
    try (var written = Files.list(part0)) {
      Path data = written.filter(path -> path.toString().endsWith(".parquet")).findFirst().get();
      byte[] bytes = Files.readAllBytes(data);
      boolean isCut = fault == Fault.CUT;
      Files.write(file, isCut ? Arrays.copyOf(bytes, bytes.length - 7) : bytes);
    }
    FileUtils.deleteDirectory(part0.toFile());
    return fault == Fault.CUT
        || (isOneOfSeveral && List.of(Fault.WITHOUT_COLUMN, Fault.OTHER_TYPE).contains(fault));
  }

  private interface Count {
    long of(Path folder, Made made);
  }

  private static long read(Path folder, Made made) {
    Wanted shown = Wanted.of(List.of("id"), Map.of("v", DataTypes.StringType), List.of());
    Wanted wanted =
        new Wanted(
            Set.of("id"),
            shown.shown(),
            shown.types(),
            List.of(),
            false,
            false,
            false,
            "",
            Days.ALL);
    Input input = new Input(folder + "/", made.options);
    TableFiles files = TableFiles.of(spark(), input);
    Inputs.CountedTable people =
        FileTable.of(spark(), input, files, files.format(), wanted).people();
    Columns.require(people.rows().schema(), List.of("id", "v"));
    assertEquals(people.counts().rows(), people.rows().select("id", "v").distinct().count());
    return people.counts().rows();
  }

  /** How many folders are read wrong, or refused without the name of the file. */
  private int wrong(int folders, long seed, Count count) throws IOException {
    Random random = new Random(seed);
    int wrong = 0;
    for (int i = 0; i < folders; i++) {
      Path folder = Files.createDirectories(box.at("made-" + i));
      Made made = made(folder, random);
      try {
        long found = count.of(folder, made);
        wrong += made.bad.isEmpty() && found == made.people ? 0 : 1;
        assertTrue(count != READ || wrong == 0, i + ": " + found + " of " + made.people + made.bad);
      } catch (IllegalArgumentException e) {
        // Of a column that no file has the table says that it lacks it.
        boolean isNamed =
            (!made.bad.isEmpty() && e.getMessage().contains(made.bad))
                || e.getMessage().contains("Missing: v; it has");
        assertTrue(count != READ || isNamed, i + ", " + made.bad + ": " + e.getMessage());
        wrong += isNamed ? 0 : 1;
      } catch (Exception e) {
        assertTrue(count != READ, i + ": " + e);
        wrong++;
      }
      box.delete("made-" + i);
    }
    return wrong;
  }

  private static final Count READ = FoldersTest::read;

  @Test
  @Tag("slow")
  void peopleReadArePeopleThereOrTheFileIsNamed() throws IOException {
    assertEquals(0, wrong(25, 52, READ));
  }

  @Test
  @Tag("long")
  void ofManyFolders() throws IOException {
    assertEquals(0, wrong(500, 5200, READ));
  }

  /** The twin: Spark's own readers. */
  @Test
  @Tag("slow")
  void sparksReadersLosePeople() throws IOException {
    Count ofSpark =
        (folder, made) ->
            (made.format.equals("csv")
                    ? spark().read().option("header", "true").options(made.options).csv(folder + "")
                    : made.format.equals("jsonl")
                        ? spark().read().json(folder + "")
                        : spark().read().parquet(folder + ""))
                .count();
    assertNotEquals(0, wrong(25, 52, ofSpark));
  }
}
