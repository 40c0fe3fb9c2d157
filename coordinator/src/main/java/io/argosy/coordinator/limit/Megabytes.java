package io.argosy.coordinator.limit;

/** Sizes as the coordinator's file has them, in units of 1048576 bytes. */
final class Megabytes {
  private static final long BYTES = 1L << 20;

  private Megabytes() {}

  static long bytes(int megabytes) {
    return megabytes * BYTES;
  }

  /** As PostgreSQL shows sizes. */
  static String shown(long bytes) {
    return bytes / BYTES + "MB";
  }
}
