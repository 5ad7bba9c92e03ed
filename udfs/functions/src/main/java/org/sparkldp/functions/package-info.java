/** The jar of plain Java functions, for engines that take no extension of a session. */
package org.sparkldp.functions;
