/**
 * Reports: an estimate as one HTML file that needs nothing but a browser, now and years later.
 * {@link org.sparkldp.jobs.report.Report} is what is shown, {@link
 * org.sparkldp.jobs.report.HtmlReport} writes it. Knows neither Spark nor the other jobs packages.
 */
package org.sparkldp.jobs.report;
