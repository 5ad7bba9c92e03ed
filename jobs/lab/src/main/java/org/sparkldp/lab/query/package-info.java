/** Statistical queries that are asked one after the other, of a table of people. */
package org.sparkldp.lab.query;
