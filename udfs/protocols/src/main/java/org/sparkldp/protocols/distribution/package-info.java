/** Many quantiles of one column at once, read off its distribution function. */
package org.sparkldp.protocols.distribution;
