package org.sparkldp.published;

import org.sparkldp.protocols.OneSpellingTest;

/**
 * The rounds of this module's protocols have one name each as well: all that are found are tried.
 */
class PublishedSpellingTest extends OneSpellingTest {}
