package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.ReportDigests;

/** Specs of the published protocols, and what they refuse. */
class PublishedQuestionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv-gaussian(range=30,sigma=2,epsilon=1) | kv-gaussian(epsilon=1.0,sigma=2.0,range=30.0)",
        "kv-gaussian(epsilon=1,sigma=2,range=3,beta=0.1,strata=2,users=9,center=-1) |"
            + " kv-gaussian(epsilon=1.0,sigma=2.0,range=3.0,center=-1.0,users=9,strata=2,beta=0.1)",
        "kv-gaussian-1round(epsilon=1,sigma=2,range=3,rho=8,beta=0.1)"
            + " | kv-gaussian-1round(epsilon=1.0,sigma=2.0,range=3.0,beta=0.1,rho=8)",
        "uv-gaussian(epsilon=1,sigma_max=4,sigma_min=2,range=3)"
            + " | uv-gaussian(epsilon=1.0,sigma_min=2.0,sigma_max=4.0,range=3.0)",
        "uv-gaussian-1round(epsilon=1,sigma_max=4,sigma_min=2,range=3,users=1000)"
            + " | uv-gaussian-1round(epsilon=1.0,sigma_min=2.0,sigma_max=4.0,range=3.0,users=1000)",
        "grs-known(epsilon=1,sigma=2,range=3,beta=0.1,delta=1e-6)"
            + " | grs-known(epsilon=1.0,sigma=2.0,range=3.0,delta=1.0E-6,beta=0.1)",
        "grs-unknown(epsilon=1,sigma_min=2,sigma_max=4,range=3)"
            + " | grs-unknown(epsilon=1.0,sigma_min=2.0,sigma_max=4.0,range=3.0)",
      })
  void theCanonicalSpecReadsBack(String written, String canonical) {
    assertEquals(canonical, Protocols.of(written).spec().toString());
    assertEquals(Protocols.of(written), Protocols.of(canonical));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 200_000, 2_000_000_000})
  void rhoLeavesRoomForEverybody(int users) {
    PublishedQuestion question =
        PublishedQuestions.of(new GaussianQuestion(1, 1, 1, 0, 5, OptionalInt.of(users), 1));

    assertTrue(question.rho() / 2.0 >= 2.1 + Math.sqrt(Math.log(4.0 * users)));
  }

  /** As those of all protocols; a change would spend epsilon again. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kv-gaussian(epsilon=1,sigma=1,range=10) | feed39186d1a.c24f402a2202",
        "kv-gaussian-1round(epsilon=1,sigma=1,range=10,users=1000) | c6d144af754b",
        "uv-gaussian(epsilon=1,sigma_min=1,sigma_max=8,range=10) | feed39186d1a.8b93309fc94f",
        "uv-gaussian-1round(epsilon=1,sigma_min=1,sigma_max=8,range=10,users=1000) | 016ed78fa115",
        "grs-known(epsilon=1,sigma=1,range=10) | b249fcfe688a.24492d929c8d",
        "grs-unknown(epsilon=1,sigma_min=1,sigma_max=8,range=10) | c24f402a2202.ba36a52efc7e",
        "kv-gaussian(epsilon=1,sigma=1,range=10,center=0.7,strata=2) | 27c5e8ca3571.14da090efcd6",
        "kv-gaussian-1round(epsilon=1,sigma=1,range=10,center=0.7,strata=2,users=1000) |"
            + " 7f9bdf491582",
        "uv-gaussian(epsilon=1,sigma_min=1,sigma_max=8,range=10,center=0.7,strata=2) |"
            + " 27c5e8ca3571.ed0c55a6044a",
      })
  void keyedReportsArePermanent(String spec, String expected) {
    assertEquals(expected, ReportDigests.of(Protocols.of(spec), 3000));
  }
}
