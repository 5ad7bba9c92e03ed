/**
 * Families of one column of numbers, x: the laws that methods are made for, and those on which they
 * fail (rounded, heaped, heavy-tailed, skewed, bimodal, gapped, two-point, constant, outliers).
 */
package org.sparkldp.datasets.numbers;
