/**
 * The questions that plans ask: one class a task, and what several of them share. Each is found by
 * the service loader; nothing outside this package knows one by its class.
 */
package org.sparkldp.jobs.task;
