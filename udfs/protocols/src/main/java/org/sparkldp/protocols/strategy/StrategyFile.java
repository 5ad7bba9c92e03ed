package org.sparkldp.protocols.strategy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.wire.Codec;
import org.sparkldp.protocols.wire.Fields;
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
  private static final int PART = 1 << 16;

  private static final Codec<StrategyFile> CODEC =
      Codec.of(new byte[] {'L', 'D', 'P', 'S', 1}, Codec.Seal.SHA256, StrategyFile::fields)
          .deflated();

  /** The note of how far the strategy is from the bound, as a quotient. */
  public static final String GAP = "objective over bound";

  /** The note of how many seconds were asked for the search, at most. */
  public static final String SECONDS_ASKED = "seconds asked at most";

  /** How notes of the people that an answer needs begin. */
  public static final String PEOPLE = "people needed for a normalised variance of 0.01, ";

  public StrategyFile {
    Require.that(strategy.domain() == workload.domain())
        .orRefuse(
            "a strategy and its workload must have one domain. Provided: %s and %s items.",
            strategy.domain(), workload.domain());
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /** How long it was looked for at most; for ever if the notes do not say. */
  public double secondsAsked() {
    return Double.parseDouble(notes.getOrDefault(SECONDS_ASKED, "Infinity"));
  }

  /** What people want to know of a strategy: how good it is, and not how it was looked for. */
  public Map<String, String> summary() {
    Map<String, String> summary = new LinkedHashMap<>();
    notes.forEach(
        (name, value) -> {
          if (name.equals(GAP)) {
            double better = 100 * (Double.parseDouble(value) - 1);
            summary.put(
                "the best possible one",
                String.format(Locale.ROOT, "at most %.1f %% better", better));
          } else if (name.startsWith(PEOPLE)) {
            summary.put(name, value);
          }
        });
    return summary;
  }

  /** The bytes. */
  public byte[] toBytes() {
    return CODEC.encode(this);
  }

  private static StrategyFile fields(Fields<StrategyFile> f) {
    byte[] strategy = f.block(file -> file.strategy.toBytes());
    String name = f.utf(file -> file.workload.name());
    int width = f.count(Integer.BYTES, file -> file.workload.attributes().length);
    int[] attributes = f.int32s(width, file -> file.workload.attributes());
    int count = f.count(Integer.BYTES, file -> Workloads.matrices(file.workload).size());
    List<byte[]> matrices =
        f.list(
            count,
            file ->
                Workloads.matrices(file.workload).stream()
                    .map(MatrixWorkload::toBytes)
                    .collect(Collectors.toList()),
            each -> each.block(bytes -> bytes));
    String mechanism = f.utf(StrategyFile::mechanism);
    int noteCount = f.count(2 * Short.BYTES, file -> file.notes.size());
    List<Map.Entry<String, String>> notes =
        f.list(noteCount, file -> List.copyOf(file.notes.entrySet()), StrategyFile::note);
    return f.makes(
        () -> {
          Workload workload =
              Workloads.parse(
                  name,
                  matrices.stream().map(MatrixWorkload::fromBytes).collect(Collectors.toList()),
                  attributes);
          Map<String, String> byName = new LinkedHashMap<>();
          notes.forEach(note -> byName.put(note.getKey(), note.getValue()));
          f.require(
              workload.name().equals(name)
                  && Arrays.equals(workload.attributes(), attributes)
                  && Arrays.deepEquals(
                      Workloads.matrices(workload).stream().map(MatrixWorkload::toBytes).toArray(),
                      matrices.toArray())
                  && byName.size() == notes.size(),
              Fields.RESPELLED);
          return new StrategyFile(Strategy.fromBytes(strategy), workload, mechanism, byName);
        });
  }

  private static Map.Entry<String, String> note(Fields<Map.Entry<String, String>> f) {
    String name = f.utf(Map.Entry::getKey);
    String text = f.utf(Map.Entry::getValue);
    return f.makes(() -> Map.entry(name, text));
  }

  /** Reads bytes that {@link #toBytes} wrote. */
  public static StrategyFile fromBytes(byte[] bytes) {
    return fromBytes(bytes, bytes.length + " bytes");
  }

  /** Reads a file. */
  public static StrategyFile read(Path file) {
    // A device or a pipe has no size and may have no end.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw damaged(file.toString());
    }
    return read(file.toString(), () -> Files.newInputStream(file));
  }

  /** Reads a file that lies anywhere, under the name that messages give it. */
  public static StrategyFile read(String name, Source source) {
    int most = Codec.most();
    try (InputStream in = source.open()) {
      ByteArrayOutputStream read = new ByteArrayOutputStream();
      byte[] part = new byte[PART];
      for (int n = in.read(part); n >= 0 && read.size() <= most; n = in.read(part)) {
        read.write(part, 0, n);
      }
      byte[] bytes = read.toByteArray();
      if (bytes.length > most) {
        throw damaged(name + " (more than " + most + " bytes)");
      }
      return fromBytes(bytes, name);
    } catch (IOException e) {
      throw Require.refusal(
          e,
          "a strategy file must be readable. Provided path: %s; make it with optimize --output.",
          name);
    }
  }

  /** The source of a file's bytes. */
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
    return CODEC.decode(bytes, why -> damaged(origin + " (" + why + ")"));
  }

  private static IllegalArgumentException damaged(String origin) {
    return Require.refusal(
        "a strategy file must be whole, as optimize wrote it. Provided: %s, which is damaged or"
            + " something else; make it again.",
        origin);
  }

  /** {@code strategy(file,workload)}, whose canonical spec is the factorization's. */
  public static final Declaration<?> DECLARATION =
      Declaration.named("strategy", 12, "workload factorization with the strategy of a file")
          .takes(
              Parameter.text("file", "path of a strategy file that optimize wrote"),
              Parameter.text("workload", "the queries")
                  .optional("those that the strategy was made for"))
          .sends(Factorization.WIRE)
          .makes(
              given -> {
                StrategyFile file = StrategyFile.read(Paths.get(given.text("file")));
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
