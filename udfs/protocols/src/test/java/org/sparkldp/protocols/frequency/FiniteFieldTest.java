package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FiniteFieldTest {

  @Test
  void thereIsAFieldForEveryPrimePower() {
    assertEquals(
        List.of(2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32),
        IntStream.range(-1, 36).filter(FiniteField::exists).boxed().toList());
    assertTrue(FiniteField.exists(243) && FiniteField.exists(251) && FiniteField.exists(256));
    assertEquals(false, FiniteField.exists(257));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 13, 16, 25, 27, 49, 53, 64, 81})
  void sumsAndProductsObeyTheLawsOfAField(int g) {
    FiniteField field = new FiniteField(g);
    for (int a = 0; a < g; a++) {
      assertEquals(a, field.sum(a, 0));
      assertEquals(a, field.product(a, 1));
      assertEquals(0, field.product(a, 0));
      boolean[] sums = new boolean[g];
      boolean[] products = new boolean[g];
      for (int b = 0; b < g; b++) {
        sums[field.sum(a, b)] = true;
        products[field.product(a, b)] = true;
        assertEquals(field.sum(b, a), field.sum(a, b));
        assertEquals(field.product(b, a), field.product(a, b));
        for (int c = 0; c < g; c++) {
          assertEquals(field.sum(field.sum(a, b), c), field.sum(a, field.sum(b, c)));
          assertEquals(
              field.product(a, field.sum(b, c)),
              field.sum(field.product(a, b), field.product(a, c)));
          assertEquals(
              field.product(field.product(a, b), c), field.product(a, field.product(b, c)));
        }
      }
      // Subtraction, and division by all but 0, are possible.
      assertEquals(g, IntStream.range(0, g).filter(i -> sums[i]).count());
      assertEquals(a == 0 ? 1 : g, IntStream.range(0, g).filter(i -> products[i]).count());
    }
  }

  @Test
  void primeFieldsAreTheIntegersModuloThePrime() {
    FiniteField field = new FiniteField(251);
    for (int a = 0; a < 251; a++) {
      for (int b = 0; b < 251; b++) {
        assertEquals((a + b) % 251, field.sum(a, b));
        assertEquals(a * b % 251, field.product(a, b));
      }
    }
  }

  @Test
  void extensionFieldsReduceByTheDocumentedPolynomial() {
    // x · x^{r−1} = x^r = c.
    assertEquals(3, new FiniteField(4).product(2, 2));
    assertEquals(3, new FiniteField(8).product(2, 4));
    assertEquals(4, new FiniteField(9).product(3, 3));
    assertEquals(3, new FiniteField(16).product(2, 8));
    assertEquals(29, new FiniteField(256).product(2, 128));
  }
}
