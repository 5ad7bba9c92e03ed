package org.sparkldp.jobs.console;

import java.io.PrintWriter;

/** The program above a command, which has the one session of the process. */
public interface HasSession {
  /** The options of the session. */
  SessionOptions session();

  /**
   * Says why something failed, in one sentence without any value.
   *
   * @return the exit code of a command that ends so
   */
  int explain(Throwable failure, PrintWriter out);
}
