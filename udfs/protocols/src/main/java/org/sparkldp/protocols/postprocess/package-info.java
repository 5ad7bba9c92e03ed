/**
 * Consistent counts from raw ones: nobody counts fewer than zero people, and all add up to n.
 *
 * <p>Raw estimates are unbiased, and an honest interval belongs to them. Every step here trades
 * that bias-freedom for smaller errors where truth is known to be a histogram: each person holds
 * exactly one of the items. It reads released estimates and nothing else, so it costs no privacy
 * (post-processing), and it never replaces the raw numbers: its result stands beside them, under
 * the step's name.
 *
 * <p>Which one? {@code simplex} where sums over sets of items matter ({@code norm-sub} is the same
 * with rare exceptions, in which people who lie may gain by it without bound), {@code base-cut} to
 * see which items exist at all, {@code power} where a few items are known to be heavy and most
 * rare, {@code clip} for the least interference with single items.
 *
 * <p>Source: Wang, Lopuhaä-Zwakenberg, Li, Skoric &amp; Li, "Locally Differentially Private
 * Frequency Estimation with Consistency", NDSS 2020.
 */
package org.sparkldp.protocols.postprocess;
