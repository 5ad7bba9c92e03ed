package org.sparkldp.jobs.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.catalyst.csv.CSVInferSchema;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** Looks at CSV files: counts their rows as {@link CsvFiles} reads them, and types columns. */
public final class CsvLook extends FileLook {
  /** The option that names columns that are typed by what stands in them. */
  static final String TYPED = "ldp.typed";

  /** The option that names the column of ids. */
  static final String ID = "ldp.id";

  @Override
  protected boolean isCut(Map<String, String> options) {
    return CsvSyntax.of(options).isCut();
  }

  @Override
  protected Eye eye(Map<String, String> options) {
    CsvSyntax syntax = CsvSyntax.of(options);
    return (slice, hadoop, facts) -> {
      if (slice.start() == 0) {
        facts.broken = Packed.kind(slice.toPath(), hadoop);
      }
      if (!facts.broken.isEmpty()) {
        return;
      }
      Set<String> shown = CsvFiles.columns(options, CsvFiles.SHOWN);
      try (CsvRows rows = CsvFiles.open(slice, syntax, shown, hadoop, facts)) {
        look(rows, options, facts);
      }
    };
  }

  private static void look(CsvRows rows, Map<String, String> options, FileFacts facts)
      throws Exception {
    rows.header().forEach(name -> facts.fields.add(new FileFacts.Field(name, "")));
    int id = rows.place(options.getOrDefault(ID, ""));
    List<String> typed = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (String name : CsvFiles.columns(options, TYPED)) {
      int place = rows.place(name);
      if (place >= 0) {
        typed.add(name);
        places.add(place);
      }
    }
    CSVOptions texts = CsvFiles.texts(options);
    CSVInferSchema types = new CSVInferSchema(texts);
    DataType[] found = new DataType[typed.size()];
    Arrays.fill(found, DataTypes.NullType);
    while (rows.next()) {
      for (int i = 0; i < found.length; i++) {
        String text = rows.get(places.get(i));
        if (text != null) {
          found[i] = types.inferField(found[i], text);
        }
      }
    }
    facts.footer = rows.footer(id);
    for (int i = 0; i < found.length; i++) {
      facts.types.put(typed.get(i), found[i].json());
    }
  }

  /** One type for what two slices have; STRING where nothing stands. */
  static DataType merged(Map<String, String> options, List<String> types) {
    CSVInferSchema infer = new CSVInferSchema(CsvFiles.texts(options));
    DataType[] all = {DataTypes.NullType};
    for (String type : types) {
      all = infer.mergeRowTypes(all, new DataType[] {DataType.fromJson(type)});
    }
    return DataTypes.NullType.equals(all[0]) ? DataTypes.StringType : all[0];
  }
}
