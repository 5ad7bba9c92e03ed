/** Means of vectors that papers compare with. */
package org.sparkldp.published.vector;
