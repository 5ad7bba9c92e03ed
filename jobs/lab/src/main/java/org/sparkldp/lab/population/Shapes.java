package org.sparkldp.lab.population;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The populations on which methods fail, fitted to a protocol's range: name and generator's spec of
 * each. The first of each list is one on which methods work.
 */
public final class Shapes {
  /** A mean that no multiple of a step meets. */
  private static final double OFF_CENTRE = 0.0314159;

  private Shapes() {}

  private static String text(String pattern, Object... numbers) {
    return String.format(Locale.ROOT, pattern, numbers);
  }

  /** Standard deviation of all where 1 % answer in inches, by that of the others. */
  private static final double OF_OTHER_UNIT =
      Math.sqrt(0.99 + 0.01 * 0.394 * 0.394 + 0.0099 * 14.7 * 14.7);

  /** Numbers in a range, about its middle; tails reach beyond its ends. */
  public static Map<String, String> numbers(double lower, double upper) {
    double width = upper - lower;
    double middle = lower + width / 2;
    Map<String, String> shapes = about(middle + OFF_CENTRE * width, width / 10);
    shapes.put("evenly spread", text("interval(lower=%s,upper=%s)", lower, upper));
    shapes.put("gap", text("gapped(lower=%s,upper=%s,gap=0.05)", lower, upper));
    shapes.put(
        "two values",
        text("two-point(low=%s,high=%s,share=0.45)", lower + width / 5, lower + 7 * width / 10));
    shapes.put("constant", text("two-point(low=%s,high=%s,share=0)", middle, upper));
    shapes.put("all at the edge", text("two-point(low=%s,high=%s,share=0)", lower, upper));
    return shapes;
  }

  /** Numbers with this mean and standard deviation. */
  public static Map<String, String> about(double mean, double sigma) {
    Map<String, String> shapes = new LinkedHashMap<>();
    String law = text("(mu=%s,sigma=%s", mean, sigma);
    shapes.put("normal", "gaussian" + law + ")");
    shapes.put("rounded to sigma / 7", "rounded" + law + text(",step=%s)", sigma / 7));
    shapes.put("rounded to sigma", "rounded" + law + text(",step=%s)", sigma));
    shapes.put("heaped", "heaped" + law + text(",step=%s,heap=%s,share=0.3)", sigma / 10, sigma));
    for (int percent : new int[] {5, 10, 20}) {
      shapes.put(
          percent + " % heap to 0.7 sigma",
          "heaped"
              + law
              + text(",step=%s,heap=%s,share=%s)", sigma / 7, sigma * 5 / 7, percent / 100.0));
    }
    shapes.put("Laplace", "laplace" + law + ")");
    shapes.put("Student 5", "student" + law + ",df=5)");
    shapes.put(
        "uniform",
        text(
            "interval(lower=%s,upper=%s)",
            mean - Math.sqrt(3) * sigma, mean + Math.sqrt(3) * sigma));
    shapes.put("exponential", "exponential" + law + ")");
    shapes.put("gamma of skewness 1", "gamma" + law + ",shape=4)");
    shapes.put("gamma of skewness 1/2", "gamma" + law + ",shape=16)");
    // Heights in cm, 178 ± 7 and 165 ± 6.5; and of men of whom some answer in inches.
    shapes.put("two sexes 70:30", "two-normals" + law + ",share=0.3,distance=-1.857,ratio=0.93)");
    shapes.put("two sexes 50:50", "two-normals" + law + ",share=0.5,distance=-1.857,ratio=0.93)");
    shapes.put(
        "1 % in another unit",
        text(
            "two-normals(mu=%s,sigma=%s,share=0.01,distance=-14.7,ratio=0.394)",
            mean, OF_OTHER_UNIT * sigma));
    shapes.put("skewed mixture", "two-normals" + law + ",share=0.2,distance=3)");
    shapes.put("two modes", "two-normals" + law + ",share=0.5,distance=6)");
    shapes.put("outliers", "two-normals" + law + ",share=0.01,distance=20)");
    shapes.put("sigma 1.2 times", text("gaussian(mu=%s,sigma=%s)", mean, 1.2 * sigma));
    shapes.put("sigma 1.7 times", text("gaussian(mu=%s,sigma=%s)", mean, 1.7 * sigma));
    return shapes;
  }

  /** Items of a domain. */
  public static Map<String, String> items(int k) {
    Map<String, String> shapes = new LinkedHashMap<>();
    shapes.put("Zipf", text("zipf(k=%d)", k));
    shapes.put("equally popular", text("uniform(k=%d)", k));
    shapes.put("one item only", text("geometric(k=%d,ratio=0.001)", k));
    shapes.put("few items", text("geometric(k=%d,ratio=0.5)", k));
    return shapes;
  }
}
