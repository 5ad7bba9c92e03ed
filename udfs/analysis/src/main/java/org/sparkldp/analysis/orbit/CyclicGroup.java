package org.sparkldp.analysis.orbit;

/** Addition in a product of cyclic groups, its elements numbered like items. */
final class CyclicGroup {
  private final int[] sizes;

  CyclicGroup(int... sizes) {
    this.sizes = sizes.clone();
  }

  /** The number of u + v, digit by digit. */
  int add(int u, int v) {
    int sum = 0;
    int stride = 1;
    int left = u;
    int right = v;
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      int size = sizes[axis];
      sum += stride * ((left % size + right % size) % size);
      left /= size;
      right /= size;
      stride *= size;
    }
    return sum;
  }

  /** The number of −u. */
  int negate(int u) {
    int negative = 0;
    int stride = 1;
    int left = u;
    for (int axis = sizes.length - 1; axis >= 0; axis--) {
      int size = sizes[axis];
      negative += stride * ((size - left % size) % size);
      left /= size;
      stride *= size;
    }
    return negative;
  }
}
