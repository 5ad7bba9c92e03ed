/**
 * Consistent counts from raw ones: nobody counts fewer than zero people, and all add up to n.
 *
 * <p>Raw estimates are unbiased, and an honest interval belongs to them. Every step here trades
 * that bias-freedom for smaller errors where truth is known to be a histogram: each person holds
 * exactly one of the items. It reads released estimates and nothing else, so it costs no privacy
 * (post-processing), and it never replaces the raw numbers: its result stands beside them, under
 * the step's name.
 *
 * <p>{@code best} is the number to show. {@code simplex} is for whoever wants the nearest counts,
 * such as against people who lie: it at most doubles what they shift.
 */
package org.sparkldp.protocols.postprocess;
