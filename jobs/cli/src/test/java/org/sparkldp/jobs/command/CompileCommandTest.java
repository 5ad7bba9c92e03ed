package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/** A plan becomes a signed question; what every client makes of one, its module's test says. */
@ExtendWith({SparkTest.class, Interpreted.class})
class CompileCommandTest {
  private static final String COMPILE = "compile --plan @plan.conf --output @question.jws --sign ";

  @RegisterExtension final Sandbox box = new Sandbox();

  private KeyPair keys;
  private String secret;

  @BeforeEach
  void makeAKey() throws IOException, GeneralSecurityException {
    KeyPairGenerator curve = KeyPairGenerator.getInstance("EC");
    curve.initialize(256);
    keys = curve.generateKeyPair();
    secret = Base64.getMimeEncoder().encodeToString(keys.getPrivate().getEncoded());
    box.write(
        "own.pem", "-----BEGIN PRIVATE KEY-----\n" + secret + "\n-----END PRIVATE KEY-----\n");
    Files.setPosixFilePermissions(box.at("own.pem"), PosixFilePermissions.fromString("rw-------"));
    box.plan("public = [day]", "period = day");
  }

  @Test
  void aPlanBecomesASignedQuestion() throws IOException, GeneralSecurityException {
    Instant before = Instant.now();
    String last = "2099-12-31";
    Ended compiled =
        box.ldp(
                COMPILE
                    + "@own.pem --not-after %s --endpoint https://c.example.org/a --period-days 7"
                    + " --most-a-day 2 --most-for-life 9",
                last)
            .done();
    compiled.says("question test, version ");
    String[] parts = box.read("question.jws").strip().split("[.]");
    Signature es256 = Signature.getInstance("SHA256withECDSAinP1363Format");
    es256.initVerify(keys.getPublic());
    es256.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    assertTrue(es256.verify(Base64.getUrlDecoder().decode(parts[2])));
    JsonNode question = new ObjectMapper().readTree(Base64.getUrlDecoder().decode(parts[1]));
    assertTrue(question.get("version").asLong() >= before.getEpochSecond());
    assertEquals("2100-01-01T00:00:00Z", question.get("not_after").asText());
    assertEquals("7", question.get("period").get("days").asText());
    assertEquals("{\"day\":\"2.0\",\"life\":\"9.0\"}", question.get("limits").toString());
    assertEquals("choice", question.get("draw").get("steps").asText());
    assertFalse(compiled.toString().contains(secret.substring(0, 20)));
  }

  private JsonNode question() throws IOException {
    String payload = box.read("question.jws").split("[.]")[1];
    return new ObjectMapper().readTree(Base64.getUrlDecoder().decode(payload));
  }

  @Test
  void aVersionRisesAndPeriodsBeginWhereTheyAreSaidTo() throws IOException {
    box.ldp(COMPILE + "@own.pem --question-version 7 --period-days 7 --first-day 2026-01-04")
        .done()
        .says("version 7");
    assertEquals("7", question().get("version").asText());
    assertEquals("2026-01-04", question().get("period").get("first").asText());
    for (int version : new int[] {7, 6}) {
      box.ldp(COMPILE + "@own.pem --question-version " + version)
          .badInput()
          .says("must be above that of the one in its place", "where 7 is");
    }
    box.ldp(COMPILE + "@own.pem --question-version 8").done();
    assertEquals("1970-01-05", question().get("period").get("first").asText());
    box.ldp(COMPILE + "@own.pem").done();
    box.ldp(COMPILE + "@own.pem --question-version -1").badInput().says("from 0 to 2^53");
    String there = box.read("question.jws");
    box.plan("name = another");
    box.ldp(COMPILE + "@own.pem").badInput().says("the path of test, for another");
    assertEquals(there, box.read("question.jws"));
    box.write("question.jws", "something else");
    box.ldp(COMPILE + "@own.pem").badInput().says("the path of something else");
    assertEquals("something else", box.read("question.jws"));
  }

  @Test
  void noMessageShowsTheKey() {
    Ended refused = box.ldp(COMPILE + secret.replaceAll("\\s", "")).badInput();
    refused.says("a signing key must be named by its path");
    assertFalse(refused.toString().contains(secret.substring(0, 20)));
    box.ldp(COMPILE + "@own.pem --not-after 2020-01-01").badInput().says("today or later");
    box.ldp(COMPILE + "@own.pem --most-a-day 0.5")
        .badInput()
        .says("at least the question's", "Provided value: 0.5, below");
    assertFalse(box.has("question.jws"));
  }
}
