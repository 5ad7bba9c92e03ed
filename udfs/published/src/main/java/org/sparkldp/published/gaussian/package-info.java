/**
 * The published protocols for the mean of a Gaussian, as their papers print them, for comparison
 * with the practical ones of {@code org.sparkldp.protocols.gaussian}: Joseph, Kulkarni, Mao &amp;
 * Wu, "Locally Private Gaussian Estimation", NeurIPS 2019; Gaboardi, Rogers &amp; Sheffet, "Locally
 * Private Mean Estimation: Z-test and Tight Confidence Intervals", AISTATS 2019.
 *
 * <p>Where they differ from print, all of them do alike:
 *
 * <ul>
 *   <li>The papers cut people into groups of exactly equal size. Here a public hash does, into
 *       shares that are equal on average, and estimators use the sizes that came out.
 *   <li>The first paper has means from 0 up to a power of two. Here values are counted from the
 *       lower end of the range that the question names, a public number, so that any range will do.
 *   <li>Real noise is discrete noise on a grid of up to 2^16 steps, exact to the last bit; a value
 *       is clipped and rounded to the grid before noise meets it.
 *   <li>Constants that a theorem leaves in its big O are not needed: where a size of people is
 *       required, {@link org.sparkldp.protocols.Demanding#usersNeeded} says which.
 * </ul>
 */
package org.sparkldp.published.gaussian;
