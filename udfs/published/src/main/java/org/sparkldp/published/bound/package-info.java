/**
 * Lower bounds on the errors of any protocol, and the rates of the best: what figures compare with.
 */
package org.sparkldp.published.bound;
