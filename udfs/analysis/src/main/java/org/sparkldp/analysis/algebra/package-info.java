/** Dense linear algebra, native where it loads and in plain Java elsewhere. */
package org.sparkldp.analysis.algebra;
