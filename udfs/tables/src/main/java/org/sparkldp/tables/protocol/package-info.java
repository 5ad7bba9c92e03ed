/**
 * The protocol by which a table is asked: each person answers one of several small tables, named at
 * once or chosen in three rounds.
 */
package org.sparkldp.tables.protocol;
