package org.sparkldp.jobs;

import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sparkldp.jobs.privatize.Fixture;

/**
 * A folder in which commands run and tables lie, called {@code @name} in a command: {@code
 * box.ldp("run --plan @plan.conf --input @people --output @out")}. As a static field it lasts for a
 * class, whose tests may then look at one run; as an instance field for a test.
 */
public final class Sandbox
    implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
  private Path folder;
  private boolean isShared;

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    isShared = true;
    folder = Files.createTempDirectory("sandbox");
  }

  @Override
  public void beforeEach(ExtensionContext context) throws IOException {
    if (!isShared) {
      folder = Files.createTempDirectory("sandbox");
    }
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException {
    if (!isShared) {
      remove();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    remove();
  }

  private void remove() throws IOException {
    FileUtils.deleteDirectory(folder.toFile());
  }

  /** Runs a line of a script as {@link Ended#ldp} does, with {@code @name} for a path in here. */
  public Ended ldp(String line, Object... values) {
    return Ended.ldp(line.replaceAll("(?<=^|[ =])@", folder + "/"), values);
  }

  /** The path of a name in here. */
  public Path at(String name) {
    return folder.resolve(name);
  }

  /** The same as text. */
  public String path(String name) {
    return at(name).toString();
  }

  /** Writes a text file. */
  public Path write(String name, String text) {
    try {
      Files.createDirectories(at(name).getParent());
      return Files.writeString(at(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the plan of {@link Fixture} as plan.conf, with these lines changed or added. */
  public void plan(String... lines) {
    write("plan.conf", Fixture.text(lines));
  }

  /** Reads a text file. */
  public String read(String name) {
    try {
      return Files.readString(at(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Is it there? */
  public boolean has(String name) {
    return Files.exists(at(name));
  }

  /** Writes what a query gives as a Parquet table. */
  public void table(String name, String query) {
    spark().sql(query).write().parquet(path(name));
  }

  /** Adds what a query gives to a Parquet table. */
  public void add(String name, String query) {
    spark().sql(query).write().mode(SaveMode.Append).parquet(path(name));
  }

  /** A Parquet table. */
  public Dataset<Row> table(String name) {
    return spark().read().parquet(path(name));
  }

  /** Removes a folder with all below it, if it is there. */
  public void delete(String name) {
    try {
      FileUtils.deleteDirectory(at(name).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The names in a folder, sorted. */
  public List<String> names(String name) {
    try (Stream<Path> all = Files.list(at(name))) {
      return all.map(p -> p.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
