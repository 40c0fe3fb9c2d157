package io.argosy.node.frame;

/**
 * The receiver's side of flow control: counts what has been consumed and says when to grant it
 * again. Not on every block, to save frames, but early enough to keep the sender going. Not
 * thread-safe.
 */
public final class CreditMeter {
  private static final int STEP = Limits.WINDOW / 4;

  private int consumed;

  /** So many bytes were consumed: how many to grant now, 0 for none yet. */
  public int consumed(int bytes) {
    consumed += bytes;
    if (consumed < STEP) {
      return 0;
    }
    int grant = consumed;
    consumed = 0;
    return grant;
  }
}
