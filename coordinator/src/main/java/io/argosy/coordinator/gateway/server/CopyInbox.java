package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrontendDecoder;
import io.argosy.protocol.server.FrontendMessage;
import io.argosy.protocol.server.ProtocolException;
import java.nio.ByteBuffer;

/**
 * What a client sends while a COPY FROM STDIN runs. Flush and Sync are passed over: a client that
 * pipelines has sent them before it knew that its statement was a COPY.
 */
final class CopyInbox implements ClientOutput.CopySource {
  private final Inbox inbox;
  private boolean outOfStep;
  private ClientEncoding encoding = ClientEncoding.UTF8;

  CopyInbox(Inbox inbox) {
    this.inbox = inbox;
  }

  /** Whether the client has sent something else in the middle of its data. */
  boolean isOutOfStep() {
    return outOfStep;
  }

  /**
   * Before a COPY: what was cancelled was another statement.
   *
   * @param clientEncoding the client's
   */
  void begin(ClientEncoding clientEncoding) {
    encoding = clientEncoding;
    inbox.beginCopy();
  }

  /** Any thread: a wait for the client fails. */
  void cancel() {
    inbox.cancelCopy();
  }

  @Override
  public ByteBuffer next() {
    while (true) {
      Frame frame = inbox.takeCopied();
      switch (frame.type()) {
        case COPY_DATA -> {
          return ByteBuffer.wrap(frame.body());
        }
        case COPY_DONE -> {
          return null;
        }
        case COPY_FAIL -> throw failed(frame);
        case FLUSH, SYNC -> {}
        case QUERY,
            PARSE,
            BIND,
            DESCRIBE,
            EXECUTE,
            CLOSE,
            FUNCTION_CALL,
            TERMINATE,
            AUTHENTICATION -> {
          outOfStep = true;
          throw ProtocolException.violation(
              "unexpected message type 0x%02X during COPY from stdin"
                  .formatted((int) frame.type().code()));
        }
      }
    }
  }

  private PostgresException failed(Frame frame) {
    FrontendMessage message = FrontendDecoder.decode(frame, encoding);
    String reason = message instanceof FrontendMessage.CopyFail fail ? fail.reason() : "";
    return new PostgresException("57014", "COPY from stdin failed: " + reason);
  }
}
