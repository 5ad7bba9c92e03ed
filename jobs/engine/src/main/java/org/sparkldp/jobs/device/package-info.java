/**
 * What a person's own device is given: questions that are compiled to integers and signed, by which
 * a client of any language draws the reports that {@link org.sparkldp.jobs.ingest} takes.
 */
package org.sparkldp.jobs.device;
