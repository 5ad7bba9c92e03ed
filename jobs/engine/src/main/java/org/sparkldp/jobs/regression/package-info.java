/**
 * Locally private regressions as stages of MLlib pipelines: the people's values are in one table,
 * and every one of them enters the fit by one private report only.
 */
package org.sparkldp.jobs.regression;
