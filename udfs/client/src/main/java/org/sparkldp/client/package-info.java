/**
 * Answers signed questions on a person's own device: {@link org.sparkldp.client.Question} draws a
 * report of a value, once a period, and sends it; the value itself is neither kept nor sent.
 */
package org.sparkldp.client;
