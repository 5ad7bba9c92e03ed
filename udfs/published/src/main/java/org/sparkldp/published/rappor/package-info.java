/**
 * RAPPOR: frequencies of texts that people report again and again, the items of a domain or any
 * candidates.
 */
package org.sparkldp.published.rappor;
