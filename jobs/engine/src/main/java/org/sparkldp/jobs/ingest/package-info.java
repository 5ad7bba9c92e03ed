/**
 * Reports made elsewhere, such as by a phone's client: checked, each counted once, the malformed
 * kept apart ({@code ldp ingest}). Nothing here sees a value or a key, and nothing of what arrives
 * is believed.
 */
package org.sparkldp.jobs.ingest;
