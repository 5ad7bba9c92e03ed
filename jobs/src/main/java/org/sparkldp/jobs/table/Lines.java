package org.sparkldp.jobs.table;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.spark.sql.execution.datasources.HadoopFileLinesReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Option;

/**
 * The lines of a file, or of a slice of one: CR, LF and CRLF each end a line, unless another end is
 * given. A byte order mark at a file's start is no part of its first line.
 */
abstract class Lines implements AutoCloseable {
  private static final String MARK = "\ufeff";

  private boolean isFirst;

  /**
   * A slice as Hadoop cuts it, or a whole file where its bytes cannot be cut.
   *
   * @param lineEnd the only one; empty for CR, LF and CRLF
   * @param isCut whether the slice may be a part of its file
   */
  static Lines open(
      PartitionedFile slice, String charset, String lineEnd, boolean isCut, Configuration hadoop)
      throws IOException {
    if (!isCut) {
      return whole(slice.toPath(), charset, lineEnd, hadoop);
    }
    Option<byte[]> end =
        lineEnd.isEmpty()
            ? Option.empty()
            : Option.apply(lineEnd.getBytes(Charset.forName(charset)));
    return new OfBytes(new HadoopFileLinesReader(slice, end, hadoop), charset, slice.start() == 0);
  }

  /** A whole file, line by line. */
  static Lines whole(Path file, String charset, String lineEnd, Configuration hadoop)
      throws IOException {
    return of(
        new InputStreamReader(
            unpacked(file, hadoop),
            Charset.forName(charset).newDecoder().onMalformedInput(CodingErrorAction.REPORT)),
        lineEnd);
  }

  /** A text, line by line. */
  static Lines of(Reader text, String lineEnd) {
    return new OfText(text, lineEnd);
  }

  /** The bytes of a file, of one that is compressed those in it. */
  static InputStream unpacked(Path file, Configuration hadoop) throws IOException {
    CompressionCodec codec = new CompressionCodecFactory(hadoop).getCodec(file);
    InputStream raw = file.getFileSystem(hadoop).open(file);
    return codec == null ? raw : codec.createInputStream(raw);
  }

  /** Whether a line's end is the bytes CR and LF wherever they stand, so that files can be cut. */
  static boolean areOfBytes(String charset) {
    return Arrays.equals("\r\n".getBytes(Charset.forName(charset)), new byte[] {'\r', '\n'});
  }

  private Lines(boolean isStart) {
    isFirst = isStart;
  }

  /** The next line; null at the end. */
  final String next() throws IOException {
    String line = read();
    if (isFirst && line != null) {
      isFirst = false;
      return withoutMark(line);
    }
    return line;
  }

  /** A line without a byte order mark before it. */
  static String withoutMark(String line) {
    return line.startsWith(MARK) ? line.substring(1) : line;
  }

  abstract String read() throws IOException;

  /** Whether the bytes of the line before were none of the encoding. */
  abstract boolean isBad();

  /** What stood between the line before and the next one. */
  abstract String end();

  @Override
  public abstract void close();

  /** Of a slice that Hadoop cuts. */
  private static final class OfBytes extends Lines {
    private final HadoopFileLinesReader lines;
    private final Charset charset;
    private boolean isBad;

    OfBytes(HadoopFileLinesReader lines, String charset, boolean isStart) {
      super(isStart);
      this.lines = lines;
      this.charset = Charset.forName(charset);
    }

    @Override
    String read() {
      if (!lines.hasNext()) {
        return null;
      }
      Text line = lines.next();
      String text = new String(line.getBytes(), 0, line.getLength(), charset);
      isBad = text.indexOf('\ufffd') >= 0 && !isOf(charset, line);
      return text;
    }

    private static boolean isOf(Charset charset, Text line) {
      try {
        charset.newDecoder().decode(ByteBuffer.wrap(line.getBytes(), 0, line.getLength()));
        return true;
      } catch (CharacterCodingException e) {
        return false;
      }
    }

    @Override
    boolean isBad() {
      return isBad;
    }

    @Override
    String end() {
      return "\n";
    }

    @Override
    public void close() {
      lines.close();
    }
  }

  /** Of a text that is read from its start. */
  private static final class OfText extends Lines {
    private final Reader text;
    private final String lineEnd;
    private final StringBuilder line = new StringBuilder();
    private final char[] buffer = new char[1 << 14];
    private int at;
    private int length;
    private String end = "";

    OfText(Reader text, String lineEnd) {
      super(true);
      this.text = text;
      this.lineEnd = lineEnd;
    }

    @Override
    String read() throws IOException {
      line.setLength(0);
      end = "";
      while (peek() >= 0) {
        char c = buffer[at++];
        if (!lineEnd.isEmpty()) {
          line.append(c);
          int cut = line.length() - lineEnd.length();
          if (c == lineEnd.charAt(lineEnd.length() - 1)
              && cut >= 0
              && line.indexOf(lineEnd, cut) == cut) {
            end = lineEnd;
            return line.substring(0, cut);
          }
        } else if (c == '\n' || c == '\r') {
          end = "" + c;
          if (c == '\r' && peek() == '\n') {
            at++;
            end = "\r\n";
          }
          return line.toString();
        } else {
          line.append(c);
        }
      }
      return line.length() == 0 ? null : line.toString();
    }

    private int peek() throws IOException {
      if (at == length) {
        length = Math.max(0, text.read(buffer));
        at = 0;
      }
      return at < length ? buffer[at] : -1;
    }

    @Override
    boolean isBad() {
      return false;
    }

    @Override
    String end() {
      return end;
    }

    @Override
    public void close() {
      try {
        text.close();
      } catch (IOException e) {
        return; // of what has been read
      }
    }
  }
}
