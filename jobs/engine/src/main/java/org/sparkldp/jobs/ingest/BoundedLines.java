package org.sparkldp.jobs.ingest;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.LineReader;

/**
 * Lines of files that anybody may have written, with the byte at which each begins. Of a line that
 * is too long the beginning is kept, one byte more than allowed, and the line still counts as one
 * (if it is beyond a gigabyte, as several): Hadoop's own format would leave it out, or hold all of
 * it.
 */
public final class BoundedLines extends FileInputFormat<LongWritable, Text> {
  /** In the configuration: bytes of a line at most. */
  static final String MOST = "ldp.ingest.line.bytes";

  /** The byte order mark, with which some programs begin a text. */
  private static final String MARK = "\ufeff";

  private static final int BUFFER = 1 << 17;

  /** Bytes of a line that are looked at together. */
  private static final int AT_ONCE = 1 << 30;

  /** Bytes of a compressed file, for each of its own: an envelope's id alone takes one in 15. */
  private static final long MOST_TIMES = 100;

  /** Bytes that a compressed file may hold in any case: of one report sent again and again. */
  private static final long ANYHOW = 1 << 26;

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return !EnvelopeFiles.isZipped(file);
  }

  @Override
  public RecordReader<LongWritable, Text> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new BoundedRecordReader();
  }

  /**
   * Reads the lines that begin in a part of a file, except at its very first byte but of a file.
   */
  private static final class BoundedRecordReader extends RecordReader<LongWritable, Text> {
    private final LongWritable key = new LongWritable();
    private final Text value = new Text();
    private LineReader lines;
    private int most;
    private long end;
    private long position; // of the next line

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration configuration = context.getConfiguration();
      FileSplit part = (FileSplit) split;
      Path file = part.getPath();
      most = configuration.getInt(MOST, 1 << 16);
      FSDataInputStream raw = file.getFileSystem(configuration).open(file);
      long start = part.getStart();
      end = start + part.getLength();
      if (EnvelopeFiles.isZipped(file)) {
        GzipCodec codec = new GzipCodec();
        codec.setConf(configuration);
        end = Long.MAX_VALUE;
        lines =
            new BoundedLineReader(
                file, codec.createInputStream(raw), ANYHOW + MOST_TIMES * part.getLength());
      } else {
        raw.seek(start);
        position = start;
        lines = new BoundedLineReader(file, raw, Long.MAX_VALUE);
        if (start > 0) { // the line that began before is of another part of the file
          position += lines.readLine(value, 0, (int) Math.min(AT_ONCE, end - start + 1));
        }
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      key.set(position);
      if (position <= end) {
        position += lines.readLine(value, most + 1, AT_ONCE);
        if (key.get() == 0 && value.toString().startsWith(MARK)) {
          value.set(value.toString().substring(1)); // a byte order mark is no part of an envelope
        }
      }
      return position > key.get();
    }

    @Override
    public LongWritable getCurrentKey() {
      return key;
    }

    @Override
    public Text getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return 0; // Spark does not ask
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  /** Lines end with a line feed; a file that breaks off, or never ends, fails under its name. */
  private static final class BoundedLineReader extends LineReader {
    private final Path file;
    private long left;

    BoundedLineReader(Path file, InputStream in, long bound) {
      super(in, BUFFER, new byte[] {'\n'});
      this.file = file;
      this.left = bound;
    }

    @Override
    protected int fillBuffer(InputStream in, byte[] buffer, boolean isInDelimiter) {
      int filled;
      try {
        filled = in.read(buffer);
      } catch (IOException | InternalError e) { // as decompressors say it
        throw EnvelopeFiles.broken(file, e);
      }
      left -= Math.max(0, filled);
      if (left < 0) {
        throw new IllegalStateException(
            String.format(
                "a compressed file must hold at most %s times its bytes. Provided path: %s, which"
                    + " holds more; nothing was counted, leave it out.",
                MOST_TIMES, file));
      }
      return filled;
    }
  }
}
