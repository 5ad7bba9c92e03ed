package org.sparkldp.jobs.table;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/**
 * Looks at the footers of Parquet and ORC files: how many rows, and which columns of which type.
 */
public final class ColumnarLook extends FileLook {
  @Override
  protected boolean isCut(Map<String, String> options) {
    return false;
  }

  @Override
  protected Eye eye(Map<String, String> options) {
    boolean isOrc = TableFormat.ORC.named(options.get("ldp.format"));
    TreeSet<String> structs = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    structs.addAll(StructFields.structs(CsvFiles.columns(options, JsonLook.KEYS)));
    return (slice, hadoop, facts) -> {
      if (isOrc) {
        try (org.apache.orc.Reader file =
            OrcFile.createReader(slice.toPath(), OrcFile.readerOptions(hadoop))) {
          facts.rows = file.getNumberOfRows();
          List<String> names = file.getSchema().getFieldNames();
          List<TypeDescription> types = file.getSchema().getChildren();
          for (int i = 0; i < names.size(); i++) {
            facts.fields.add(new FileFacts.Field(names.get(i), types.get(i) + ""));
            inner(types.get(i), StructFields.quoted(names.get(i)), structs, facts);
          }
        }
      } else {
        try (ParquetFileReader file =
            ParquetFileReader.open(HadoopInputFile.fromPath(slice.toPath(), hadoop))) {
          facts.rows =
              file.getFooter().getBlocks().stream().mapToLong(BlockMetaData::getRowCount).sum();
          for (Type type : file.getFooter().getFileMetaData().getSchema().getFields()) {
            facts.fields.add(new FileFacts.Field(type.getName(), name(type)));
            inner(type, StructFields.quoted(type.getName()), structs, facts);
          }
        }
      }
    };
  }

  /** Adds the fields of a struct in which some that are wanted may lie. */
  private static void inner(
      TypeDescription type, String name, Set<String> structs, FileFacts facts) {
    if (structs.contains(name) && type.getCategory() == TypeDescription.Category.STRUCT) {
      for (int i = 0; i < type.getFieldNames().size(); i++) {
        TypeDescription field = type.getChildren().get(i);
        String path = name + "." + StructFields.quoted(type.getFieldNames().get(i));
        facts.fields.add(new FileFacts.Field(path, field + ""));
        inner(field, path, structs, facts);
      }
    }
  }

  private static void inner(Type type, String name, Set<String> structs, FileFacts facts) {
    if (structs.contains(name) && !type.isPrimitive() && type.getLogicalTypeAnnotation() == null) {
      for (Type field : type.asGroupType().getFields()) {
        String path = name + "." + StructFields.quoted(field.getName());
        facts.fields.add(new FileFacts.Field(path, name(field)));
        inner(field, path, structs, facts);
      }
    }
  }

  /**
   * What Spark makes of a column; of lists and structs writers differ in names that say nothing.
   */
  private static String name(Type type) {
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    if (!type.isPrimitive()) {
      return "group" + (meaning == null ? "" : " " + meaning);
    }
    PrimitiveTypeName stored = type.asPrimitiveType().getPrimitiveTypeName();
    boolean isTime =
        stored == PrimitiveTypeName.INT96
            || meaning instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
    return isTime ? "timestamp" : meaning == null ? stored + "" : stored + " " + meaning;
  }
}
