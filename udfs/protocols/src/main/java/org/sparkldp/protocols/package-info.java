/**
 * Both ends of every question, in plain Java: the local randomizer that a person's device or an ETL
 * task runs, and the accumulator and estimate that the analyst runs.
 *
 * <h2>Dictionary</h2>
 *
 * <dl>
 *   <dt>value
 *   <dd>what is true of a person and is never released; for histograms an <b>item</b>, the index in
 *       [0, k) of one of the k entries of the domain
 *   <dt>local randomizer
 *   <dd>the randomized map from a value to a report; the only code that sees a value
 *   <dt>report
 *   <dd>what a person releases; safe to keep
 *   <dt>epsilon
 *   <dd>privacy loss in nats: for any two values and any report, the ratio of the report's
 *       probabilities is at most e^epsilon (local differential privacy; the two values are any two,
 *       so sensitivities are those of replacing one value by another)
 *   <dt>claimed, exact epsilon
 *   <dd>what the spec promises; what the integers in use give, rounded up. Exact never exceeds
 *       claimed
 *   <dt>threshold
 *   <dd>a probability as an unsigned integer over 2^64
 *   <dt>protocol
 *   <dd>local randomizer, accumulator and estimate under one set of parameters
 *   <dt>declaration
 *   <dd>a protocol's name, number, parameters and how it is made; a jar's <b>catalogue</b> lists
 *       those that it brings
 *   <dt>spec
 *   <dd>a protocol's canonical text, such as {@code grr(epsilon=1.0,k=16)}
 *   <dt>fingerprint
 *   <dd>SHA-256 of a spec or plan, in hexadecimal
 *   <dt>context
 *   <dd>what besides the spec must agree before accumulators merge: a plan's fingerprint, or empty
 *   <dt>frequency oracle
 *   <dd>a protocol that estimates how many people hold each item
 *   <dt>support
 *   <dd>the items for which a report counts; p is the probability that a report supports its
 *       person's item, q that it supports another given item
 *   <dt>layout
 *   <dd>which reports a protocol can have made, and what each of them adds to the counters
 *   <dt>accumulator
 *   <dd>the sufficient statistic of reports: n and a vector of integers; merges in any order
 *   <dt>estimate
 *   <dd>an unbiased number with its standard error and interval
 *   <dt>n, k, d
 *   <dd>reports, items of the domain, dimensions
 * </dl>
 */
package org.sparkldp.protocols;
