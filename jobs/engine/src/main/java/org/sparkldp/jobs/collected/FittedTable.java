package org.sparkldp.jobs.collected;

import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.store.Run;
import org.sparkldp.jobs.store.RunRecord;
import org.sparkldp.jobs.store.Sum;
import org.sparkldp.jobs.table.Endings;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.sql.catalyst.Scala;
import org.sparkldp.tables.AskedTable;
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.Redraws;

/**
 * A collected table with its model, as it is stored: whoever reads it fits nothing again, and gets
 * the same bits.
 *
 * @param redraws what intervals of the model are made of; none where there was no time for them
 * @param notes what a reader of answers must know
 * @param spreads of each number the shares of its cells in the plan, of which only what they say
 *     within a cell is used; nothing of other attributes
 */
public record FittedTable(
    CollectedTable table,
    Model model,
    Optional<Redraws> redraws,
    List<String> notes,
    List<List<Double>> spreads) {
  /** The folder, below a run's, that holds it. */
  public static final String FOLDER = "collected";

  /** What was asked and answered, one row a table. */
  static final String ASKED = "tables";

  /** What the fits found, the model's first. */
  static final String FITS = "fits";

  /** As many as an afternoon's questions are about. */
  private static final int MOST_KEPT = 4;

  private static final StructType ASKED_TYPE =
      StructType.fromDDL("number INT, chosen BOOLEAN, asked STRING");

  private static final StructType FITS_TYPE =
      StructType.fromDDL(
          "number INT, potentials ARRAY<ARRAY<DOUBLE>>, outside ARRAY<ARRAY<DOUBLE>>, done BOOLEAN");

  public FittedTable {
    notes = List.copyOf(notes);
    spreads = spreads.stream().map(List::copyOf).toList();
  }

  /** How people are spread within the cells of a number. */
  Density density(int attribute) {
    return Density.of(
        table.schema().attributes().get(attribute).plannedEdges(),
        spreads.get(attribute).stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** What a run says of it. */
  private record CollectedRecord(
      String command,
      String plan,
      long reports,
      TableSchema schema,
      double epsilon,
      double people,
      List<String> notes,
      List<List<Double>> spreads,
      Map<String, Sum> sums) {}

  /**
   * Writes it, in place of one that is there.
   *
   * @param plan the fingerprint of what people were asked
   */
  public Run write(SparkSession spark, Output output, Output.Beside beside, String plan) {
    Dataset<Row> asked = spark.createDataFrame(askedRows(), ASKED_TYPE).coalesce(1);
    Dataset<Row> fits = spark.createDataFrame(fitRows(), FITS_TYPE).coalesce(1);
    return output
        .replace(
            ASKED,
            beside,
            staging -> {
              asked.write().parquet(staging + "/" + ASKED);
              fits.write().parquet(staging + "/" + FITS);
              return Output.WriteResult.of(
                  new CollectedRecord(
                      "collect",
                      plan,
                      Math.round(table.asked().stream().mapToDouble(AskedTable::people).sum()),
                      table.schema(),
                      table.epsilon(),
                      table.people(),
                      notes,
                      spreads,
                      Map.of(ASKED, sum(asked), FITS, sum(fits))),
                  true);
            })
        .orElseThrow()
        .run()
        .orElseThrow();
  }

  /**
   * Answers SQL over the table {@code people}: a row for each group and measure, with an interval.
   */
  public Dataset<Row> ask(SparkSession spark, String sql) {
    return TableAnswers.of(spark, this, sql);
  }

  /**
   * Synthetic people, who cost no epsilon.
   *
   * @param rows of each copy
   * @param copies 0 for one table without a column {@code copy}, whose rows carry no error; else so
   *     many tables, each of a redrawn fit
   */
  public Dataset<Row> synthesize(SparkSession spark, long rows, int copies, long seed) {
    return SyntheticTable.of(spark, this, rows, copies, seed);
  }

  /**
   * Writes rows as a new table: of the catalogue by its name, or a new folder, whose ending says
   * the format; Parquet where it says none.
   */
  public static void writeRows(Dataset<Row> rows, String output) {
    if (!Inputs.isPath(output)) {
      rows.write().saveAsTable(output);
      return;
    }
    String ending = Endings.of(output).orElse("");
    DataFrameWriter<Row> writer = rows.write();
    switch (ending) {
      case ".csv" -> Inputs.rfc4180(writer).csv(output);
      case ".json", ".jsonl" -> writer.json(output);
      case ".orc" -> writer.orc(output);
      default -> writer.parquet(output);
    }
  }

  /**
   * Writes each asked table as CSV, named by its number and columns: for each cell these and then
   * {@code count}, unbiased and of all people, as dpsynth and others take marginals that were
   * measured elsewhere. An end that two cells share is one row: they take no cell twice.
   */
  public void writeTables(SparkSession spark, String folder) {
    TableSchema schema = table.schema();
    int number = 0;
    for (AskedTable asked : table.asked()) {
      int[] attributes = asked.attributes();
      int[][] groups = asked.groups();
      StructType type = new StructType();
      for (int a : attributes) {
        type = type.add(schema.attributes().get(a).name(), DataTypes.StringType);
      }
      type = type.add("count", DataTypes.DoubleType);
      Map<List<String>, Double> counts = new LinkedHashMap<>();
      double[] shares = asked.shares();
      for (int cell = 0; cell < shares.length; cell++) {
        String[] row = new String[attributes.length];
        int rest = cell;
        for (int i = attributes.length - 1; i >= 0; i--) {
          int[] group = groups[i];
          int count = Arrays.stream(group).max().orElseThrow() + 1;
          int at = rest % count;
          rest /= count;
          TableAttribute attribute = schema.attributes().get(attributes[i]);
          row[i] =
              IntStream.range(0, group.length)
                  .filter(level -> group[level] == at)
                  .mapToObj(attribute::levelLabel)
                  .distinct()
                  .collect(Collectors.joining(" or "));
        }
        counts.merge(List.of(row), shares[cell] * table.people(), Double::sum);
      }
      List<Row> rows = new ArrayList<>();
      counts.forEach(
          (levels, count) -> {
            List<Object> row = new ArrayList<>(levels);
            row.add(count);
            rows.add(RowFactory.create(row.toArray()));
          });
      String name =
          Arrays.stream(attributes)
              .mapToObj(a -> schema.attributes().get(a).name())
              .collect(Collectors.joining("_"));
      boolean isWhole = Arrays.stream(groups).allMatch(FittedTable::isIdentity);
      Inputs.rfc4180(spark.createDataFrame(rows, type).coalesce(1).write())
          .csv("%s/%02d_%s%s".formatted(folder, ++number, name, isWhole ? "" : "_coarse"));
    }
  }

  private static boolean isIdentity(int[] group) {
    return IntStream.range(0, group.length).allMatch(level -> group[level] == level);
  }

  private static Sum sum(Dataset<Row> rows) {
    return Sum.read(rows.agg(Sum.of(Sum.word(rows.schema()))).head().get(0));
  }

  private List<Row> askedRows() {
    List<AskedTable> all = table.asked();
    return IntStream.range(0, all.size())
        .mapToObj(i -> RowFactory.create(i, i < table.chosen().size(), RunRecord.text(all.get(i))))
        .toList();
  }

  private List<Row> fitRows() {
    List<Model.FoundModel> all = new ArrayList<>(List.of(model.found()));
    redraws.ifPresent(fits -> all.addAll(fits.found()));
    List<Row> rows = new ArrayList<>();
    for (Model.FoundModel found : all) {
      rows.add(RowFactory.create(rows.size(), found.potentials(), found.outside(), found.isDone()));
    }
    return rows;
  }

  /** Tables that this program has read, by their folders, the last ones asked. */
  private static final Map<String, Kept> KEPT =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
              return size() > MOST_KEPT;
            }
          });

  private record Kept(List<Run> runs, SoftReference<FittedTable> table) {}

  /**
   * Reads what {@link #write} has written; what was read before, and has the same record with the
   * sums of its rows, is taken from memory.
   *
   * @param folder it, or that of a run or of estimates below which it lies
   */
  public static FittedTable read(SparkSession spark, String folder) {
    Output output = place(spark, folder);
    List<Run> runs = output.require(ASKED);
    Kept kept = KEPT.get(output.toString());
    FittedTable table = kept != null && kept.runs.equals(runs) ? kept.table.get() : null;
    if (table == null) {
      table = read(output, runs);
      KEPT.put(output.toString(), new Kept(runs, new SoftReference<>(table)));
    }
    return table;
  }

  private static FittedTable read(Output output, List<Run> runs) {
    CollectedRecord record = runs.get(0).as(CollectedRecord.class);
    List<AskedTable> chosen = new ArrayList<>();
    List<AskedTable> others = new ArrayList<>();
    for (Row row : rows(output, ASKED, runs)) {
      (row.getBoolean(1) ? chosen : others).add(RunRecord.of(row.getString(2), AskedTable.class));
    }
    CollectedTable table =
        new CollectedTable(record.schema, record.epsilon, record.people, chosen, others);
    List<Model.FoundModel> found = new ArrayList<>();
    for (Row row : rows(output, FITS, runs)) {
      found.add(new Model.FoundModel(arrays(row, 1), arrays(row, 2), row.getBoolean(3)));
    }
    Model model =
        Model.of(
            table.schema().domain(),
            chosen,
            others,
            table.schema().empty(),
            CollectedTable.CELLS,
            found.get(0));
    Optional<Redraws> redraws =
        found.size() == 1
            ? Optional.empty()
            : Optional.of(new Redraws(model, found.subList(1, found.size())));
    return new FittedTable(table, model, redraws, record.notes, record.spreads);
  }

  private static Output place(SparkSession spark, String folder) {
    String estimated = folder + "/estimated";
    for (int round = 1; new Output(spark, folder + "/round-" + round).exists(); round++) {
      estimated = folder + "/round-" + round + "/estimated";
    }
    for (String above : List.of(folder, estimated)) {
      Output found = new Output(spark, above + "/" + FOLDER);
      if (found.exists()) {
        return found;
      }
    }
    return new Output(spark, folder).requireNoFile();
  }

  private static List<Row> rows(Output output, String name, List<Run> runs) {
    List<Row> rows = output.readWithWords(name, runs).collectAsList();
    long words = 0;
    for (Row row : rows) {
      words ^= row.<Long>getAs(Sum.WORD);
    }
    Sum.of(rows.size(), words).require(name, runs);
    return rows.stream().sorted(Comparator.comparingInt(row -> row.getInt(0))).toList();
  }

  private static double[][] arrays(Row row, int column) {
    return Scala.list(row.<scala.collection.Seq<scala.collection.Seq<Double>>>getAs(column))
        .stream()
        .map(each -> Scala.list(each).stream().mapToDouble(Double::doubleValue).toArray())
        .toArray(double[][]::new);
  }
}
