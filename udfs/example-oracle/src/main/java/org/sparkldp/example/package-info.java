/**
 * A frequency oracle that a user brings, to be copied: one class with its provider, one line of
 * services. Nothing of spark-ldp depends on it.
 */
package org.sparkldp.example;
