package org.sparkldp.datasets.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.sparkldp.datasets.Generator;
import org.sparkldp.datasets.GeneratorFamily;
import org.sparkldp.datasets.GeneratorParameter;
import org.sparkldp.datasets.GeneratorSpec;
import org.sparkldp.datasets.law.Normal;

/**
 * Body heights of the people of several regions, normal in each, with means evenly spaced about 170
 * cm: a table for means by group. All figures are invented.
 */
public final class Heights {
  private static final int REGION_STREAM = 1;
  private static final int HEIGHT_STREAM = 2;
  private static final double MIDDLE = 170;

  static final GeneratorFamily FAMILY =
      new GeneratorFamily(
          "heights",
          "body heights of the people of several regions, normal in each",
          List.of(
              GeneratorParameter.integer("regions", "regions, equally populous", 20, 1, 1000),
              GeneratorParameter.real(
                  "spread", "cm, from 170 to the means furthest away", 5, 0, 50),
              GeneratorParameter.real("sigma", "standard deviation in a region, cm", 7, 1, 50)),
          Heights::generator);

  private Heights() {}

  private static Generator generator(GeneratorSpec spec) {
    int regions = spec.integer("regions");
    Normal[] normals = new Normal[regions];
    List<String> names = new ArrayList<>();
    for (int region = 0; region < regions; region++) {
      double place = regions == 1 ? 0 : 2.0 * region / (regions - 1) - 1;
      normals[region] = new Normal(MIDDLE + spec.real("spread") * place, spec.real("sigma"));
      names.add(String.format(Locale.ROOT, "r%03d", region));
    }
    Choice region = Choice.of(REGION_STREAM, regions, i -> 1);
    return new Generator(
        spec,
        List.of(
            ItemTable.id(),
            region.texts("region", "r000, r001, ..., means rising", List.copyOf(names)),
            region.laws(
                "height",
                "cm, unbounded; at most 8.3 sigma from the region's mean",
                HEIGHT_STREAM,
                Arrays.asList(normals))));
  }
}
