/** The list of this jar's protocols; it stands above their packages, which know nothing of it. */
package org.sparkldp.protocols.catalogue;
