package org.sparkldp.protocols.catalogue;

import java.util.List;
import org.sparkldp.protocols.Catalogue;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.frequency.HadamardResponse;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.frequency.ProjectiveGeometryResponse;
import org.sparkldp.protocols.frequency.RandomizedResponse;
import org.sparkldp.protocols.frequency.SubsetSelection;
import org.sparkldp.protocols.frequency.UnaryEncoding;
import org.sparkldp.protocols.gaussian.OneRoundGaussian;
import org.sparkldp.protocols.gaussian.RobustGaussian;
import org.sparkldp.protocols.gaussian.TwoRoundGaussian;
import org.sparkldp.protocols.longitudinal.Loloha;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.GaussianMean;
import org.sparkldp.protocols.mean.LaplaceMean;
import org.sparkldp.protocols.mean.TruncatedMean;
import org.sparkldp.protocols.mean.WindowMean;
import org.sparkldp.protocols.quantile.Quantiles;
import org.sparkldp.protocols.query.StatisticalQueries;
import org.sparkldp.protocols.regression.NewtonGlm;
import org.sparkldp.protocols.sets.ItemBits;
import org.sparkldp.protocols.sets.PrivSet;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.sums.MeanBy;
import org.sparkldp.protocols.vector.CoordinateSampling;
import org.sparkldp.protocols.vector.GaussianVector;
import org.sparkldp.protocols.vector.Hypercube;
import org.sparkldp.protocols.vector.LaplaceVector;
import org.sparkldp.protocols.vector.OneCoordinate;
import org.sparkldp.protocols.vector.PrivUnit;
import org.sparkldp.protocols.words.Words;

/** The product's protocols, in the order of their families. */
public final class ProductProtocols implements Catalogue {
  @Override
  public List<Declaration<?>> declarations() {
    return List.of(
        RandomizedResponse.RR,
        RandomizedResponse.GRR,
        UnaryEncoding.SUE,
        UnaryEncoding.OUE,
        LinearLocalHashing.DECLARATION,
        HadamardResponse.DECLARATION,
        SubsetSelection.DECLARATION,
        ProjectiveGeometryResponse.DECLARATION,
        Loloha.LOLOHA,
        Factorization.DECLARATION,
        StrategyFile.DECLARATION,
        LaplaceMean.DECLARATION,
        GaussianMean.DECLARATION,
        DuchiMean.DECLARATION,
        WindowMean.DECLARATION,
        TruncatedMean.DECLARATION,
        Hypercube.DECLARATION,
        OneCoordinate.DECLARATION,
        CoordinateSampling.DECLARATION,
        LaplaceVector.DECLARATION,
        GaussianVector.DECLARATION,
        PrivUnit.L2_BALL,
        PrivUnit.PRIVUNIT,
        Density.DECLARATION,
        TwoRoundGaussian.DECLARATION,
        OneRoundGaussian.DECLARATION,
        RobustGaussian.DECLARATION,
        NewtonGlm.LOGISTIC,
        NewtonGlm.LINEAR,
        NewtonGlm.POISSON,
        Quantiles.MEDIAN_DECLARATION,
        Quantiles.QUANTILE_DECLARATION,
        StatisticalQueries.DECLARATION,
        Words.DECLARATION,
        ManyQuantiles.DECLARATION,
        MeanBy.DECLARATION,
        PrivSet.DECLARATION,
        ItemBits.DECLARATION);
  }
}
