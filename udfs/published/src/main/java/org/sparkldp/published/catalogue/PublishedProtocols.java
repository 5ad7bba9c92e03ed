package org.sparkldp.published.catalogue;

import java.util.List;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.published.density.PublishedDensity;
import org.sparkldp.published.frequency.BinaryLocalHashing;
import org.sparkldp.published.frequency.SeededLocalHashing;
import org.sparkldp.published.frequency.ThresholdedHistogramEncoding;
import org.sparkldp.published.gaussian.GrsKnown;
import org.sparkldp.published.gaussian.GrsUnknown;
import org.sparkldp.published.gaussian.KvGaussian;
import org.sparkldp.published.gaussian.KvGaussianOneRound;
import org.sparkldp.published.gaussian.UvGaussian;
import org.sparkldp.published.gaussian.UvGaussianOneRound;
import org.sparkldp.published.keyvalue.PckvUe;
import org.sparkldp.published.mean.HybridMean;
import org.sparkldp.published.mean.PublishedTruncatedMean;
import org.sparkldp.published.quantile.Descent;
import org.sparkldp.published.quantile.NaiveMedian;
import org.sparkldp.published.rappor.Rappor;
import org.sparkldp.published.regression.Glm;
import org.sparkldp.published.vector.GaussianPrivUnit;

/** Protocols that only serve to compare with papers: protocols, and variants of the product's. */
public final class PublishedProtocols implements Catalogue {
  @Override
  public List<Declaration<?>> declarations() {
    return List.of(
        KvGaussian.DECLARATION,
        KvGaussianOneRound.DECLARATION,
        UvGaussian.DECLARATION,
        UvGaussianOneRound.DECLARATION,
        GrsKnown.DECLARATION,
        GrsUnknown.DECLARATION,
        NaiveMedian.DECLARATION,
        BinaryLocalHashing.DECLARATION,
        ThresholdedHistogramEncoding.DECLARATION,
        Rappor.DECLARATION,
        Glm.LOGISTIC,
        Glm.LINEAR,
        Glm.POISSON,
        GaussianPrivUnit.DECLARATION,
        SeededLocalHashing.DECLARATION,
        Descent.MEDIAN,
        Descent.QUANTILE,
        PublishedDensity.DECLARATION,
        HybridMean.PIECEWISE,
        HybridMean.HYBRID,
        PublishedTruncatedMean.BASE,
        PublishedTruncatedMean.TRUNCATION,
        PckvUe.DECLARATION);
  }
}
