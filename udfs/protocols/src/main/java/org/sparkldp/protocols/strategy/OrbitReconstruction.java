package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.workload.GroupTransform;
import org.sparkldp.protocols.workload.Query;

/** Reconstruction over characters, for domains too large to write matrices out. */
final class OrbitReconstruction implements Reconstruction {
  /** Eigenvalues of X below this are taken for 0; the largest is 1. */
  private static final double RANK = 1e-11;

  private final GroupTransform domainTransform;
  private final List<OrbitMember> orbits;
  private final int[] offsets;
  private final Map<List<Integer>, GroupTransform> transforms = new LinkedHashMap<>();
  private final double[] counters;
  private final double[] perOrbit; // reports of each orbit
  private final double[] eigenvalues; // λ
  private final double[] data;
  // For character χ: the rows' places (orbit's offset + η, η not 0) that become it, in
  // places[starts[χ]] to places[starts[χ + 1] − 1].
  private final int[] starts;
  private final int[] places;
  private final int[] orbitOf;
  private final double[] zRe; // z by place
  private final double[] zIm;

  /**
   * @param attributes sizes whose product is n, the domain
   * @param mass by orbit
   * @param offsets first row of each orbit, and m
   * @param counters reports by row, or their expectations
   */
  OrbitReconstruction(
      int[] attributes, List<OrbitMember> orbits, double[] mass, int[] offsets, double[] counters) {
    int n = Arrays.stream(attributes).reduce(1, (a, b) -> a * b);
    int cells = offsets[orbits.size()];
    this.domainTransform = new GroupTransform(attributes);
    this.orbits = orbits;
    this.offsets = offsets;
    this.counters = counters;
    this.perOrbit = new double[orbits.size()];
    this.eigenvalues = new double[n];
    this.starts = new int[n + 1];
    this.places = new int[cells];
    this.orbitOf = new int[cells];
    this.zRe = new double[cells];
    this.zIm = new double[cells];
    double[] bRe = new double[n];
    double[] bIm = new double[n];
    int[] characters = new int[cells];
    for (int c = 0; c < orbits.size(); c++) {
      OrbitMember orbit = orbits.get(c);
      int rows = orbit.rows();
      GroupTransform transform = transform(orbit);
      double[] re = new double[rows];
      double[] im = new double[rows];
      for (int s : orbit.high) {
        re[s] = orbit.highProbability() - orbit.lowProbability(); // δ
      }
      transform.forward(re, im);
      re[0] = 1;
      im[0] = 0;
      double[] yRe = Arrays.copyOfRange(counters, offsets[c], offsets[c + 1]);
      double[] yIm = new double[rows];
      perOrbit[c] = Arrays.stream(yRe).sum();
      transform.forward(yRe, yIm);
      for (int eta = 0; eta < rows; eta++) {
        int place = offsets[c] + eta;
        orbitOf[place] = c;
        zRe[place] = re[eta];
        zIm[place] = im[eta];
        int chi = OrbitMember.character(attributes, orbit.features, orbit.moduli, eta);
        characters[place] = chi;
        starts[chi + 1] += eta == 0 ? 0 : 1;
        eigenvalues[chi] += mass[c] * (re[eta] * re[eta] + im[eta] * im[eta]);
        bRe[chi] += yRe[eta] * re[eta] - yIm[eta] * im[eta];
        bIm[chi] += yRe[eta] * im[eta] + yIm[eta] * re[eta];
      }
    }
    for (int chi = 0; chi < n; chi++) {
      starts[chi + 1] += starts[chi];
    }
    int[] next = starts.clone();
    for (int c = 0; c < orbits.size(); c++) {
      for (int place = offsets[c] + 1; place < offsets[c + 1]; place++) {
        places[next[characters[place]]++] = place;
      }
    }
    for (int chi = 0; chi < n; chi++) {
      double inverse = eigenvalues[chi] > RANK ? 1 / eigenvalues[chi] : 0;
      bRe[chi] *= inverse;
      bIm[chi] *= inverse;
    }
    domainTransform.inverse(bRe, bIm);
    this.data = bRe;
  }

  private GroupTransform transform(OrbitMember orbit) {
    return transforms.computeIfAbsent(
        Arrays.stream(orbit.moduli).boxed().toList(), key -> new GroupTransform(orbit.moduli));
  }

  @Override
  public double[] data() {
    return data.clone();
  }

  /**
   * A query's row of V.
   *
   * @param everywhere what every entry has
   * @param more what entries of some orbits have besides
   */
  private record SparseRow(double everywhere, Map<Integer, double[]> more) {}

  private SparseRow row(Query query) {
    int n = data.length;
    double[] gRe = new double[n];
    double[] gIm = new double[n];
    for (int i = 0; i < query.items().length; i++) {
      gRe[query.items()[i]] = query.weights()[i];
    }
    domainTransform.forward(gRe, gIm);
    double scale = 0;
    for (int chi = 0; chi < n; chi++) {
      scale = Math.max(scale, Math.abs(gRe[chi]) + Math.abs(gIm[chi]));
    }
    // Only characters that occur in the query touch rows; marginals have very few.
    Map<Integer, double[][]> touched = new LinkedHashMap<>();
    for (int chi = 1; chi < n; chi++) {
      if (Math.abs(gRe[chi]) + Math.abs(gIm[chi]) > 1e-12 * scale) {
        if (!(eigenvalues[chi] > RANK)) {
          throw Reconstruction.outsideRowSpace();
        }
        double re = gRe[chi] / eigenvalues[chi];
        double im = gIm[chi] / eigenvalues[chi];
        for (int i = starts[chi]; i < starts[chi + 1]; i++) {
          int place = places[i];
          int c = orbitOf[place];
          int rows = orbits.get(c).rows();
          double[][] row = touched.computeIfAbsent(c, key -> new double[2][rows]);
          int eta = place - offsets[c];
          row[0][eta] = (re * zRe[place] + im * zIm[place]) * rows / n;
          row[1][eta] = (im * zRe[place] - re * zIm[place]) * rows / n;
        }
      }
    }
    Map<Integer, double[]> more = new LinkedHashMap<>();
    touched.forEach(
        (c, row) -> {
          transform(orbits.get(c)).inverse(row[0], row[1]);
          more.put(c, row[0]);
        });
    return new SparseRow(gRe[0] / n, more);
  }

  @Override
  public double variance(Query query) {
    double ofMeans = 0;
    for (int i = 0; i < query.items().length; i++) {
      double w = query.weights()[i];
      ofMeans += w * w * data[query.items()[i]];
    }
    SparseRow all = row(query);
    double square = 0;
    for (double reports : perOrbit) {
      square += all.everywhere * all.everywhere * reports;
    }
    for (Map.Entry<Integer, double[]> entry : all.more.entrySet()) {
      double[] row = entry.getValue();
      for (int t = 0; t < row.length; t++) {
        square += counters[offsets[entry.getKey()] + t] * row[t] * (2 * all.everywhere + row[t]);
      }
    }
    return Math.max(0, square - ofMeans);
  }

  @Override
  public Reach reach(Query query) {
    SparseRow all = row(query);
    double least = all.more.size() < orbits.size() ? 0 : Double.POSITIVE_INFINITY;
    double most = -least;
    for (double[] row : all.more.values()) {
      Reach reach = Reach.of(row);
      least = Math.min(least, reach.least());
      most = Math.max(most, reach.most());
    }
    return new Reach(all.everywhere + least, all.everywhere + most);
  }
}
