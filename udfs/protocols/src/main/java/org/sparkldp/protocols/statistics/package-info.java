/** Laws that estimates and their intervals rest on. A client that randomizes loads none of them. */
package org.sparkldp.protocols.statistics;
