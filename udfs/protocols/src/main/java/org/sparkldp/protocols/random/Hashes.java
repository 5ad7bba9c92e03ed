package org.sparkldp.protocols.random;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The public hash functions of formats and of public coins. They keep no secret. */
public final class Hashes {
  /** 2^64 over the golden ratio: SplitMix64's step. */
  public static final long GAMMA = 0x9e3779b97f4a7c15L;

  private Hashes() {}

  /** SplitMix64's finaliser (Steele, Lea &amp; Flood, OOPSLA 2014): scatters words, one to one. */
  public static long mix(long word) {
    long x = (word ^ (word >>> 30)) * 0xbf58476d1ce4e5b9L;
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
    return x ^ (x >>> 31);
  }

  /** Bytes in hexadecimal digits; Android has HexFormat from version 14 on. */
  public static String hex(byte[] bytes, int from, int to) {
    StringBuilder digits = new StringBuilder(2 * (to - from));
    for (int i = from; i < to; i++) {
      digits.append(Character.forDigit((bytes[i] >> 4) & 15, 16));
      digits.append(Character.forDigit(bytes[i] & 15, 16));
    }
    return digits.toString();
  }

  /** SHA-256, 32 bytes. */
  public static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform provides SHA-256", e);
    }
  }
}
