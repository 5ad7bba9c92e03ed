package org.sparkldp.client;

import java.util.function.Consumer;

/** Where reports wait until they have arrived, and how they are sent. */
public final class Outbox {
  /** Sends an envelope. */
  public interface Transport {
    /** Ends when the envelope has arrived, and fails where it may have not. */
    void send(String envelope, String endpoint) throws Exception;
  }

  final Store store;
  final Transport transport;
  final Consumer<? super Exception> onFailure;

  /**
   * An outbox.
   *
   * @param onFailure hears why an envelope is still kept: what the transport failed with
   */
  public Outbox(Store store, Transport transport, Consumer<? super Exception> onFailure) {
    this.store = store;
    this.transport = transport;
    this.onFailure = onFailure;
  }
}
