package io.argosy.node.move;

import io.argosy.node.frame.Block;
import io.argosy.protocol.message.PostgresError;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of one sender as they arrive at an inbox. Used by one thread at a time, except {@link
 * #fail}. Methods throw the error that the inbox has failed with.
 */
public final class Delivery {
  private final StoredInbox inbox;
  private final String sender;
  private final Consumer<PostgresError> whenFailed;
  private List<Block> group = new ArrayList<>(1);

  Delivery(StoredInbox inbox, String sender, Consumer<PostgresError> whenFailed) {
    this.inbox = inbox;
    this.sender = sender;
    this.whenFailed = whenFailed;
  }

  /** Who sends. */
  public String sender() {
    return sender;
  }

  /** Takes rows. Parts of a tuple are kept together: senders' blocks arrive in turns. */
  public void add(RowBlock rows) {
    inbox.count(rows.block().rawLength());
    group.add(rows.block());
    if (!rows.continued()) {
      inbox.store(group);
      group = new ArrayList<>(1);
    }
  }

  /** The sender has sent all. */
  public void end() {
    inbox.end(this);
  }

  /** The sender has failed: so has the inbox, unless this delivery had ended. */
  public void fail(PostgresError error) {
    inbox.fail(this, MoveContext.from(error, sender));
  }

  void tell(PostgresError error) {
    whenFailed.accept(error);
  }
}
