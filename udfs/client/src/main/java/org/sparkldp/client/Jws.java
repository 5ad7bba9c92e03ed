package org.sparkldp.client;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Signed payloads: JWS in compact form, ES256 alone, by keys that the application pins. */
final class Jws {
  private static final int HALF = 32;
  private static final int LONGEST = 1 << 22;

  /** How many points P-256 has; r and s are below it. */
  private static final BigInteger ORDER =
      new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

  /** What a file may have around a question: blanks of ASCII, in every client. */
  private static final Pattern BLANKS = Pattern.compile("^[ \\t\\r\\n]+|[ \\t\\r\\n]+\\z");

  private Jws() {}

  private static Refusal unsigned() {
    return new Refusal(
        "signature", "a question must be signed (ES256) by a key that the application pins.");
  }

  /** The payload of a text that a pinned key (SubjectPublicKeyInfo in base64) has signed. */
  static String payload(String jws, List<String> pinned) {
    Refusal.unless(
        jws.length() <= LONGEST, "malformed", "a question must have at most 2^22 characters.");
    String[] parts = BLANKS.matcher(jws).replaceAll("").split("[.]", -1);
    if (parts.length != 3 || !isOurs(utf8(parts[0])) || bytes(parts[2]).length != 2 * HALF) {
      throw unsigned();
    }
    byte[] signature = der(bytes(parts[2]));
    boolean isSigned = false;
    boolean isUnread = false;
    for (String key : pinned) {
      try {
        isSigned |= isSigned(key, signature, parts[0] + "." + parts[1]);
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        isUnread = true; // mistyped; the other key may be right
      }
    }
    Refusal.unless(
        isSigned || !isUnread,
        "keys",
        "a pinned key must be a public key of P-256 in base64. One was not.");
    if (!isSigned) {
      throw unsigned();
    }
    return utf8(parts[1]);
  }

  /** Nothing else: no other algorithm, no header that would have to be understood. */
  private static boolean isOurs(String header) {
    Map<String, String> ours = new HashMap<>();
    ours.put("alg", "ES256");
    ours.put("typ", "ldp-question");
    try {
      return ours.equals(Json.read(header));
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static byte[] bytes(String base64) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(base64);
      if (Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(base64)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // as one that is spelled in another way
    }
    throw unsigned();
  }

  private static String utf8(String base64) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(base64))).toString();
    } catch (CharacterCodingException e) {
      throw unsigned();
    }
  }

  /** A signature of r and s, as a JWS has it, in the form that JDK and Android have. */
  private static byte[] der(byte[] signature) {
    byte[] r = inRange(Arrays.copyOf(signature, HALF));
    byte[] s = inRange(Arrays.copyOfRange(signature, HALF, 2 * HALF));
    int length = 4 + r.length + s.length;
    return ByteBuffer.allocate(2 + length)
        .put(new byte[] {0x30, (byte) length, 2, (byte) r.length})
        .put(r)
        .put(new byte[] {2, (byte) s.length})
        .put(s)
        .array();
  }

  /** Some platforms take 0 for a signature of anything. */
  private static byte[] inRange(byte[] bytes) {
    BigInteger number = new BigInteger(1, bytes);
    if (number.signum() == 0 || number.compareTo(ORDER) >= 0) {
      throw unsigned();
    }
    return number.toByteArray();
  }

  private static boolean isSigned(String base64, byte[] der, String signed)
      throws GeneralSecurityException {
    PublicKey key =
        KeyFactory.getInstance("EC")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    Refusal.unless(((ECPublicKey) key).getParams().getOrder().equals(ORDER), "keys", "no P-256");
    Signature es256 = Signature.getInstance("SHA256withECDSA");
    es256.initVerify(key);
    es256.update(signed.getBytes(StandardCharsets.US_ASCII));
    try {
      return es256.verify(der);
    } catch (SignatureException e) { // no fault of the key
      return false;
    }
  }
}
