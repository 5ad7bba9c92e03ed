package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;

public class KeyedReportsTest {
  static final ReleaseKey KEY =
      ReleaseKey.parse(
          "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "the test");

  /**
   * Whole reports, made outside this project by a client written from docs/wire.md: a person's
   * report under a key must stay what it is, or a second release would spend epsilon again.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "reports.txt", delimiter = ';')
  public void aKeyedReportIsPermanent(
      String spec, String kind, String id, int item, String expected) {
    KeyedRandomness question = new KeyedRandomness(KEY, spec + "\ncountry");
    RandomSource source =
        kind.equals("number")
            ? question.open(Long.parseLong(id), item)
            : question.open(HexFormat.of().parseHex(id), item);
    Object report = ((FrequencyOracle<?>) Protocols.of(spec)).randomizer().randomize(item, source);

    assertEquals(
        expected,
        report instanceof byte[] bits ? HexFormat.of().formatHex(bits) : report.toString());
  }

  /**
   * Of every protocol a digest of some people's reports, for each round that has one. They are as
   * this project made them first: a change is a new protocol, for it would spend epsilon again on
   * everybody whose report it changes.
   */
  @Tag("slow")
  @ParameterizedTest
  @CsvFileSource(resources = "digests.txt", delimiter = ';')
  void keyedReportsOfEveryProtocolArePermanent(String spec, int people, String expected) {
    assertEquals(expected, ReportDigests.of(Protocols.of(spec), people));
  }
}
