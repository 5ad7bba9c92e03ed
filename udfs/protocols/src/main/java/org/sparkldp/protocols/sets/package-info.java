/**
 * Reports of people who hold several things at once: a set of items, or an item and one of its two
 * places.
 */
package org.sparkldp.protocols.sets;
