/**
 * What a whole table's reports became, and what anybody may ask of it: SQL with intervals, and
 * synthetic people.
 */
package org.sparkldp.jobs.collected;
