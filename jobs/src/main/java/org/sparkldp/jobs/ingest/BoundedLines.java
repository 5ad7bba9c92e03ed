package org.sparkldp.jobs.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Lines of files that anybody may have written, with the byte at which each begins. Of a line that
 * is too long the beginning is kept, one byte more than allowed, and the line still counts as one:
 * Hadoop's own reader would leave it out, or hold all of it.
 */
public final class BoundedLines extends FileInputFormat<LongWritable, BytesWritable> {
  /** In the configuration: bytes of a line at most. */
  static final String MOST = "ldp.ingest.line.bytes";

  private static final int BUFFER = 1 << 17;

  /** Bytes of a compressed file, for each of its own: an envelope's id alone takes one in 15. */
  private static final long MOST_TIMES = 100;

  /** Bytes that a compressed file may hold in any case: of one report sent again and again. */
  private static final long ANYHOW = 1 << 26;

  @Override
  protected boolean isSplitable(JobContext context, Path file) {
    return !EnvelopeFiles.isZipped(file);
  }

  @Override
  public RecordReader<LongWritable, BytesWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  /**
   * Reads the lines that begin in a part of a file, except at its very first byte but of a file.
   */
  private static final class Reader extends RecordReader<LongWritable, BytesWritable> {
    private final LongWritable key = new LongWritable();
    private final BytesWritable value = new BytesWritable();
    private final byte[] buffer = new byte[BUFFER];
    private byte[] line = new byte[1 << 10];
    private Path file;
    private InputStream in;
    private int most;
    private long start;
    private long end;
    private long bound = Long.MAX_VALUE;
    private long position; // of the next byte in the buffer
    private int next;
    private int filled;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration configuration = context.getConfiguration();
      FileSplit part = (FileSplit) split;
      file = part.getPath();
      most = configuration.getInt(MOST, 1 << 16);
      FSDataInputStream raw = file.getFileSystem(configuration).open(file);
      in = raw;
      start = part.getStart();
      end = start + part.getLength();
      if (EnvelopeFiles.isZipped(file)) {
        GzipCodec codec = new GzipCodec();
        codec.setConf(configuration);
        in = codec.createInputStream(raw);
        end = Long.MAX_VALUE;
        bound = ANYHOW + MOST_TIMES * part.getLength();
      } else if (start > 0) {
        raw.seek(start);
        position = start;
        skipLine();
      }
    }

    /** Leaves out the line that began before, as far as this part of the file goes. */
    private void skipLine() {
      while (position <= end && fill()) {
        position++;
        if (buffer[next++] == '\n') {
          return;
        }
      }
    }

    /** Whether there is a next byte in the buffer. */
    private boolean fill() {
      if (next == filled) {
        next = 0;
        try {
          filled = Math.max(0, in.read(buffer));
        } catch (IOException | InternalError e) { // as decompressors say it
          throw EnvelopeFiles.broken(file, e);
        }
        if (position > bound) {
          throw new IllegalStateException(
              String.format(
                  "a compressed file must hold at most %s times its bytes. Provided path: %s, which"
                      + " holds more; nothing was counted, leave it out.",
                  MOST_TIMES, file));
        }
      }
      return filled > 0;
    }

    @Override
    public boolean nextKeyValue() {
      if (position > end || !fill()) {
        return false;
      }
      key.set(position);
      int length = 0;
      boolean isWhole = false;
      while (!isWhole && fill()) {
        int from = next;
        while (next < filled && buffer[next] != '\n') {
          next++;
        }
        isWhole = next < filled;
        int kept = Math.min(next - from, most + 1 - length);
        if (length + kept > line.length) {
          line = Arrays.copyOf(line, Math.max(2 * line.length, length + kept));
        }
        System.arraycopy(buffer, from, line, length, kept);
        length += kept;
        next += isWhole ? 1 : 0;
        position += next - from;
      }
      value.set(new BytesWritable(line, length));
      return true;
    }

    @Override
    public LongWritable getCurrentKey() {
      return key;
    }

    @Override
    public BytesWritable getCurrentValue() {
      return value;
    }

    @Override
    public float getProgress() {
      return position <= start ? 0 : Math.min(1, (float) (position - start) / (end - start));
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
