package org.sparkldp.jobs.device;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.KeyLocation;

/**
 * The private key that signs questions, on the curve P-256. It enters by a file that its user alone
 * can read, and nothing prints it.
 *
 * <p>Signatures are those of ES256 (RFC 7518, section 3.4): r and s, 32 bytes each, as browsers
 * have them. This is the one place that knows of the other form, DER.
 */
public final class SigningKey {
  private static final String MAKE =
      "(umask 077; openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out FILE)";
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /** What every such key holds, the name of elliptic curves, in base64 from any place on. */
  private static final Pattern LIKE_A_KEY =
      Pattern.compile("PRIVATE KEY|cqhkjOPQ|HKoZIzj0|ByqGSM49");

  private final ECPrivateKey key;

  private SigningKey(ECPrivateKey key) {
    this.key = key;
  }

  /** Reads a key from a file of PKCS#8 in PEM, as openssl writes it. */
  public static SigningKey read(Path file) {
    Require.that(!LIKE_A_KEY.matcher(file.toString()).find())
        .orRefuse(
            "a signing key must be named by its path. Provided: a text like the key itself, which is"
                + " not shown; make a new key, as this one may have been seen, and name its file.");
    KeyLocation.requireUnreadableByOthers(file);
    try {
      return of(Files.readString(file, StandardCharsets.US_ASCII).strip());
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // Without the cause, which may quote what is in the file.
      throw Require.refusal(
          "the signing key must be a readable file with a private key of P-256 (PKCS#8, PEM)."
              + " Provided path: %s. Make one with: %s",
          file, MAKE);
    }
  }

  private static SigningKey of(String pem) throws GeneralSecurityException {
    Require.that(pem.startsWith(BEGIN) && pem.endsWith(END)).orRefuse("it is no private key");
    byte[] pkcs8 =
        Base64.getMimeDecoder()
            .decode(pem.substring(BEGIN.length(), pem.length() - END.length()).strip());
    ECPrivateKey key =
        (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    Require.that(key.getParams().toString().contains("secp256r1"))
        .orRefuse("it is of another curve");
    return new SigningKey(key);
  }

  /** A payload as a JWS in its compact form: header, the payload's exact bytes and signature. */
  public String signed(String header, String payload) {
    String signed = base64(utf8(header)) + "." + base64(utf8(payload));
    try {
      Signature es256 = Signature.getInstance("SHA256withECDSAinP1363Format");
      es256.initSign(key);
      es256.update(utf8(signed));
      return signed + "." + base64(es256.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform signs by ECDSA", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Override
  public String toString() {
    return "a signing key";
  }
}
