/** What reports say through strategy matrices, by dense algebra. */
package org.sparkldp.analysis.reconstruction;
