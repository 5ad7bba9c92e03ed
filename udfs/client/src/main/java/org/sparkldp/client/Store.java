package org.sparkldp.client;

import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Where a device remembers what it has answered. All of it is one text, without any value: reports
 * that are not sent yet, marks of questions that are answered, and the epsilon spent.
 */
public interface Store {
  /**
   * Reads the text, null if there is none yet, gives it to {@code next}, stores what that returns,
   * and ends when it is stored for good. Nobody else, no other process either, reads or writes
   * between. If {@code next} throws, nothing changes.
   */
  void update(UnaryOperator<String> next) throws IOException;
}
