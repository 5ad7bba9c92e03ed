/**
 * Pages: an estimate as one HTML file that needs nothing but a browser, now and years later. {@link
 * org.sparkldp.jobs.page.Page} is what is shown, {@link org.sparkldp.jobs.page.HtmlPage} writes it.
 * Knows neither Spark nor the other packages of jobs.
 */
package org.sparkldp.jobs.page;
