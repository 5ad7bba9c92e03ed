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
  double mostForLife = Double.POSITIVE_INFINITY; // from here on, changed in a fresh copy alone
  boolean storageLasts;
  long minVersion;
  Consumer<byte[]> random = bytes -> new SecureRandom().nextBytes(bytes);
  Clock clock = Clock.systemUTC();

  private LoadOptions(List<String> pinnedKeys, double mostADay) {
    this.pinnedKeys = pinnedKeys;
    this.mostADay = mostADay;
  }

  private LoadOptions with(Consumer<LoadOptions> change) {
    LoadOptions copy = new LoadOptions(pinnedKeys, mostADay);
    copy.mostForLife = mostForLife;
    copy.storageLasts = storageLasts;
    copy.minVersion = minVersion;
    copy.random = random;
    copy.clock = clock;
    change.accept(copy);
    return copy;
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
        Collections.unmodifiableList(Arrays.asList(pinnedKeys.clone())), mostADay);
  }

  /** With epsilon of all answers together at most; only where storage lasts. */
  public LoadOptions mostForLife(double epsilon) {
    return with(copy -> copy.mostForLife = epsilon);
  }

  /** For storage that stays until the person deletes the application. */
  public LoadOptions storageLasts() {
    return with(copy -> copy.storageLasts = true);
  }

  /** Refuses older questions. */
  public LoadOptions minVersion(long version) {
    return with(copy -> copy.minVersion = version);
  }

  /** With another source, which fills bytes; by default the platform's {@link SecureRandom}. */
  public LoadOptions random(Consumer<byte[]> source) {
    return with(copy -> copy.random = source);
  }

  /** With another clock than the device's. */
  public LoadOptions clock(Clock other) {
    return with(copy -> copy.clock = other);
  }
}
