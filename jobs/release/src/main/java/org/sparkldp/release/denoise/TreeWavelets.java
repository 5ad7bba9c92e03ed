package org.sparkldp.release.denoise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * {@code tree-wavelets}: soft thresholding of the coefficients in a {@link TreeWaveletBasis}, for
 * truths that change along few edges of a graph. The mean over several random spanning trees, each
 * with a threshold of its own; trees do not look at the noisy vector.
 *
 * <p>The constant of each component is kept, so an isolated node is returned as it is.
 *
 * <p>The mean of the estimates has the mean of their divergences; one tree's is the number of its
 * coefficients that are not 0.
 *
 * <p>Trees are drawn with weights as {@link SpanningForest} says; beyond that weights mean nothing
 * here.
 *
 * <p>Source: Sharpnack, Singh &amp; Krishnamurthy, AISTATS 2013.
 */
final class TreeWavelets implements Denoiser {
  private final Graph graph;
  private final Threshold rule;
  private final int seed;
  private final List<TreeWaveletBasis> bases = new ArrayList<>();

  TreeWavelets(Graph graph, int trees, Threshold rule, int seed) {
    Require.atLeast("trees", trees, 1);
    this.graph = graph;
    this.rule = rule;
    this.seed = seed;
    SimulationSource source = new SimulationSource(seed);
    for (int t = 0; t < trees; t++) {
      bases.add(TreeWaveletBasis.of(SpanningForest.draw(graph, source)));
    }
  }

  @Override
  public ProtocolSpec spec() {
    return ProtocolSpec.named("tree-wavelets")
        .with("trees", bases.size())
        .with("rule", Choices.written(rule))
        .with("seed", seed);
  }

  @Override
  public Denoised denoise(double[] noisy, double sigma) {
    Noisy.require(noisy, sigma, graph);
    int n = noisy.length;
    double[] values = new double[n];
    double thresholds = 0;
    double freedom = 0;
    for (TreeWaveletBasis basis : bases) {
      double[] coefficients = basis.analyse(noisy);
      double threshold = rule.of(Arrays.copyOf(coefficients, basis.details()), sigma);
      thresholds += threshold;
      freedom += n - basis.details();
      for (int i = 0; i < basis.details(); i++) {
        freedom += Math.abs(coefficients[i]) > threshold ? 1 : 0;
        coefficients[i] = Threshold.soft(coefficients[i], threshold);
      }
      double[] one = basis.synthesise(coefficients);
      for (int i = 0; i < n; i++) {
        values[i] += one[i] / bases.size();
      }
    }
    return new Denoised(
        values,
        (bases.size() > 1 ? "mean " : "") + rule.setting(thresholds / bases.size(), sigma),
        Stein.risk(noisy, values, freedom / bases.size(), sigma));
  }
}
