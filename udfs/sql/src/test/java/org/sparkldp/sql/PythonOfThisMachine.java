package org.sparkldp.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of Python 3 that need no package. */
public final class PythonOfThisMachine {
  private PythonOfThisMachine() {}

  /** How a program ended. */
  public record Ended(int code, String output) {}

  /** Runs {@code python3}, for ten minutes at most. */
  public static Ended run(Map<String, String> environment, Path folder, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("python", ".out");
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      return new Ended(
          ended ? process.exitValue() : -1, Files.readString(output, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
      Files.delete(output);
    }
  }
}
