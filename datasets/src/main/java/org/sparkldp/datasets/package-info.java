/**
 * Seeded generators of synthetic tables whose truth is known, in plain Java: no Spark, no other
 * module.
 *
 * <p>Dictionary:
 *
 * <ul>
 *   <li><b>family</b>: a named kind of table with parameters, {@code zipf}; found by {@link
 *       java.util.ServiceLoader}, so that users bring their own.
 *   <li><b>generator</b>: a family with its parameters fixed, printed as its spec, {@code
 *       zipf(k=256,s=1.1)}.
 *   <li><b>seed</b>: any long; it names one table among those a generator can draw.
 *   <li><b>index</b>: the number of a row, from 0. A cell is a pure function of (seed, index), so
 *       the bytes are the same whatever the order, the partitions or the machine. Two generators
 *       with one seed share their random words: they are not independent of each other.
 *   <li><b>stream</b>: which draw of a row a random word serves, so that columns are independent
 *       unless a family relates them on purpose.
 *   <li><b>truth</b>: the distribution each cell of a column is drawn from. Rows are independent
 *       and identically distributed; the frequencies of one table scatter around the truth with the
 *       usual multinomial error.
 * </ul>
 *
 * <p>Nothing here is private or protects anything: the randomness makes test data, not privacy
 * noise. Every transcendental function of a cell is {@link StrictMath}'s, which gives the same bits
 * on every JVM; truths need not have the same last bit.
 */
package org.sparkldp.datasets;
