import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes the wheel of the Python package with a JDK alone: {@code java udfs/python/Wheel.java
 * FOLDER}. The same sources give the same bytes, on any machine and at any time.
 */
public final class Wheel {
  private static final Pattern FIELD = Pattern.compile("(?m)^(\\w[\\w-]*) = \"([^\"]*)\"$");

  private Wheel() {}

  /** Writes the wheel of this file's folder, or of the folder of the second argument. */
  public static void main(String[] arguments) throws IOException {
    Path project = Path.of(arguments.length > 1 ? arguments[1] : "udfs/python");
    System.out.println(write(project, Path.of(arguments[0])));
  }

  /** Writes the wheel of a project into a folder; returns its path. */
  static Path write(Path project, Path folder) throws IOException {
    Map<String, String> fields = new TreeMap<>();
    Matcher field = FIELD.matcher(Files.readString(project.resolve("pyproject.toml")));
    while (field.find()) {
      fields.put(field.group(1), field.group(2));
    }
    String version = fields.get("version");
    Map<String, byte[]> entries = sources(project.resolve("src"));
    String info = "spark_ldp-" + version + ".dist-info/";
    entries.put(info + "METADATA", bytes(metadata(fields, project)));
    entries.put(
        info + "WHEEL",
        bytes(
            "Wheel-Version: 1.0\n"
                + "Generator: spark-ldp\n"
                + "Root-Is-Purelib: true\n"
                + "Tag: py3-none-any\n"));
    entries.put(info + "RECORD", bytes(record(entries, info + "RECORD")));
    Files.createDirectories(folder);
    Path wheel = folder.resolve("spark_ldp-" + version + "-py3-none-any.whl");
    Files.write(wheel, zip(entries));
    return wheel;
  }

  private static Map<String, byte[]> sources(Path root) throws IOException {
    Map<String, byte[]> entries = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root.resolve("spark_ldp"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = root.relativize(file).toString().replace('\\', '/');
        if (name.matches(".*\\.(py|json|typed)")) {
          entries.put(name, Files.readAllBytes(file));
        }
      }
    }
    return entries;
  }

  private static String metadata(Map<String, String> fields, Path project) throws IOException {
    return "Metadata-Version: 2.1\nName: "
        + fields.get("name")
        + "\nVersion: "
        + fields.get("version")
        + "\nSummary: "
        + fields.get("description")
        + "\nLicense: Apache-2.0\nRequires-Python: "
        + fields.get("requires-python")
        + "\nProvides-Extra: plot\nProvides-Extra: spark\n"
        + "Requires-Dist: matplotlib>=3.6; extra == \"plot\"\n"
        + "Requires-Dist: pyspark>=4.0; extra == \"spark\"\n"
        + "Description-Content-Type: text/markdown\n\n"
        + Files.readString(project.resolve("README.md"));
  }

  /** Each file with its digest and size; the record itself without. */
  private static String record(Map<String, byte[]> entries, String self) {
    StringBuilder lines = new StringBuilder();
    entries.forEach(
        (name, content) ->
            lines
                .append(name)
                .append(",sha256=")
                .append(Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(content)))
                .append(',')
                .append(content.length)
                .append('\n'));
    return lines + self + ",,\n";
  }

  /** Sorted, not compressed (compressors differ), and dated as early as zip allows. */
  private static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes, StandardCharsets.UTF_8)) {
      zip.setMethod(ZipOutputStream.STORED);
      for (Map.Entry<String, byte[]> each : entries.entrySet()) {
        ZipEntry entry = new ZipEntry(each.getKey());
        entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        entry.setSize(each.getValue().length);
        CRC32 checksum = new CRC32();
        checksum.update(each.getValue());
        entry.setCrc(checksum.getValue());
        zip.putNextEntry(entry);
        zip.write(each.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform provides SHA-256", e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
