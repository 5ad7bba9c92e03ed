package org.sparkldp.protocols.workload;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.protocols.wire.BoundedReader;

/** Writes the bytes of {@link MatrixWorkload#toBytes}, and reads nothing else. */
final class MatrixBytes {
  static final int HASH_BYTES = 8;

  private static final byte[] MAGIC = {'L', 'D', 'P', 'W', 1};

  private MatrixBytes() {}

  static byte[] encode(int[] attributes, List<String> names, List<Query> rows) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(MAGIC);
    varint(out, attributes.length);
    for (int size : attributes) {
      varint(out, size);
    }
    varint(out, rows.size());
    varint(out, names.isEmpty() ? 0 : 1);
    for (int i = 0; i < rows.size(); i++) {
      if (!names.isEmpty()) {
        byte[] utf8 = names.get(i).getBytes(StandardCharsets.UTF_8);
        varint(out, utf8.length);
        out.writeBytes(utf8);
      }
      Query row = rows.get(i);
      varint(out, row.items().length);
      int last = -1;
      for (int item : row.items()) {
        varint(out, item - last);
        last = item;
      }
      boolean ones = Arrays.stream(row.weights()).allMatch(w -> w == 1);
      varint(out, ones ? 0 : 1);
      if (!ones) {
        ByteBuffer weights = ByteBuffer.allocate(Double.BYTES * row.weights().length);
        Arrays.stream(row.weights()).forEach(weights::putDouble);
        out.writeBytes(weights.array());
      }
    }
    out.writeBytes(Arrays.copyOf(Hashes.sha256(out.toByteArray()), HASH_BYTES));
    return out.toByteArray();
  }

  static MatrixWorkload decode(byte[] bytes) {
    int body = bytes.length - HASH_BYTES;
    if (body < MAGIC.length || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw damaged("it does not begin with LDPW and version 1");
    }
    byte[] hash = Arrays.copyOf(Hashes.sha256(Arrays.copyOf(bytes, body)), HASH_BYTES);
    if (!Arrays.equals(bytes, body, bytes.length, hash, 0, HASH_BYTES)) {
      throw damaged("its hash does not match");
    }
    BoundedReader in = new BoundedReader(bytes, MAGIC.length, body, MatrixBytes::damaged);
    int[] attributes = new int[in.varcount(1)];
    for (int i = 0; i < attributes.length; i++) {
      attributes[i] = (int) in.varint();
    }
    int p = in.varcount(1);
    boolean named = in.varint() == 1;
    List<String> names = new ArrayList<>();
    List<Query> rows = new ArrayList<>();
    for (int i = 0; i < p; i++) {
      if (named) {
        names.add(in.utf8(in.varcount(1)));
      }
      rows.add(decodeRow(in));
    }
    MatrixWorkload workload = new MatrixWorkload(names, rows, attributes);
    if (!Arrays.equals(bytes, workload.toBytes())) {
      throw damaged("it is not in canonical form");
    }
    return workload;
  }

  private static Query decodeRow(BoundedReader in) {
    int[] items = new int[in.varcount(1)];
    int last = -1;
    for (int j = 0; j < items.length; j++) {
      last += (int) in.varint();
      items[j] = last;
    }
    boolean ones = in.varint() == 0;
    if (!ones) {
      in.require(items.length, Double.BYTES);
    }
    double[] weights = new double[items.length];
    Arrays.fill(weights, 1);
    if (!ones) {
      for (int j = 0; j < weights.length; j++) {
        weights[j] = in.float64();
      }
    }
    return new Query(items, weights);
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  private static IllegalArgumentException damaged(String why) {
    return Require.refusal(
        "a workload's bytes must be whole: %s. Write them again from its text.", why);
  }
}
