/** Protocols of people who answer every period that papers compare with. */
package org.sparkldp.published.longitudinal;
