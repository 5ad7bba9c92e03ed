package org.sparkldp.jobs.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;

/**
 * A file that a command or a plan names, read whole. Its size is bounded before memory is taken,
 * and what a plan would publish of it is no release key.
 */
public final class TextFile {
  /** Bytes of the largest: a domain of some million items. */
  public static final int LARGEST = 1 << 28;

  private static final Pattern KEY =
      Pattern.compile("(?<!\\p{XDigit})\\p{XDigit}{64}(?!\\p{XDigit})");

  private TextFile() {}

  /** The bytes, {@value #LARGEST} at most. */
  public static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw Require.refusal(
            "a file must have at most %s bytes. Provided path: %s.", LARGEST, file);
      }
      return bytes;
    }
  }

  /** The text, UTF-8; other bytes are refused. */
  public static String text(Path file) throws IOException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(file))).toString();
  }

  /** The lines that are not blank, of a file that a plan publishes. */
  public static List<String> publishedLines(Path file) {
    List<String> lines;
    try {
      lines = text(file).lines().filter(line -> !line.isBlank()).toList();
    } catch (IOException e) {
      throw Require.refusal(
          e, "a file that a plan names must be readable, in UTF-8. Provided path: %s.", file);
    }
    if (lines.stream().anyMatch(line -> KEY.matcher(line).find())) {
      throw Require.refusal(
          "a file that a plan names is published with the results, so it must not hold a line like"
              + " a release key's, 64 hexadecimal digits. Provided path: %s; name another file, or"
              + " write such items into a list.",
          file);
    }
    if (lines.stream().anyMatch(line -> line.chars().anyMatch(c -> c < ' ' && c != '\t'))) {
      throw Require.refusal(
          "a file that a plan names must be text, without control characters. Provided path:"
              + " %s.",
          file);
    }
    return lines;
  }

  /** A message of a parser, which may quote what it could not read: perhaps a key. */
  public static String withoutKeys(String message) {
    return KEY.matcher(message).replaceAll("(64 hexadecimal digits)");
  }
}
