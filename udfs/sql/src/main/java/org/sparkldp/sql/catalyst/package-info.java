/**
 * Code that touches Catalyst's private parts: expressions around plain Java objects and
 * accumulators. Nothing here knows a function's name or an argument's meaning.
 */
package org.sparkldp.sql.catalyst;
