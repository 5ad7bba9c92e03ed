/**
 * Strategy matrices that the workload factorization mechanism was compared with (McKenna, Maity,
 * Mazumdar &amp; Miklau, PVLDB 13(12), 2020, section 6.1), and its optimiser as published.
 */
package org.sparkldp.published.workload;
