package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.sparkldp.analysis.orbit.ColumnGeneration.MixtureColumn;
import org.sparkldp.analysis.orbit.ColumnGeneration.Space;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Orbit;

/**
 * The spaces in which base sets over a domain of attributes are searched: functions of all of them,
 * or of few.
 *
 * @param attributes sizes of the domain's attributes
 * @param epsilon privacy budget in nats
 * @param random what searches draw from
 */
record Spaces(int[] attributes, double epsilon, RandomSource random) {

  /** The sizes of the attributes that say something, whose group has the domain's numbers. */
  int[] sizes() {
    return Arrays.stream(attributes).filter(size -> size > 1).toArray();
  }

  /** Each such attribute as a feature. */
  int[][] everything() {
    int[][] features = new int[sizes().length][attributes.length];
    int j = 0;
    for (int i = 0; i < attributes.length; i++) {
      if (attributes[i] > 1) {
        features[j++][i] = 1;
      }
    }
    return features;
  }

  /** Each set of attributes of few values together, as a space of its own. */
  List<Space> few(CharacterClasses classes) {
    List<Space> spaces = new ArrayList<>();
    int r = attributes.length;
    int largest = 256;
    for (int subset = 1; r < 20 && subset < 1 << r; subset++) {
      long order = 1;
      List<Integer> digits = new ArrayList<>();
      for (int i = 0; i < r; i++) {
        if ((subset >> i & 1) == 1 && attributes[i] > 1) {
          order *= attributes[i];
          digits.add(i);
        }
      }
      if (!digits.isEmpty() && order <= largest && Integer.bitCount(subset) == digits.size()) {
        spaces.add(of(digits, classes));
      }
    }
    return spaces;
  }

  /** Functions of everything, one of which leaves no character out: that of one item. */
  Space all(CharacterClasses classes) {
    return new Space(new SetSearch(sizes(), epsilon, random, false), everything(), classes.of());
  }

  /** Functions of 2 to {@code most} binary attributes, whichever these are. */
  List<Space> binary(int most, CharacterClasses classes) {
    List<Space> spaces = new ArrayList<>();
    for (int b = 2; b <= Math.min(attributes.length, most); b++) {
      int[] sizes = new int[b];
      Arrays.fill(sizes, 2);
      spaces.add(
          new Space(
              new SetSearch(sizes, epsilon, random),
              SymmetricFunctions.identity(b, b),
              Arrays.copyOf(classes.of(), 1 << b)));
    }
    return spaces;
  }

  /** Functions of a few attributes. */
  Space of(List<Integer> digits, CharacterClasses classes) {
    int[] sizes = digits.stream().mapToInt(i -> attributes[i]).toArray();
    int[][] features = new int[sizes.length][attributes.length];
    for (int j = 0; j < sizes.length; j++) {
      features[j][digits.get(j)] = 1;
    }
    SetSearch search = new SetSearch(sizes, epsilon, random);
    BitSet none = new BitSet();
    int[] pulled =
        new OrbitEvaluation.Spectrum(new Orbit(features, sizes, none, 1), attributes, epsilon)
            .pulled;
    return new Space(search, features, Arrays.stream(pulled).map(c -> classes.of()[c]).toArray());
  }

  private record Image(Orbit orbit, double[] values) implements MixtureColumn {}

  /** The column of an orbit: its power in each class. */
  MixtureColumn column(Orbit orbit, CharacterClasses classes) {
    OrbitEvaluation.Spectrum spectrum = new OrbitEvaluation.Spectrum(orbit, attributes, epsilon);
    double[] values = new double[classes.a().length];
    for (int eta = 1; eta < spectrum.pulled.length; eta++) {
      int index = classes.of()[spectrum.pulled[eta]];
      if (index >= 0) {
        values[index] += spectrum.power(eta);
      }
    }
    return new Image(orbit, values);
  }

  /** A mixture over this domain. */
  Design.Orbits design(ColumnGeneration mixture) {
    List<Orbit> orbits = new ArrayList<>();
    for (int i = 0; i < mixture.masses().length; i++) {
      Orbit orbit = mixture.columns().get(i).orbit();
      orbits.add(new Orbit(orbit.features(), orbit.moduli(), orbit.base(), mixture.masses()[i]));
    }
    return new Design.Orbits(attributes, orbits);
  }
}
