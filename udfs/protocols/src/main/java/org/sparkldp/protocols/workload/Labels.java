package org.sparkldp.protocols.workload;

/** The names of a domain's items, attributes and levels, so that queries can be named. */
public interface Labels {

  /** Item {@code item} of the domain. */
  String item(int item);

  /** Attribute {@code attribute}, such as a column's name. */
  String attribute(int attribute);

  /** Level {@code digit} of an attribute. */
  String level(int attribute, int digit);

  /** Everything by its number. */
  Labels NUMBERS =
      new Labels() {
        @Override
        public String item(int item) {
          return Integer.toString(item);
        }

        @Override
        public String attribute(int attribute) {
          return Integer.toString(attribute);
        }

        @Override
        public String level(int attribute, int digit) {
          return Integer.toString(digit);
        }
      };

  /**
   * The names of a plain domain of 2^d items that a workload reads as d bits: bit b is worth 2^b,
   * so attribute 0, which runs slowest, is "bit d−1" and the last one "bit 0". Items keep their
   * names.
   */
  static Labels bits(int d, Labels plain) {
    return new Labels() {
      @Override
      public String item(int item) {
        return plain.item(item);
      }

      @Override
      public String attribute(int attribute) {
        return "bit " + (d - 1 - attribute);
      }

      @Override
      public String level(int attribute, int digit) {
        return Integer.toString(digit);
      }
    };
  }
}
