package io.argosy.node;

import java.util.List;

/**
 * What a sender has sent.
 *
 * @param deliveries for each inbox, in the order in which they were given
 */
public record Sent(List<Delivered> deliveries) {
  public Sent {
    deliveries = List.copyOf(deliveries);
  }

  /**
   * What one inbox got from one sender.
   *
   * @param rows how many rows
   * @param rawBytes their bytes in the format of binary COPY
   * @param wireBytes bytes that crossed the network for them: after compression, with frame
   *     headers; 0 where the inbox is in the sender's process
   */
  public record Delivered(long rows, long rawBytes, long wireBytes) {}
}
