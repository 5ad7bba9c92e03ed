package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;

/** Files whose first bytes say that they are no text, whatever their names say. */
final class Packed {
  private static final Map<String, String> KINDS =
      Map.of(
          "\u001f\u008b", "compressed by gzip; name it .gz",
          "BZh", "compressed by bzip2; name it .bz2",
          "PK\u0003\u0004", "a .zip or .xlsx; unpack it",
          "\u00fd7zXZ", "compressed by xz; unpack it",
          "(\u00b5/\u00fd", "compressed by zstd; unpack it",
          "PAR1", "Parquet; say --read format=parquet",
          "ORC", "ORC; say --read format=orc");

  private Packed() {}

  /** What a file is; empty for a text, or one whose name says how to unpack it. */
  static String kind(Path file, Configuration hadoop) throws IOException {
    if (new CompressionCodecFactory(hadoop).getCodec(file) != null) {
      return "";
    }
    byte[] start;
    try (InputStream in = file.getFileSystem(hadoop).open(file)) {
      start = in.readNBytes(6);
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    return KINDS.entrySet().stream()
        .filter(kind -> text.startsWith(kind.getKey()))
        .filter(kind -> !kind.getKey().equals("ORC") || file.getName().endsWith(".orc"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }
}
