package org.sparkldp.client;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * What an application decides, and no question: the keys that it trusts, and epsilon at most. A
 * question may lower a limit, and never raises it.
 */
public final class LoadOptions {
  final List<String> pinnedKeys;
  final double mostADay;
  final double mostForLife;
  final boolean storageLasts;
  final long minVersion;
  final Consumer<byte[]> random;
  final Clock clock;

  private LoadOptions(
      List<String> pinnedKeys,
      double mostADay,
      double mostForLife,
      boolean storageLasts,
      long minVersion,
      Consumer<byte[]> random,
      Clock clock) {
    this.pinnedKeys = pinnedKeys;
    this.mostADay = mostADay;
    this.mostForLife = mostForLife;
    this.storageLasts = storageLasts;
    this.minVersion = minVersion;
    this.random = random;
    this.clock = clock;
  }

  /**
   * Options without a limit for life, for storage that may be deleted.
   *
   * @param mostADay epsilon of all answers of a day together, by the device's clock
   * @param pinnedKeys one or two public keys of P-256, SubjectPublicKeyInfo in base64: the present
   *     one and the next
   */
  public static LoadOptions of(double mostADay, String... pinnedKeys) {
    return new LoadOptions(
        Collections.unmodifiableList(Arrays.asList(pinnedKeys.clone())),
        mostADay,
        Double.POSITIVE_INFINITY,
        false,
        0,
        bytes -> new SecureRandom().nextBytes(bytes),
        Clock.systemUTC());
  }

  /** With epsilon of all answers together at most; only where storage lasts. */
  public LoadOptions mostForLife(double epsilon) {
    return new LoadOptions(pinnedKeys, mostADay, epsilon, storageLasts, minVersion, random, clock);
  }

  /** For storage that stays until the person deletes the application. */
  public LoadOptions storageLasts() {
    return new LoadOptions(pinnedKeys, mostADay, mostForLife, true, minVersion, random, clock);
  }

  /** Refuses older questions. */
  public LoadOptions minVersion(long version) {
    return new LoadOptions(pinnedKeys, mostADay, mostForLife, storageLasts, version, random, clock);
  }

  /** With another source, which fills bytes; by default the platform's {@link SecureRandom}. */
  public LoadOptions random(Consumer<byte[]> source) {
    return new LoadOptions(
        pinnedKeys, mostADay, mostForLife, storageLasts, minVersion, source, clock);
  }

  /** With another clock than the device's. */
  public LoadOptions clock(Clock other) {
    return new LoadOptions(
        pinnedKeys, mostADay, mostForLife, storageLasts, minVersion, random, other);
  }
}
