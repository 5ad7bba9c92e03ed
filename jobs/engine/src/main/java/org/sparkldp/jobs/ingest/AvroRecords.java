package org.sparkldp.jobs.ingest;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.file.DataFileConstants;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.SeekableInput;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumReader;
import org.apache.avro.mapred.AvroKey;
import org.apache.avro.mapreduce.AvroKeyInputFormat;
import org.apache.avro.mapreduce.AvroKeyRecordReader;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/** Records of Avro files, of which a broken one fails under its name. */
public final class AvroRecords extends AvroKeyInputFormat<GenericRecord> {
  @Override
  public RecordReader<AvroKey<GenericRecord>, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new AvroKeyRecordReader<>(null) { // the file's own schema
      /** Avro takes a block that was cut off for the end; every whole file ends with its marker. */
      @Override
      protected DataFileReader<GenericRecord> createAvroFileReader(
          SeekableInput in, DatumReader<GenericRecord> records) throws IOException {
        DataFileReader<GenericRecord> reader = super.createAvroFileReader(in, records);
        reader.sync(0);
        if (!Arrays.equals(marker(in, reader.previousSync()), marker(in, in.length()))) {
          throw new EOFException("the last block is cut off");
        }
        return reader;
      }

      @Override
      public void initialize(InputSplit part, TaskAttemptContext of)
          throws IOException, InterruptedException {
        try {
          super.initialize(part, of);
        } catch (IOException | AvroRuntimeException e) {
          throw EnvelopeFiles.broken(((FileSplit) split).getPath(), e);
        }
      }

      @Override
      public boolean nextKeyValue() throws IOException, InterruptedException {
        try {
          return super.nextKeyValue();
        } catch (IOException | AvroRuntimeException e) {
          throw EnvelopeFiles.broken(((FileSplit) split).getPath(), e);
        }
      }
    };
  }

  private static byte[] marker(SeekableInput in, long end) throws IOException {
    byte[] marker = new byte[DataFileConstants.SYNC_SIZE];
    in.seek(Math.max(0, end - marker.length));
    for (int n = 0; n < marker.length; ) {
      int read = in.read(marker, n, marker.length - n);
      if (read < 0) {
        throw new EOFException("the header is cut off");
      }
      n += read;
    }
    return marker;
  }
}
