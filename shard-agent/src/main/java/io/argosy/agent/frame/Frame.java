package io.argosy.agent.frame;

import io.argosy.agent.node.SessionOptions;
import io.argosy.agent.postgres.PostgresError;

/** One frame. Stream 0 is the connection itself. */
public sealed interface Frame {
  /** The stream the frame belongs to. */
  int stream();

  /** Agent, first: which version it speaks and a fresh random number. */
  record Hello(int version, byte[] nonce) implements Frame {
    @Override
    public int stream() {
      return 0;
    }
  }

  /** Coordinator: a random number of its own and its proof over both. */
  record Authenticate(int version, byte[] nonce, byte[] proof) implements Frame {
    @Override
    public int stream() {
      return 0;
    }
  }

  /** Agent: its proof over both numbers. From here on the other frames are allowed. */
  record Authenticated(byte[] proof) implements Frame {
    @Override
    public int stream() {
      return 0;
    }
  }

  /** Either: says that it is alive when it has had nothing else to say. */
  record Ping() implements Frame {
    @Override
    public int stream() {
      return 0;
    }
  }

  /** Coordinator: lease a backend. Answered by Opened or Refused. */
  record Open(int stream, SessionOptions options) implements Frame {}

  /** Agent: the stream has its backend. */
  record Opened(int stream) implements Frame {}

  /** Agent: there is no backend, and the stream has ended. For stream 0: the secret was wrong. */
  record Refused(int stream, PostgresError error) implements Frame {}

  /**
   * Coordinator: frontend messages.
   *
   * @param continued whether the next Request frame brings more of them
   * @param syncOwed as in {@link io.argosy.agent.node.EncodedRequest}
   */
  record Request(int stream, boolean continued, boolean syncOwed, Block block) implements Frame {}

  /**
   * Agent: whole backend messages.
   *
   * @param continued whether the last message goes on in the next Response frame
   */
  record Response(int stream, boolean continued, Block block) implements Frame {}

  /** Either: so many more bytes of Response or CopyData, uncompressed, may be sent. */
  record Credit(int stream, int bytes) implements Frame {}

  /** Coordinator: cancel what runs. */
  record Cancel(int stream) implements Frame {}

  /** Coordinator: bytes of a COPY stream. */
  record CopyData(int stream, Block block) implements Frame {}

  /** Coordinator: the COPY stream is complete. */
  record CopyDone(int stream) implements Frame {}

  /** Coordinator: the COPY is to fail. */
  record CopyFail(int stream, String message) implements Frame {}

  /** Coordinator: end the lease. Answered by Closed. */
  record Close(int stream, boolean discard) implements Frame {}

  /** Agent: the lease has ended, what ran is cancelled and rolled back. */
  record Closed(int stream) implements Frame {}

  /** Agent: the server was lost; only Close may follow on the stream. */
  record Lost(int stream, PostgresError error) implements Frame {}
}
