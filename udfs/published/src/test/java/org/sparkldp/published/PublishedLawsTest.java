package org.sparkldp.published;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.sparkldp.protocols.ProtocolLaws;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.ReportDigests;
import org.sparkldp.published.catalogue.PublishedProtocols;

/** The laws of this module's protocols. */
class PublishedLawsTest extends ProtocolLaws {
  PublishedLawsTest() {
    super(new PublishedProtocols(), "org.sparkldp.published", Path.of("..", "docs"), Set.of());
  }

  /** Reports of protocols that moved here are those that they were. */
  @Tag("slow")
  @ParameterizedTest
  @CsvFileSource(resources = "digests.txt", delimiter = ';')
  void keyedReportsArePermanent(String spec, int people, String expected) {
    assertEquals(expected, ReportDigests.of(Protocols.of(spec), people));
  }
}
