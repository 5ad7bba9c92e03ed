package org.sparkldp.protocols.audit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Ways to sort reports into buckets, from which an audit makes its events: the report itself, its
 * size, its last digits, how finely its number is divided, its bits and pairs of them. Any function
 * of a report may show a leak, and none is complete: a finding is a leak, but no finding proves
 * nothing.
 *
 * <p>How finely a number is divided reveals mechanisms in floating point: x + noise has other last
 * digits for other x, so that some outputs of one value are impossible for another (Mironov, "On
 * significance of the least significant bits for differential privacy", CCS 2012).
 *
 * <p>Buckets are learned from some reports; all other reports share one bucket.
 */
final class Features {
  /** Buckets of a feature, at most. */
  private static final int BUCKETS = 4096;

  /** Parts that a number's range is cut into. */
  private static final int PARTS = 64;

  /** Bits of a report that are compared one by one, and in pairs. */
  private static final int BITS = 512;

  private static final int PAIRED_BITS = 24;

  /** Characters of a report that are compared one by one. */
  private static final int CHARACTERS = 128;

  /** How far a frequency is taken to be off, in standard errors, when events are chosen. */
  private static final double CAUTION = 5;

  /** A way to sort reports, with how many buckets it has. */
  private record Feature(int buckets, ToIntFunction<Object> bucket) {}

  /**
   * Reports in a union of buckets.
   *
   * @param feature whose buckets
   * @param buckets which of them
   * @param promised epsilon that it seems to show
   */
  record BucketEvent(int feature, BitSet buckets, double promised) {}

  /** The number of reports in each bucket. */
  final class BucketCounts {
    private final int[][] counts;
    private long reports;

    private BucketCounts() {
      counts = new int[features.size()][];
      Arrays.setAll(counts, f -> new int[features.get(f).buckets]);
    }

    void add(Object report) {
      reports++;
      for (int f = 0; f < counts.length; f++) {
        counts[f][features.get(f).bucket.applyAsInt(report)]++;
      }
    }

    long reports() {
      return reports;
    }

    long hits(BucketEvent event) {
      return event.buckets.stream().mapToLong(bucket -> counts[event.feature][bucket]).sum();
    }
  }

  private final List<Feature> features = new ArrayList<>();

  private Features() {}

  /** Learns buckets from reports: Long, Double, String or byte[], all of one kind. */
  static Features of(List<?> reports) {
    Features features = new Features();
    Object first = reports.get(0);
    if (first instanceof Long) {
      features.addNumbers(reports, r -> (Long) r, r -> (double) (Long) r);
      features.addFineness(reports, r -> Double.longBitsToDouble((Long) r));
    } else if (first instanceof Double) {
      features.addNumbers(reports, r -> Double.doubleToLongBits((Double) r), r -> (Double) r);
      features.addFineness(reports, r -> (Double) r);
    } else if (first instanceof byte[]) {
      features.addBytes(reports);
    } else {
      features.addTexts(reports);
    }
    return features;
  }

  /** What features understand of a report: cells as long, packed bits as they are. */
  static Object plain(Object report) {
    if (report instanceof Byte || report instanceof Short || report instanceof Integer) {
      return ((Number) report).longValue();
    }
    if (report instanceof Float number) {
      return number.doubleValue();
    }
    return report instanceof Long || report instanceof Double || report instanceof byte[]
        ? report
        : String.valueOf(report);
  }

  BucketCounts newCounts() {
    return new BucketCounts();
  }

  /** Whether a report is of an event. */
  boolean holds(BucketEvent event, Object report) {
    return event.buckets.get(features.get(event.feature).bucket.applyAsInt(report));
  }

  /**
   * The event that promises most to show that two values differ. In which order buckets speak for
   * the one is learned from some reports, how many of them the event takes from others: else what
   * happened to be rare in some would promise too much.
   *
   * @param own reports of the one value that give the order
   * @param other reports of the other value that give the order
   * @param chosenByOwn reports of the one value that choose
   * @param chosenByOther reports of the other value that choose
   */
  BucketEvent best(
      BucketCounts own,
      BucketCounts other,
      BucketCounts chosenByOwn,
      BucketCounts chosenByOther,
      double delta) {
    BucketEvent best = new BucketEvent(0, new BitSet(), Double.NEGATIVE_INFINITY);
    for (int f = 0; f < features.size(); f++) {
      int[] a = own.counts[f];
      int[] b = other.counts[f];
      Integer[] order = new Integer[a.length];
      Arrays.setAll(order, i -> i);
      double scale = (double) own.reports / other.reports;
      // Those first that speak most for the one; half a report for fairness among rare ones.
      Arrays.sort(
          order,
          (i, j) ->
              Double.compare(
                  (a[j] + 0.5) / (b[j] * scale + 0.5), (a[i] + 0.5) / (b[i] * scale + 0.5)));
      BitSet buckets = new BitSet();
      long hitsA = 0;
      long hitsB = 0;
      for (int bucket : order) {
        buckets.set(bucket);
        hitsA += chosenByOwn.counts[f][bucket];
        hitsB += chosenByOther.counts[f][bucket];
        double promised = promised(hitsA, chosenByOwn.reports, hitsB, chosenByOther.reports, delta);
        if (promised > best.promised) {
          best = new BucketEvent(f, (BitSet) buckets.clone(), promised);
        }
      }
    }
    return best;
  }

  /** A rule of thumb for what an event will show; it only decides which event is tested. */
  private static double promised(long hitsA, long a, long hitsB, long b, double delta) {
    double z = CAUTION;
    double lower = (double) hitsA / a - z * Math.sqrt(hitsA) / a;
    double upper = (double) hitsB / b + z * Math.sqrt(hitsB) / b + z * z / 2 / b;
    return Math.log(Math.max(0, lower - delta) / upper);
  }

  private void add(List<?> reports, ToLongFunction<Object> key) {
    Map<Long, Integer> counts = new HashMap<>();
    for (Object report : reports) {
      counts.merge(key.applyAsLong(report), 1, Integer::sum);
    }
    Map<Long, Integer> buckets = new HashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<Long, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(BUCKETS)
        .forEach(entry -> buckets.put(entry.getKey(), buckets.size() + 1));
    // Bucket 0 is for all others.
    features.add(
        new Feature(
            buckets.size() + 1, report -> buckets.getOrDefault(key.applyAsLong(report), 0)));
  }

  private void addNumbers(List<?> reports, ToLongFunction<Object> word, ToNumber number) {
    add(reports, word);
    double[] sorted = reports.stream().mapToDouble(number::of).sorted().toArray();
    double[] cuts = new double[PARTS - 1];
    Arrays.setAll(cuts, i -> sorted[(int) ((long) sorted.length * (i + 1) / PARTS)]);
    add(
        reports,
        r -> {
          int place = Arrays.binarySearch(cuts, number.of(r));
          return place < 0 ? ~place : place;
        });
    add(reports, r -> word.applyAsLong(r) & 0xff);
    add(reports, r -> Long.numberOfTrailingZeros(word.applyAsLong(r)));
  }

  private interface ToNumber {
    double of(Object report);
  }

  /** By the place of the last binary digit that is not 0, alone and with that of the first. */
  private void addFineness(List<?> reports, ToNumber number) {
    add(reports, r -> lastPlace(number.of(r)));
    add(reports, r -> ((long) Math.getExponent(number.of(r)) << 32) + lastPlace(number.of(r)));
  }

  private static int lastPlace(double x) {
    long fraction = Double.doubleToLongBits(x) & ((1L << 52) - 1);
    int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(x));
    return fraction == 0 ? exponent : exponent - 52 + Long.numberOfTrailingZeros(fraction);
  }

  private void addBytes(List<?> reports) {
    add(reports, r -> hash((byte[]) r));
    add(reports, r -> BitSet.valueOf((byte[]) r).cardinality());
    add(reports, r -> ((byte[]) r).length);
    int bits = reports.stream().mapToInt(r -> 8 * ((byte[]) r).length).max().orElse(0);
    for (int bit = 0; bit < Math.min(BITS, bits); bit++) {
      int i = bit;
      features.add(new Feature(3, r -> bit((byte[]) r, i)));
    }
    for (int i = 0; i < Math.min(PAIRED_BITS, bits); i++) {
      for (int j = 0; j < i; j++) {
        int one = i;
        int other = j;
        features.add(new Feature(9, r -> 3 * bit((byte[]) r, one) + bit((byte[]) r, other)));
      }
    }
  }

  private static long hash(byte[] bytes) {
    long hash = bytes.length;
    for (byte b : bytes) {
      hash = hash * 0x5851f42d4c957f2dL + b;
    }
    return hash;
  }

  private static int bit(byte[] bytes, int place) {
    return place >>> 3 < bytes.length ? bytes[place >>> 3] >>> (place & 7) & 1 : 2;
  }

  private void addTexts(List<?> reports) {
    add(reports, r -> hash(r.toString().getBytes(StandardCharsets.UTF_8)));
    add(reports, r -> r.toString().length());
    int most = reports.stream().mapToInt(r -> r.toString().length()).max().orElse(0);
    for (int place = 0; place < Math.min(CHARACTERS, most); place++) {
      int i = place;
      add(reports, r -> i < r.toString().length() ? r.toString().charAt(i) : -1);
    }
  }
}
