/**
 * Reports that travel by themselves: {@link org.sparkldp.protocols.envelope.Envelope} is what a
 * client sends, {@link org.sparkldp.protocols.envelope.EnvelopeReader} and {@link
 * org.sparkldp.protocols.envelope.EnvelopeCheck} are what a collector trusts it with, which is
 * nothing. Page: {@code udfs/docs/wire.md}.
 */
package org.sparkldp.protocols.envelope;
