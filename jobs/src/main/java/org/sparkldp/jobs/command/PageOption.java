package org.sparkldp.jobs.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** A page beside the printed table. */
final class PageOption {
  @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
  private Path file;

  /** The page's file, or null. */
  Path file() {
    return file;
  }
}
