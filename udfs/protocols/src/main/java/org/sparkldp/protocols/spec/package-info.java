/** Protocols as text: specs, the parameters that they name, and how texts are read. */
package org.sparkldp.protocols.spec;
