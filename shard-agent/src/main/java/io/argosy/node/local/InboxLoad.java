package io.argosy.node.local;

import io.argosy.node.move.StoredInbox;
import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;
import java.util.function.Consumer;

/** The load of an inbox by a COPY that has been started. */
public final class InboxLoad {
  private InboxLoad() {}

  /**
   * Reads the exchange to its end and closes the inbox.
   *
   * @param listener gets all messages of the server
   * @return why it failed, if it did: those who send to the inbox have been told
   * @throws PostgresException 08006 when the server was lost
   */
  public static Optional<PostgresError> run(
      Exchange exchange, StoredInbox inbox, Consumer<Messages> listener) {
    PostgresError failure = null;
    try {
      Messages messages;
      do {
        messages = exchange.read();
        if (messages.type() == BackendMessage.ERROR_RESPONSE && failure == null) {
          PostgresError error = BackendDecoder.error(messages.body());
          if (!error.endsSession()) {
            failure = error;
            inbox.loadFailed(error);
          }
        }
        listener.accept(messages);
        if (messages.type() == BackendMessage.COPY_IN_RESPONSE) {
          failure = copy(exchange, inbox);
        }
      } while (messages.type() != BackendMessage.READY_FOR_QUERY);
    } catch (PostgresException e) {
      inbox.loadFailed(e.error());
      throw e;
    } finally {
      inbox.close();
    }
    return Optional.ofNullable(failure);
  }

  /** The inbox's error comes before the server's, which only repeats it. */
  private static PostgresError copy(Exchange exchange, StoredInbox inbox) {
    try {
      exchange.copyFrom(inbox);
      return null;
    } catch (PostgresException e) {
      return e.error();
    }
  }
}
