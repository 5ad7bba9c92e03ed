package org.sparkldp.jobs.console;

/** The program above a command, which has the one session of the process. */
public interface HasSession {
  /** The options of the session. */
  SessionOptions session();

  /** What the user may be shown of a failure: one sentence without any value. */
  String sentence(Throwable failure);
}
