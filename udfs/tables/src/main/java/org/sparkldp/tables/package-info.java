/**
 * The model of a whole table from answers to some of its marginals: each person answered one table,
 * and anything may be asked afterwards.
 *
 * <p>A {@link org.sparkldp.tables.Domain} names attributes and {@link
 * org.sparkldp.tables.TableChoice} the tables to ask; an {@link org.sparkldp.tables.AskedTable}
 * holds unbiased shares with the {@link org.sparkldp.tables.PureLaw} of their errors. {@link
 * org.sparkldp.tables.LinearAnswers} answers what lies inside asked tables, unbiased and with exact
 * errors; a {@link org.sparkldp.tables.Model} answers all else, {@link org.sparkldp.tables.Redraws}
 * say how far it may be off, and {@link org.sparkldp.tables.SyntheticRows} draws people from it. No
 * Spark, no native algebra, and the same bits on every machine.
 */
package org.sparkldp.tables;
