/**
 * Source of random bits.
 *
 * <p>Every randomizer draws through {@link org.sparkldp.protocols.random.RandomSource} and through
 * nothing else. People's values meet two kinds of source, and no third:
 *
 * <ul>
 *   <li><b>keyed</b> ({@link org.sparkldp.protocols.random.KeyedRandomness}): the report is a pure
 *       function of release key, plan fingerprint, user id and encoded value, so a retried task, a
 *       second action or a self-join sees the same report again;
 *   <li><b>write-once</b> ({@link org.sparkldp.protocols.random.SystemRandomness}):
 *       operating-system entropy through an AES-CTR stream; the caller stages the reports before
 *       anything reads them twice.
 * </ul>
 *
 * {@link org.sparkldp.protocols.random.SimulationSource} is seeded and fast and serves synthetic
 * data only.
 */
package org.sparkldp.protocols.random;
