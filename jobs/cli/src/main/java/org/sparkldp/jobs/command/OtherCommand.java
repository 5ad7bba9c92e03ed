package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;

/**
 * A command of another jar, found by the service loader. Its class has a constructor without
 * arguments and is annotated as picocli's commands are; the result is the exit code.
 */
public interface OtherCommand extends Callable<Integer> {

  /** The command below which it stands; empty for one of the program itself. */
  default String under() {
    return "";
  }
}
