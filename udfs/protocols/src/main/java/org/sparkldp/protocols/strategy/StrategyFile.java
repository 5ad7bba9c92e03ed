package org.sparkldp.protocols.strategy;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.BoundedReader;
import org.sparkldp.protocols.wire.SameBytes;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/**
 * A strategy with the workload that it was made for and how it was made: one file, which holds no
 * secret and may be published.
 *
 * <p><b>Bytes.</b> {@code LDPS}, the version 1, the deflated body, and the SHA-256 of all that goes
 * before. The body: the strategy's bytes, the workload's name and attributes, the bytes of users'
 * own matrices in it, the mechanism, the notes. Anything that was changed or cut is refused.
 *
 * @param strategy the integers
 * @param workload the queries for which it was made
 * @param mechanism its maker: optimized, paper, or the name of a competitor
 * @param notes how it was made and how far from the bound, as text by name; not part of what is
 *     asked of people
 */
public record StrategyFile(
    Strategy strategy, Workload workload, String mechanism, Map<String, String> notes) {
  private static final byte[] MAGIC = {'L', 'D', 'P', 'S', 1};
  private static final int HASH_BYTES = 32;

  public StrategyFile {
    Require.that(strategy.domain() == workload.domain())
        .orRefuse(
            "a strategy and its workload must have one domain. Provided: %s and %s items.",
            strategy.domain(), workload.domain());
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /** The bytes. */
  public byte[] toBytes() {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(MAGIC);
    writeBody(new DeflaterOutputStream(file));
    file.writeBytes(Hashes.sha256(file.toByteArray()));
    return file.toByteArray();
  }

  private void writeBody(OutputStream body) {
    try (DataOutputStream out = new DataOutputStream(body)) {
      block(out, strategy.toBytes());
      out.writeUTF(workload.name());
      int[] attributes = workload.attributes();
      out.writeInt(attributes.length);
      for (int size : attributes) {
        out.writeInt(size);
      }
      List<MatrixWorkload> matrices = Workloads.matrices(workload);
      out.writeInt(matrices.size());
      for (MatrixWorkload matrix : matrices) {
        block(out, matrix.toBytes());
      }
      out.writeUTF(mechanism);
      out.writeInt(notes.size());
      for (Map.Entry<String, String> note : notes.entrySet()) {
        out.writeUTF(note.getKey());
        out.writeUTF(note.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void block(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /** Reads bytes that {@link #toBytes} wrote. */
  public static StrategyFile fromBytes(byte[] bytes) {
    return fromBytes(bytes, bytes.length + " bytes");
  }

  /** Reads a file. */
  public static StrategyFile read(Path file) {
    // A device or a pipe has no size and may have no end.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw damaged(file.toString(), null);
    }
    return read(file.toString(), () -> Files.newInputStream(file));
  }

  /** Reads a file that lies anywhere, under the name that messages give it. */
  public static StrategyFile read(String name, Source source) {
    int most = (int) Math.min(BoundedReader.most(), Integer.MAX_VALUE - 64);
    try (InputStream in = source.open()) {
      byte[] bytes = in.readNBytes(most + 1);
      if (bytes.length > most) {
        throw damaged(name + " (more than " + most + " bytes)", null);
      }
      return fromBytes(bytes, name);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "a strategy file must be readable. Provided path: %s; make it with optimize --output.",
          name);
    }
  }

  /** Where the bytes of a file come from. */
  public interface Source {
    /** Opens the file. */
    InputStream open() throws IOException;
  }

  /** Writes a file: all of it or nothing. */
  public void write(Path file) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      Path staged = Files.createTempFile(folder, ".", ".staged");
      try {
        Files.write(staged, toBytes());
        Files.move(staged, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(staged);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a strategy file must be writable: " + file + ".", e);
    }
  }

  private static StrategyFile fromBytes(byte[] bytes, String origin) {
    int body = bytes.length - HASH_BYTES;
    if (body < MAGIC.length
        || !Arrays.equals(MAGIC, Arrays.copyOf(bytes, MAGIC.length))
        || !MessageDigest.isEqual(
            Hashes.sha256(Arrays.copyOf(bytes, body)),
            Arrays.copyOfRange(bytes, body, bytes.length))) {
      throw damaged(origin, null);
    }
    BoundedReader in =
        BoundedReader.inflate(
            bytes, MAGIC.length, body, why -> damaged(origin + " (" + why + ")", null));
    byte[] inflated = in.rest();
    Strategy strategy = Strategy.fromBytes(in.bytes(in.count(1)));
    String name = in.utf();
    int[] attributes = new int[in.count(Integer.BYTES)];
    for (int i = 0; i < attributes.length; i++) {
      attributes[i] = in.int32();
    }
    List<MatrixWorkload> matrices = new ArrayList<>();
    for (int i = in.count(Integer.BYTES); i > 0; i--) {
      matrices.add(MatrixWorkload.fromBytes(in.bytes(in.count(1))));
    }
    Workload workload = Workloads.parse(name, matrices, attributes);
    String mechanism = in.utf();
    Map<String, String> notes = new LinkedHashMap<>();
    for (int i = in.count(2 * Short.BYTES); i > 0; i--) {
      notes.put(in.utf(), in.utf());
    }
    in.end();
    StrategyFile file = new StrategyFile(strategy, workload, mechanism, notes);
    SameBytes written = new SameBytes(inflated);
    file.writeBody(written);
    if (!written.isWhole()) {
      throw in.refuse("it is not in canonical form");
    }
    return file;
  }

  private static IllegalArgumentException damaged(String origin, Exception cause) {
    return Require.refusal(
        cause,
        "a strategy file must be whole, as optimize wrote it. Provided: %s, which is damaged or"
            + " something else; make it again.",
        origin);
  }

  /** {@code strategy(file,workload)}, whose canonical spec is the factorization's. */
  public static final Declaration DECLARATION =
      Declaration.named("strategy", 12, "workload factorization with the strategy of a file")
          .takes(
              Parameter.text("file", "path of a strategy file that optimize wrote"),
              Parameter.text("workload", "the queries")
                  .optional("those that the strategy was made for"))
          .sends(Factorization.WIRE)
          .makes(
              given -> {
                StrategyFile file = StrategyFile.read(Path.of(given.text("file")));
                String name = given.text("workload", file.workload().name());
                return name.equals(file.workload().name())
                    ? Factorization.of(file)
                    : Factorization.of(
                        file,
                        Workloads.parse(
                            name,
                            Workloads.matrices(file.workload()),
                            file.workload().attributes()));
              });
}
