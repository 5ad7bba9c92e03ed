package org.sparkldp.protocols.workload;

/** How a domain names its items, attributes and levels, so that queries can be named. */
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
}
