/** Plans to begin with, drafted from the names and types of a table's columns alone. */
package org.sparkldp.jobs.draft;
