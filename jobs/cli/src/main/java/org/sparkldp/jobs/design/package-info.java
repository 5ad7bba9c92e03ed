/** Which protocol, and how many people? Designs are computed from formulas, without any data. */
package org.sparkldp.jobs.design;
