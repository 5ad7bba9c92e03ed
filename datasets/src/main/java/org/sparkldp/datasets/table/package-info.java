/** Families of tables: items, numbers, and made-up people, trips and events of several columns. */
package org.sparkldp.datasets.table;
