/** Keys with numbers, as a paper asks for them. */
package org.sparkldp.published.keyvalue;
