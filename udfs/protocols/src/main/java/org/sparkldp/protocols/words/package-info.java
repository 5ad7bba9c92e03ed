/**
 * Words that many people hold, found without a list of words: in rounds, of which each lengthens
 * the beginnings of words that earlier people's reports have shown to be frequent.
 */
package org.sparkldp.protocols.words;
