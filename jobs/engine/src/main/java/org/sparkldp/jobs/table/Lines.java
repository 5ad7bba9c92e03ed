package org.sparkldp.jobs.table;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.io.input.ReaderInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.util.LineReader;
import org.apache.spark.sql.execution.datasources.HadoopFileLinesReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Option;

/**
 * The lines of a file, or of a slice of one, as Hadoop cuts them: CR, LF and CRLF each end a line,
 * unless another end is given. A byte order mark at a file's start is no part of its first line.
 */
final class Lines implements AutoCloseable {
  private static final String MARK = "\ufeff";

  /** Gives the next line; null at the end. */
  private interface LineSource {
    Text next() throws IOException;
  }

  private final LineSource source;
  private final Closeable open;
  private final Charset charset;
  private boolean isFirst;
  private boolean isBad;

  private Lines(LineSource source, Closeable open, Charset charset, boolean isStart) {
    this.source = source;
    this.open = open;
    this.charset = charset;
    this.isFirst = isStart;
  }

  /**
   * A slice, or a whole file where its bytes cannot be cut.
   *
   * @param lineEnd the only one; empty for CR, LF and CRLF
   * @param isCut whether the slice may be a part of its file
   */
  static Lines open(
      PartitionedFile slice, String encoding, String lineEnd, boolean isCut, Configuration hadoop)
      throws IOException {
    if (!isCut) {
      return of(unpacked(slice.toPath(), hadoop), encoding, lineEnd);
    }
    Charset charset = Charset.forName(encoding);
    Option<byte[]> end =
        lineEnd.isEmpty() ? Option.empty() : Option.apply(lineEnd.getBytes(charset));
    HadoopFileLinesReader lines = new HadoopFileLinesReader(slice, end, hadoop);
    return new Lines(
        () -> lines.hasNext() ? lines.next() : null, lines, charset, slice.start() == 0);
  }

  /** All lines of some bytes. */
  static Lines of(InputStream bytes, String encoding, String lineEnd) throws IOException {
    InputStream in = bytes;
    Charset charset = Charset.forName(encoding);
    if (!areOfBytes(encoding)) {
      InputStreamReader text =
          new InputStreamReader(
              bytes, charset.newDecoder().onMalformedInput(CodingErrorAction.REPORT));
      charset = StandardCharsets.UTF_8;
      in = ReaderInputStream.builder().setReader(text).setCharset(charset).get();
    }
    LineReader lines =
        lineEnd.isEmpty() ? new LineReader(in) : new LineReader(in, lineEnd.getBytes(charset));
    Text line = new Text();
    return new Lines(() -> lines.readLine(line) == 0 ? null : line, lines, charset, true);
  }

  /** The bytes of a file, of one that is compressed those in it. */
  static InputStream unpacked(Path file, Configuration hadoop) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(file);
    InputStream raw = file.getFileSystem(hadoop).open(file);
    return codec == null ? raw : codec.createInputStream(raw);
  }

  /** Whether a line's end is the bytes CR and LF wherever they stand, so that files can be cut. */
  static boolean areOfBytes(String encoding) {
    return Arrays.equals("\r\n".getBytes(Charset.forName(encoding)), new byte[] {'\r', '\n'});
  }

  /** The next line; null at the end. */
  String next() throws IOException {
    Text line = source.next();
    if (line == null) {
      return null;
    }
    String text = new String(line.getBytes(), 0, line.getLength(), charset);
    isBad = text.indexOf('\ufffd') >= 0 && !isOf(charset, line);
    boolean isMarked = isFirst;
    isFirst = false;
    return isMarked ? withoutMark(text) : text;
  }

  /** A line without a byte order mark before it. */
  static String withoutMark(String line) {
    return line.startsWith(MARK) ? line.substring(1) : line;
  }

  private static boolean isOf(Charset charset, Text line) {
    try {
      charset.newDecoder().decode(ByteBuffer.wrap(line.getBytes(), 0, line.getLength()));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Whether the bytes of the line before were none of the encoding. */
  boolean isBad() {
    return isBad;
  }

  @Override
  public void close() {
    try {
      open.close();
    } catch (IOException e) {
      return; // of what has been read
    }
  }
}
