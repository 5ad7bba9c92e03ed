package org.sparkldp.published;

import java.util.List;
import java.util.Set;
import org.sparkldp.protocols.ProtocolLaws;

/** The laws of this module's protocols. */
class PublishedLawsTest extends ProtocolLaws {
  PublishedLawsTest() {
    super(
        "org.sparkldp.published",
        List.of(
            "kv-gaussian(epsilon=1,sigma=1,range=10)",
            "kv-gaussian-1round(epsilon=1,sigma=1,range=10,users=1000)",
            "uv-gaussian(epsilon=1,sigma_min=1,sigma_max=8,range=10)",
            "uv-gaussian-1round(epsilon=1,sigma_min=1,sigma_max=8,range=10,users=1000)",
            "grs-known(epsilon=1,sigma=1,range=10)",
            "grs-unknown(epsilon=1,sigma_min=1,sigma_max=8,range=10)",
            "naive-median(epsilon=1,lower=-1,upper=2)"),
        List.of(),
        Set.of());
  }
}
