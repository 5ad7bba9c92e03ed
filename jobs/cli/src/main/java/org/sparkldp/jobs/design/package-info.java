/**
 * Choice of a protocol and of the number of people. Designs are computed from formulas, without any
 * data.
 */
package org.sparkldp.jobs.design;
