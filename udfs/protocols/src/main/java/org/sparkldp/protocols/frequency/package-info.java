/**
 * Frequency oracles: how many people hold each of k items?
 *
 * <p>Most are <em>pure</em> (Wang, Blocki, Li &amp; Jha, USENIX Security 2017): a report supports
 * its person's own item with probability p and any other given item with probability q, and one
 * engine, {@link org.sparkldp.protocols.frequency.PureOracle}, serves them all. They differ in the
 * size of a report, in the cost of making and of counting it, and in p and q.
 *
 * <p>A report is either a cell ({@link org.sparkldp.protocols.CellProtocol}) or packed bits ({@link
 * org.sparkldp.protocols.frequency.BitOracle}); its size never depends on the item.
 */
package org.sparkldp.protocols.frequency;
