/** Laws of statistics that several questions need; a client that only randomizes needs none. */
package org.sparkldp.protocols.statistics;
