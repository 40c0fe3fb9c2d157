package io.argosy.node.move;

import java.nio.ByteBuffer;

/** A backend in the middle of COPY FROM STDIN. */
public interface CopyTarget {
  /** Whether it still takes data: false when the COPY has failed. */
  boolean wantsData();

  /** Sends bytes of the COPY stream and consumes them; drops them when it takes no more. */
  void copyData(ByteBuffer data);
}
