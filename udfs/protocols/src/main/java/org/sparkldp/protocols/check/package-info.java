/** Refusal of what breaks a rule; it knows no other package. */
package org.sparkldp.protocols.check;
