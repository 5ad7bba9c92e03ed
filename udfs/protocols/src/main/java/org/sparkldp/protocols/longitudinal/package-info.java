/**
 * The same people in every period, at one epsilon for life: what each person answers with is drawn
 * once and remembered, and each report is drawn anew from it.
 *
 * <p>Dictionary, beside that of {@link org.sparkldp.protocols}:
 *
 * <dl>
 *   <dt>part
 *   <dd>what a person draws once without looking at any value, such as a hash function; it is in
 *       every report
 *   <dt>cell
 *   <dd>what of a value a report can depend on, given the part: the bucket that the hash function
 *       gives, for instance
 *   <dt>permanent response
 *   <dd>the randomized cell, drawn once for each cell that a person ever has
 *   <dt>instantaneous response
 *   <dd>the answer in a report, drawn from the permanent response in each period
 *   <dt>history
 *   <dd>the values of a person, one for each period
 *   <dt>pattern
 *   <dd>of a history, which periods have the same cell
 *   <dt>lifetime epsilon
 *   <dd>of all reports of a person together, for any two histories of one pattern
 * </dl>
 */
package org.sparkldp.protocols.longitudinal;
