package org.sparkldp.jobs.console;

/** The program above a command, which has the one session of the process. */
public interface HasSession {
  /** The options of the session. */
  SessionOptions session();
}
