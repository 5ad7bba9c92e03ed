/**
 * The protocols as Spark SQL functions and aggregates.
 *
 * <p>One list, {@link org.sparkldp.sql.LdpFunctions}, holds every function with its documentation;
 * it enters a session by {@link org.sparkldp.sql.LdpExtensions}. Constants are validated on the
 * driver, at analysis; what runs per row is one compiled call on an immutable Java object ({@link
 * org.sparkldp.sql.ObjectCall}). Keys are found by {@link org.sparkldp.sql.KeyLocation} and appear
 * in no SQL text, plan or log.
 */
package org.sparkldp.sql;
