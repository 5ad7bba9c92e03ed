/** What plans cost people: several under one budget, and what accumulators alone show. */
package org.sparkldp.jobs.budget;
