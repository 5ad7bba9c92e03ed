/** Laws of statistics and small matrices that several questions need; a client needs none. */
package org.sparkldp.protocols.statistics;
