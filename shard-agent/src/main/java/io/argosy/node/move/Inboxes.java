package io.argosy.node.move;

import io.argosy.node.frame.DamagedFrameException;
import io.argosy.protocol.message.PostgresException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The inboxes of one engine. Thread-safe. */
public final class Inboxes implements AutoCloseable {
  private final String node;
  private final InboxMemory memory;
  private final Map<UUID, StoredInbox> open = new ConcurrentHashMap<>();

  /**
   * Without any.
   *
   * @param node the node's name, for messages
   * @param memoryBytes what all of them together may hold in memory, in bytes as they came
   * @param directory where files are made for what is more
   */
  public Inboxes(String node, long memoryBytes, Path directory) {
    this.node = node;
    this.memory = new InboxMemory(memoryBytes, directory);
  }

  /**
   * Opens an inbox.
   *
   * @param id by which senders name it
   * @param senders how many will send
   * @param limitBytes bytes of rows that it takes, uncompressed
   * @throws DamagedFrameException when one of that id is open: ids are never used again
   */
  public StoredInbox open(UUID id, int senders, long limitBytes) {
    StoredInbox inbox =
        new StoredInbox(node, new BlockStore(memory), senders, limitBytes, () -> open.remove(id));
    if (open.putIfAbsent(id, inbox) != null) {
      throw new DamagedFrameException("inbox " + id + " is open already");
    }
    return inbox;
  }

  /**
   * An open inbox.
   *
   * @throws PostgresException 57014 when it is not open, or not any more
   */
  public StoredInbox get(UUID id) {
    StoredInbox inbox = open.get(id);
    if (inbox == null) {
      throw new PostgresException(StoredInbox.givenUp(node));
    }
    return inbox;
  }

  /** How many are open. */
  public int size() {
    return open.size();
  }

  /** Bytes that they hold in memory. */
  public long memoryBytes() {
    return memory.used();
  }

  /** Bytes that have gone into files since the start. */
  public long spilledBytes() {
    return memory.spilled();
  }

  @Override
  public void close() {
    open.values().forEach(StoredInbox::close);
  }
}
