package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.spec.Parameter;

/** A protocol that somebody brings on the class path is audited like ours. */
public class BroughtProtocolTest {

  /** A coin that shows the truth too often: what a user may have written. */
  public static final class Own implements Catalogue {
    @Override
    public List<Declaration<?>> declarations() {
      return List.of(
          Declaration.named("own-coin", 40_000, "a coin of somebody's own")
              .takes(Parameter.EPSILON)
              .makes(
                  given -> {
                    double epsilon = given.real("epsilon");
                    long lie = Thresholds.of(1 / (Math.exp(1.1 * epsilon) + 1));
                    return new Twin<Integer>(
                        "own-coin",
                        epsilon,
                        2,
                        ReportType.cell(),
                        -1,
                        (v, s) -> s.bernoulli(lie) ? 1 - v : v,
                        (report, item, other) -> report == item ? 1 : -1);
                  }));
    }
  }

  /** Runs in a class loader of its own, in which the catalogue is registered. */
  public static String audit() {
    String spec = Protocols.declaration("own-coin").examples().get(0);
    Audit.AuditResult found = Audit.run(Protocols.of(spec), 0, 1);
    return spec + " " + found.isAboveClaim() + " " + found.exact().getAsDouble();
  }

  @Test
  void itIsFoundByItsNameAndItsClaimIsChecked(@TempDir Path folder) throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(Catalogue.class.getName()), Own.class.getName() + "\n");
    List<URL> path = new ArrayList<>(List.of(folder.toUri().toURL()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      path.add(new File(entry).toURI().toURL());
    }
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader fresh =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Thread.currentThread().setContextClassLoader(fresh);
      Class<?> here = fresh.loadClass(BroughtProtocolTest.class.getName());
      String[] found = ((String) here.getMethod("audit").invoke(null)).split(" ");

      assertEquals("own-coin(epsilon=1.0)", found[0]);
      assertEquals("true", found[1]);
      assertEquals(1.1, Double.parseDouble(found[2]), 1e-9);
      assertTrue(Protocols.declarations().stream().noneMatch(p -> p.name().equals("own-coin")));
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }
}
