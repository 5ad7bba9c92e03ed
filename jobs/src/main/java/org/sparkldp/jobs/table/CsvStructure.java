package org.sparkldp.jobs.table;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.csv.CSVExprUtils;
import org.apache.spark.util.SerializableConfiguration;
import org.sparkldp.protocols.check.Require;

/**
 * The quotes and fields of CSV files, looked at before anybody reads a value: Spark takes a quote
 * that is left open for a field that goes on, and so swallows people without a word. What it says
 * holds files, lines and counts, and no value.
 *
 * <p>A quote must be closed, and after it a delimiter or the line's end must follow. A field with a
 * line break is refused, too, unless somebody says that fields have some: nothing else tells it
 * from a quote that was left open until the next one.
 *
 * <p>Cost: one pass over the bytes, each file (or slice of one, where no field has a line break) by
 * a task, in constant memory.
 */
final class CsvStructure {
  private static final long SLICE = 64L << 20;

  /**
   * What a task finds, by place: lines, rows, the line of an open quote, 0 for none, and 1 for
   * another header.
   */
  private static final int LINES = 0;

  private static final int MALFORMED = 1;
  private static final int FLAW = 2;
  private static final int OTHER_HEADER = 3;

  private final SparkSession spark;
  private final Syntax syntax;
  private final SerializableConfiguration conf;

  /**
   * @param given options that somebody gave
   * @param all the same with the format's defaults
   */
  CsvStructure(SparkSession spark, Map<String, String> given, Map<String, String> all) {
    this.spark = spark;
    this.syntax = Syntax.of(given, all);
    this.conf = new SerializableConfiguration(spark.sessionState().newHadoopConf());
  }

  /**
   * Counts the rows that have not as many fields as the first row; refuses quotes that are left
   * open, and files whose headers differ.
   *
   * @param uris of the files
   * @param header that they must have; empty for the first file's
   */
  long malformed(String[] uris, String header) {
    try {
      First first = first(uris);
      List<Slice> slices = new ArrayList<>();
      for (String file : sorted(uris)) {
        slices.addAll(Slice.of(file, syntax, conf.value()));
      }
      return slices.isEmpty()
          ? 0
          : malformed(slices, header.isEmpty() ? first : new First(first.fields, header));
    } catch (IOException e) {
      throw new UncheckedIOException("the table's files must be readable", e);
    }
  }

  /**
   * The first row of the first file that has one.
   *
   * @param fields 0 where no file has rows
   * @param header the names in it as they are compared, without quotes, blanks around them and
   *     case; empty where rows have no header
   */
  record First(int fields, String header) implements Serializable {}

  /** The first row of the first file that has one. */
  First first(String[] uris) {
    try {
      for (String file : sorted(uris)) {
        Scan scan = Slice.whole(file).scan(syntax, conf.value(), new First(0, ""));
        if (scan.fields > 0) {
          return new First(scan.fields, scan.header);
        }
      }
      return new First(0, "");
    } catch (IOException e) {
      throw new UncheckedIOException("the table's files must be readable", e);
    }
  }

  private static String[] sorted(String[] uris) {
    String[] files = uris.clone();
    Arrays.sort(files);
    return files;
  }

  private long malformed(List<Slice> slices, First first) {
    Syntax read = syntax;
    SerializableConfiguration hadoop = conf;
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    List<long[]> found =
        context
            .parallelize(slices, Math.min(slices.size(), 8 * context.defaultParallelism()))
            .map(slice -> slice.scan(read, hadoop.value(), first).found)
            .collect();
    long malformed = 0;
    long lines = 0;
    for (int i = 0; i < found.size(); i++) {
      lines = slices.get(i).from == 0 ? 0 : lines;
      requireQuotes(slices.get(i), found.get(i)[FLAW], lines);
      // Spark reads all files by the first one's header, and would take hours for ages.
      Require.that(found.get(i)[OTHER_HEADER] == 0)
          .orRefuse(
              "the files of a folder of CSV must have the same header. Provided: %s with another"
                  + " first line than the first file's (it is not shown); give all files the same"
                  + " columns in the same order, or say --read header=false where none has a"
                  + " header.",
              slices.get(i).name());
      lines += found.get(i)[LINES];
      malformed += found.get(i)[MALFORMED];
    }
    return malformed;
  }

  private void requireQuotes(Slice slice, long flaw, long before) {
    if (flaw > 0) {
      throw new OpenQuote(
          Require.refusal(
              "a quote in a CSV must be closed%s, and be followed by a delimiter or the line's end, for"
                  + " an open one swallows the rows that follow. Provided: one that is not, opened in"
                  + " line %s of %s (the line is not shown); mend it%s.",
              syntax.hasBreaks ? "" : " in its line",
              before + flaw,
              slice.name(),
              syntax.hasBreaks
                  ? ""
                  : ", or where fields have line breaks say --read multiLine=true (read { multiLine ="
                      + " true } in the plan), or --read quote= where quotes mean nothing"));
    }
  }

  /** Refuses a quote that is left open. */
  static final class OpenQuote extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    OpenQuote(IllegalArgumentException refusal) {
      super(refusal.getMessage(), refusal);
    }
  }

  /**
   * How a file is read.
   *
   * @param charset in which characters are compared; bytes where that makes no difference
   * @param quote 0 for none
   * @param escape of a quote in quotes, perhaps the quote itself
   * @param comment 0 for none
   * @param lineEnd the only one; empty for any of the three
   * @param isTrimmed whether blanks before a quote are no part of a field
   * @param hasBreaks whether a field may have line breaks
   * @param skipsBlank whether a line of blanks is no row
   * @param hasHeader whether the first row names the columns
   */
  private record Syntax(
      String charset,
      String delimiter,
      char quote,
      char escape,
      char comment,
      String lineEnd,
      boolean isTrimmed,
      boolean hasBreaks,
      boolean skipsBlank,
      boolean hasHeader)
      implements Serializable {
    /** Of which each byte below 128 is that character, and no part of another. */
    private static final Set<Charset> BYTES =
        Set.of(StandardCharsets.UTF_8, StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1);

    static Syntax of(Map<String, String> given, Map<String, String> all) {
      Charset charset = Charset.forName(all.getOrDefault("encoding", "UTF-8"));
      boolean isBytes = BYTES.contains(charset) || charset.name().startsWith("windows-125");
      boolean isLines = !Boolean.parseBoolean(all.get("multiLine"));
      String delimiter = CSVExprUtils.toDelimiterStr(all.getOrDefault("delimiter", ","));
      return new Syntax(
          isBytes ? StandardCharsets.ISO_8859_1.name() : charset.name(),
          isBytes
              ? new String(delimiter.getBytes(charset), StandardCharsets.ISO_8859_1)
              : delimiter,
          first(all.get("quote")),
          first(all.get("escape")),
          first(all.get("comment")),
          all.getOrDefault("lineSep", ""),
          Boolean.parseBoolean(all.get("ignoreLeadingWhiteSpace")),
          Boolean.parseBoolean(given.get("multiLine")),
          isLines,
          Boolean.parseBoolean(all.get("header")));
    }

    private static char first(String text) {
      return text == null || text.isEmpty() || text.equals("\\u0000") ? '\0' : text.charAt(0);
    }

    boolean isBytes() {
      return charset.equals(StandardCharsets.ISO_8859_1.name());
    }
  }

  /**
   * Some lines of a file: those that begin in a range of its bytes.
   *
   * @param to the range's end; the file's own where it is not cut
   */
  private record Slice(String file, long from, long to) implements Serializable {

    /** The file's, without its folders: values may name them. */
    String name() {
      return new Path(URI.create(file)).getName();
    }

    static Slice whole(String file) {
      return new Slice(file, 0, Long.MAX_VALUE);
    }

    static List<Slice> of(String file, Syntax syntax, Configuration conf) throws IOException {
      Path path = new Path(URI.create(file));
      boolean isCut = syntax.isBytes() && !syntax.hasBreaks && syntax.lineEnd.isEmpty();
      if (!isCut || new CompressionCodecFactory(conf).getCodec(path) != null) {
        return List.of(whole(file));
      }
      long length = path.getFileSystem(conf).getFileStatus(path).getLen();
      List<Slice> slices = new ArrayList<>();
      for (long from = 0; from < length; from += SLICE) {
        slices.add(new Slice(file, from, from + SLICE < length ? from + SLICE : Long.MAX_VALUE));
      }
      return slices;
    }

    /**
     * Looks at the lines.
     *
     * @param first how rows must be; without fields to look at the first row alone
     */
    Scan scan(Syntax syntax, Configuration conf, First first) throws IOException {
      Path path = new Path(URI.create(file));
      FileSystem files = path.getFileSystem(conf);
      CompressionCodec codec = new CompressionCodecFactory(conf).getCodec(path);
      try (FSDataInputStream raw = files.open(path)) {
        if (from > 0) {
          raw.seek(from - 1);
        }
        InputStream in = codec == null ? raw : codec.createInputStream(raw);
        try (Reader text =
            new InputStreamReader(
                new Lines(new BufferedInputStream(in, 1 << 16), from, to), syntax.charset)) {
          Scan scan = new Scan(text, syntax);
          scan.run(first, from == 0);
          return scan;
        }
      }
    }
  }

  /** The bytes of whole lines: from after the first line end at the start to one at the end. */
  private static final class Lines extends FilterInputStream {
    private final long to;
    private long at;
    private boolean isOver;

    Lines(InputStream in, long from, long to) throws IOException {
      super(in);
      this.to = to;
      this.at = Math.max(0, from - 1);
      if (from > 0) {
        int next = 0;
        while (next >= 0 && next != '\n') {
          next = in.read();
          at++;
        }
        isOver = next < 0 || at > to - 1;
      }
    }

    @Override
    public int read() throws IOException {
      int next = isOver ? -1 : in.read();
      isOver = next < 0 || (next == '\n' && at >= to - 1);
      at++;
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (at < to - 1 && !isOver) {
        int many = in.read(bytes, offset, (int) Math.min(length, to - 1 - at));
        at += Math.max(0, many);
        return many;
      }
      int many = 0;
      for (int next; many < length && (next = read()) >= 0; many++) {
        bytes[offset + many] = (byte) next;
      }
      return many == 0 && length > 0 ? -1 : many;
    }
  }

  /** One pass over text. */
  private static final class Scan {
    private final Reader in;
    private final Syntax syntax;
    private final char firstOfDelimiter;
    private final char firstOfEnd;
    private final char[] buffer = new char[1 << 16];
    private int at;
    private int end;
    private boolean hasEnded;
    private int fields;
    private final long[] found = new long[4];
    private String header = "";

    /** What has left the buffer of a row that is kept, and where in the buffer its rest begins. */
    private StringBuilder kept;

    private int keptFrom;

    Scan(Reader in, Syntax syntax) {
      this.in = in;
      this.syntax = syntax;
      this.firstOfDelimiter = syntax.delimiter.charAt(0);
      this.firstOfEnd = syntax.lineEnd.isEmpty() ? '\n' : syntax.lineEnd.charAt(0);
    }

    void run(First first, boolean isStart) throws IOException {
      if (isStart) {
        skip("\ufeff");
        skip("\u00ef\u00bb\u00bf");
      }
      boolean isHeader = isStart && syntax.hasHeader;
      while (found[FLAW] == 0 && has(1)) {
        if (endsLine()) {
          continue;
        }
        if (syntax.comment != 0 && buffer[at] == syntax.comment) {
          skipLine();
          continue;
        }
        kept = isHeader ? new StringBuilder() : null;
        keptFrom = at;
        if (row() && syntax.skipsBlank) {
          fields = 0;
          continue;
        }
        if (isHeader) {
          header = names(kept.append(buffer, keptFrom, at - keptFrom).toString());
          kept = null;
          isHeader = false;
          found[OTHER_HEADER] = first.header.isEmpty() || header.equals(first.header) ? 0 : 1;
        }
        if (first.fields == 0) {
          return;
        }
        found[MALFORMED] += fields == first.fields ? 0 : 1;
      }
    }

    /** The names in a header, as they are compared. */
    private String names(String line) {
      String whole =
          line.endsWith(syntax.lineEnd)
              ? line.substring(0, line.length() - syntax.lineEnd.length())
              : line;
      return CsvHeader.cells(whole, syntax.delimiter, syntax.quote).stream()
          .map(cell -> CsvHeader.unquoted(cell.strip(), syntax.quote).strip())
          .collect(Collectors.joining("\n"))
          .toLowerCase(Locale.ROOT);
    }

    /** Passes over a row and its end; whether it was of blanks alone. */
    private boolean row() throws IOException {
      boolean isBlank = true;
      fields = 1;
      while (true) {
        while (syntax.isTrimmed && has(1) && isBlank(buffer[at]) && !isAt(syntax.delimiter)) {
          at++;
        }
        if (syntax.quote != 0 && has(1) && buffer[at] == syntax.quote) {
          isBlank = false;
          quoted();
          if (found[FLAW] > 0) {
            return false;
          }
        } else {
          isBlank &= plain();
        }
        if (!has(1) || endsLine()) {
          return isBlank;
        }
        at += syntax.delimiter.length();
        fields++;
      }
    }

    /** Passes over a field without quotes; whether it was of blanks alone. */
    private boolean plain() throws IOException {
      boolean isBlank = true;
      while (has(1)) {
        char c = buffer[at];
        if ((c == firstOfDelimiter && isAt(syntax.delimiter)) || isEnd(c)) {
          return isBlank;
        }
        isBlank &= c <= ' ';
        at++;
      }
      return isBlank;
    }

    /** Passes over a field in quotes. */
    private void quoted() throws IOException {
      long opened = found[LINES] + 1;
      at++;
      while (has(1)) {
        char c = buffer[at];
        if (c == syntax.escape && has(2) && isEscaped(buffer[at + 1])) {
          at += 2;
        } else if (c == syntax.quote) {
          at++;
          while (has(1) && isBlank(buffer[at]) && !isAt(syntax.delimiter)) {
            at++;
          }
          boolean isClosed = !has(1) || isEnd(buffer[at]) || isAt(syntax.delimiter);
          found[FLAW] = isClosed ? 0 : opened;
          return;
        } else if (isEnd(c)) {
          if (!syntax.hasBreaks) {
            break;
          }
          endsLine();
        } else {
          at++;
        }
      }
      found[FLAW] = opened;
    }

    private boolean isEscaped(char next) {
      return next == syntax.quote || (syntax.escape != syntax.quote && next == syntax.escape);
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }

    /** Whether a line ends here. */
    private boolean isEnd(char c) throws IOException {
      return c == firstOfEnd ? isAt(syntax.lineEnd) : c == '\r' && syntax.lineEnd.isEmpty();
    }

    /** Passes over a line's end, if it is one. */
    private boolean endsLine() throws IOException {
      if (!isEnd(buffer[at])) {
        return false;
      }
      boolean isPair = buffer[at] == '\r' && has(2) && buffer[at + 1] == '\n';
      // Not in one with has(), which moves what at counts from.
      at += syntax.lineEnd.isEmpty() ? isPair ? 2 : 1 : syntax.lineEnd.length();
      found[LINES]++;
      return true;
    }

    private void skipLine() throws IOException {
      while (has(1) && !endsLine()) {
        at++;
      }
    }

    private void skip(String text) throws IOException {
      if (has(1) && isAt(text)) {
        at += text.length();
      }
    }

    /** Whether the text stands here. */
    private boolean isAt(String text) throws IOException {
      if (text.length() == 1) {
        return buffer[at] == text.charAt(0);
      }
      if (!has(text.length())) {
        return false;
      }
      for (int i = 0; i < text.length(); i++) {
        if (buffer[at + i] != text.charAt(i)) {
          return false;
        }
      }
      return true;
    }

    /** Whether so many characters are left; then they are in the buffer. */
    private boolean has(int many) throws IOException {
      while (end - at < many && !hasEnded) {
        if (kept != null) {
          kept.append(buffer, keptFrom, at - keptFrom);
          keptFrom = 0;
        }
        System.arraycopy(buffer, at, buffer, 0, end - at);
        end -= at;
        at = 0;
        int read = in.read(buffer, end, buffer.length - end);
        hasEnded = read < 0;
        end += Math.max(0, read);
      }
      return end - at >= many;
    }
  }
}
