/**
 * Parts that all commands share: the session, tables for people and machines, progress, safe text.
 */
package org.sparkldp.jobs.console;
