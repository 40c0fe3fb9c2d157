package io.argosy.coordinator.limit;

import io.argosy.protocol.message.PostgresException;

/**
 * How much a statement may move to the node where it is gathered, so that one statement cannot fill
 * that node's disk. Used by one thread.
 */
public final class ByteLimit {
  /** The setting that users change. */
  public static final String GATHER_SETTING = "argosy.gather_limit";

  /** What it is if they do not. */
  public static final String GATHER_DEFAULT = "10GB";

  private final String text;
  private final long bytes;
  private long moved;

  /**
   * @param text a number with one of PostgreSQL's units of memory; 0 for no limit
   * @throws PostgresException 22023 for anything else
   */
  public ByteLimit(String text) {
    this.text = text;
    this.bytes = ByteSize.parse(GATHER_SETTING, text, "0 means no limit.");
  }

  /**
   * Notes that so many bytes more have been moved.
   *
   * @throws PostgresException 54000 when that is more than may be
   */
  public void add(long more) {
    moved += more;
    if (moved > bytes()) {
      throw exceeded();
    }
  }

  /** How many bytes may be moved. */
  public long bytes() {
    return bytes == 0 ? Long.MAX_VALUE : bytes;
  }

  /** The error of moving more than that. */
  public PostgresException exceeded() {
    return new PostgresException(
        "54000",
        "the statement has to gather more than " + text + " of rows on one node",
        "EXPLAIN says why rows are moved. Raise the limit with SET "
            + GATHER_SETTING
            + " if the node has the room.");
  }
}
