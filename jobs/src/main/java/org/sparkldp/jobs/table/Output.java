package org.sparkldp.jobs.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.protocols.check.Require;

/**
 * A folder of results: a table, the plan beside it, {@value #MANIFEST} of the files and {@value
 * #RUN} about the run. It is built in a hidden neighbour and renamed into place at the end, so that
 * it is there whole or not at all.
 *
 * <p>One run at a time makes a folder ({@link Claim}); it first removes what killed runs left
 * beside it. A result that gives way is moved aside and comes back if the run is killed before the
 * new one is there. Where a rename is not one step, as on object stores, a folder counts only if
 * its files are those of the manifest.
 */
public final class Output {
  /** The plan that the table was made under. */
  public static final String PLAN = "plan.conf";

  /** What the plan's protocol refers to and its spec cannot spell out, such as a strategy. */
  public static final String ATTACHMENT = "plan.attachment";

  /** The folder, beside estimates, with the plan of the next round. */
  public static final String NEXT = "next";

  /** What is said of the run, one JSON object. */
  public static final String RUN = "run.json";

  /** Names of the tables' files, one JSON object; older results have none. */
  public static final String MANIFEST = "manifest.json";

  /** Seconds after which a run that does not show itself counts as killed. */
  static final String LEASE = "ldp.claim.seconds";

  private static final long LEASE_SECONDS = 60;

  /** Where a result waits until the one that replaces it is there. */
  private static final String ASIDE = "replaced";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final FileSystem files;
  private final Path folder;
  private final Duration lease;

  /** The results in a folder, which need not exist yet. */
  public Output(SparkSession spark, String folder) {
    Path path = new Path(folder);
    try {
      Configuration configuration = spark.sessionState().newHadoopConf();
      this.files = path.getFileSystem(configuration);
      this.lease = Duration.ofSeconds(configuration.getLong(LEASE, LEASE_SECONDS));
      this.folder = files.makeQualified(path);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be reachable: " + folder, e);
    }
  }

  /** Whether a whole result is there. */
  public boolean isComplete() {
    return exists(new Path(folder, RUN));
  }

  /** Refuses unless a whole result of the given table is there. */
  public Output require(String table) {
    if (!isComplete() || !exists(new Path(folder, table))) {
      throw Require.refusal("the folder must hold finished %s. Provided path: %s.", table, folder);
    }
    Path manifest = new Path(folder, MANIFEST);
    if (exists(manifest)) {
      try {
        Manifest.require(files, JSON.readTree(read(manifest)), new Path(folder, table));
      } catch (IOException e) {
        throw new UncheckedIOException("the manifest must be JSON: " + manifest, e);
      }
    }
    return this;
  }

  /**
   * Refuses unless the finished results are of that plan.
   *
   * @param what they are, such as "reports"
   */
  public void requirePlan(String what, String fingerprint) {
    String found = run().path("plan").asText();
    if (!found.equals(fingerprint)) {
      throw new Refusal(
          "an output folder must hold "
              + what
              + " of one plan. It holds plan "
              + found
              + ", the one offered is "
              + fingerprint
              + "; choose another folder.");
    }
  }

  /**
   * Refuses a folder inside of what is read: it would be read as part of it the next time.
   *
   * @param input a path, or a table of the catalogue
   */
  public Output requireOutside(String input) {
    if (Inputs.isPath(input)) {
      Path read = files.makeQualified(Inputs.place(input));
      for (Path above = real(folder); above != null; above = above.getParent()) {
        if (above.equals(real(read))) {
          throw Require.refusal(
              "the output must lie outside of the input, or it would be read with it."
                  + " Provided paths: %s in %s.",
              folder, read);
        }
      }
    }
    return this;
  }

  /** The path without symbolic links, as far as the local file system shows them. */
  private static Path real(Path path) {
    try {
      return "file".equals(path.toUri().getScheme())
          ? new Path("file", null, new File(path.toUri().getPath()).getCanonicalPath())
          : path;
    } catch (IOException e) {
      throw new UncheckedIOException("the path must be reachable: " + path, e);
    }
  }

  /** Refuses folders named twice, whose reports would count twice. */
  public static void requireDifferent(List<Output> inputs) {
    if (inputs.stream().map(Output::toString).distinct().count() < inputs.size()) {
      throw Require.refusal(
          "the input folders must differ, or reports would count twice. Provided paths: %s.",
          inputs);
    }
  }

  /** The text of the plan. */
  public String plan() {
    return new String(read(new Path(folder, PLAN)), StandardCharsets.UTF_8);
  }

  /** What the plan's protocol refers to; empty where its spec says all. */
  public byte[] attachment() {
    Path file = new Path(folder, ATTACHMENT);
    return exists(file) ? read(file) : new byte[0];
  }

  /** What was said of the run. */
  public JsonNode run() {
    try {
      return JSON.readTree(read(new Path(folder, RUN)));
    } catch (IOException e) {
      throw new UncheckedIOException("the run's record must be JSON: " + folder, e);
    }
  }

  /** Where a table in this folder is. */
  public String table(String table) {
    return new Path(folder, table).toString();
  }

  /**
   * Builds the folder; false if another run has finished it meanwhile, whose result stays.
   *
   * @param replaces the table that a finished result already there must hold to give way; empty
   *     where none does. Anything else in the folder stays and is refused
   * @param plan the plan beside the table
   * @param build writes tables into the folder it is given, and returns the run's record
   * @param attachment what lies beside the plan; empty if nothing does
   */
  public boolean write(String replaces, String plan, byte[] attachment, Builder build) {
    if (folder.isRoot()) {
      throw Require.refusal(
          "the output must be a folder below another, beside which it is built. Provided"
              + " path: %s.",
          folder);
    }
    try (Claim claim = Claim.take(files, beside("claim"), lease, () -> isDone(replaces))) {
      if (claim == null) {
        return false;
      }
      recover();
      return write(claim, replaces, plan, attachment, build);
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  /** Whether another run has left nothing to do. */
  private boolean isDone(String replaces) {
    return replaces.isEmpty() && isComplete();
  }

  private boolean write(Claim claim, String replaces, String plan, byte[] attachment, Builder build)
      throws IOException {
    if (isDone(replaces)) {
      return false;
    }
    boolean givesWay = !replaces.isEmpty() && isComplete() && exists(new Path(folder, replaces));
    if (!givesWay && files.exists(folder) && files.listStatus(folder).length > 0) {
      throw Require.refusal(
          "the output folder must be new or empty%s. Provided path: %s.",
          replaces.isEmpty() ? "" : ", or hold finished " + replaces + " to be replaced", folder);
    }
    Path staging = beside(UUID.randomUUID().toString());
    try {
      files.mkdirs(staging);
      Map<String, Object> run = build.into(staging.toString());
      writePlan(staging, plan, attachment);
      writeJson(new Path(staging, MANIFEST), Manifest.of(files, staging));
      writeJson(new Path(staging, RUN), run);
      claim.require();
      // A result that another run laid there meanwhile, on a store without exclusive files, stays.
      if (!givesWay && isComplete()) {
        return false;
      }
      Path aside = beside(ASIDE);
      if (givesWay) {
        rename(folder, aside);
      } else {
        files.delete(folder, false);
      }
      rename(staging, folder);
      files.delete(aside, true);
      return true;
    } finally {
      files.delete(staging, true);
    }
  }

  private void rename(Path from, Path to) throws IOException {
    if (!files.rename(from, to)) {
      throw new IOException("the folder could not be renamed to " + to);
    }
  }

  private void writeJson(Path file, Object value) throws IOException {
    write(file, out -> JSON.writerWithDefaultPrettyPrinter().writeValue(out, value));
  }

  /** A hidden neighbour. */
  private Path beside(String name) {
    return new Path(folder.getParent(), "." + folder.getName() + "-" + name);
  }

  /**
   * Removes what runs that were killed left beside the folder: reports that nobody published would
   * be a second report of the same people. A result that had given way comes back.
   */
  private void recover() throws IOException {
    Path aside = beside(ASIDE);
    if (files.exists(aside)) {
      if (isComplete()) {
        files.delete(aside, true);
      } else {
        files.delete(folder, true);
        rename(aside, folder);
      }
    }
    String hidden = "." + folder.getName() + "-";
    for (FileStatus left : files.listStatus(folder.getParent())) {
      String name = left.getPath().getName();
      if (left.isDirectory()
          && name.startsWith(hidden)
          && isUuid(name.substring(hidden.length()))) {
        files.delete(left.getPath(), true);
      }
    }
  }

  private static boolean isUuid(String text) {
    return text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  }

  /** Lays the next round's plan into a folder that is being built. */
  public void writeNext(String staging, String plan, byte[] attachment) {
    try {
      writePlan(new Path(staging, NEXT), plan, attachment);
    } catch (IOException e) {
      throw new UncheckedIOException("the output folder must be writable: " + folder, e);
    }
  }

  private void writePlan(Path into, String plan, byte[] attachment) throws IOException {
    write(new Path(into, PLAN), out -> print(out, plan));
    if (attachment.length > 0) {
      write(new Path(into, ATTACHMENT), out -> out.write(attachment));
    }
  }

  /** Writes tables into a folder. */
  public interface Builder {
    /** Returns the run's record. */
    Map<String, Object> into(String staging);
  }

  private interface Writer {
    void to(OutputStream out) throws IOException;
  }

  private static void print(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  private void write(Path file, Writer writer) throws IOException {
    try (OutputStream out = files.create(file)) {
      writer.to(out);
    }
  }

  private boolean exists(Path path) {
    try {
      return files.exists(path);
    } catch (IOException e) {
      throw new UncheckedIOException("the folder must be readable: " + folder, e);
    }
  }

  private byte[] read(Path file) {
    try (FSDataInputStream in = files.open(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the file must be readable: " + file, e);
    }
  }

  /** The folder. */
  @Override
  public String toString() {
    return folder.toString();
  }
}
