package io.argosy.node.frame;

import io.argosy.node.EncodedRequest;
import io.argosy.node.Machine;
import io.argosy.node.MachineSample;
import io.argosy.node.ResourceUse;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresError;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One frame. Stream 0 is the connection itself. The coordinator is the peer that has connected; an
 * agent that connects to another one to deliver rows to it is called the sender.
 */
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

  /** Agent: the stream has its backend, whose process id this is. */
  record Opened(int stream, int process) implements Frame {}

  /** Agent: there is no backend, and the stream has ended. For stream 0: the secret was wrong. */
  record Refused(int stream, PostgresError error) implements Frame {}

  /**
   * Coordinator: frontend messages.
   *
   * @param continued whether the next Request frame brings more of them
   * @param syncOwed as in {@link io.argosy.node.EncodedRequest}
   * @param statement as in {@link io.argosy.node.NodeSession#worksFor}
   * @param need as in {@link io.argosy.node.EncodedRequest}; of the last frame alone
   */
  record Request(
      int stream,
      boolean continued,
      boolean syncOwed,
      String statement,
      Optional<EncodedRequest.Need> need,
      Block block)
      implements Frame {}

  /**
   * Agent: whole backend messages.
   *
   * @param continued whether the last message goes on in the next Response frame
   * @param use what the request has used that ends in it; empty for others, and where nobody knows
   */
  record Response(int stream, boolean continued, Optional<ResourceUse> use, Block block)
      implements Frame {}

  /** Either: so many more bytes of Response, CopyData or Rows, uncompressed, may be sent. */
  record Credit(int stream, int bytes) implements Frame {}

  /** Coordinator: cancel what runs. */
  record Cancel(int stream) implements Frame {}

  /** Coordinator: bytes of a COPY stream. */
  record CopyData(int stream, Block block) implements Frame {}

  /** Coordinator: the COPY stream is complete. */
  record CopyDone(int stream) implements Frame {}

  /** Coordinator: the COPY is to fail. */
  record CopyFail(int stream, String message) implements Frame {}

  /**
   * Coordinator: end the lease.
   *
   * @param discard whether the backend is to be cleaned before anybody else gets it
   * @param awaited whether Closed is to answer it
   */
  record Close(int stream, boolean discard, boolean awaited) implements Frame {}

  /** Agent: the lease has ended, what ran is cancelled and rolled back. */
  record Closed(int stream) implements Frame {}

  /** Agent: the server was lost; only Close may follow on the stream. */
  record Lost(int stream, PostgresError error) implements Frame {}

  /** Coordinator: open an inbox that ends with the lease. Answered by InboxOpened. */
  record OpenInbox(int stream, UUID inbox, int senders, long limitBytes) implements Frame {}

  /** Agent: senders may come. */
  record InboxOpened(int stream) implements Frame {}

  /** Coordinator: everyone who sends to the inbox or loads it is to fail. */
  record FailInbox(int stream, UUID inbox, PostgresError error) implements Frame {}

  /** Coordinator: free the inbox. */
  record CloseInbox(int stream, UUID inbox) implements Frame {}

  /**
   * Coordinator: the rows of the next request do not come back but go to inboxes. Behind the
   * ReadyForQuery comes Moved or Failed.
   */
  record Send(int stream, Routing routing, List<InboxAddress> inboxes) implements Frame {}

  /** Coordinator: the next request is a COPY that takes the inbox's rows. Ends as Send does. */
  record Load(int stream, UUID inbox) implements Frame {}

  /** Agent: the move is complete. Deliveries: of a Send, in the order of its inboxes. */
  record Moved(int stream, List<Sent.Delivered> deliveries) implements Frame {}

  /** Agent: the Send or Load has failed. Sender: the Deliver has. */
  record Failed(int stream, PostgresError error) implements Frame {}

  /**
   * Sender: begins to deliver rows to an inbox, on a stream of its own without a lease. When the
   * inbox fails the agent answers Refused, at any time, and the stream has ended.
   */
  record Deliver(int stream, UUID inbox, String sender) implements Frame {}

  /**
   * Sender: rows as tuples of binary COPY.
   *
   * @param continued whether the last tuple goes on in the next Rows frame
   * @param rows how many tuples end in it
   */
  record Rows(int stream, boolean continued, int rows, Block block) implements Frame {}

  /** Coordinator: what can the machine do? Answered by Measured, on a stream without a lease. */
  record Measure(int stream) implements Frame {}

  /** Agent: that is its machine, and the stream has ended. */
  record Measured(int stream, Machine machine) implements Frame {}

  /**
   * Coordinator: what was sampled of the machine? Answered by Sampled, on a stream without a lease.
   *
   * @param since as in {@link io.argosy.node.Node#samples}
   * @param most the same
   */
  record Sample(int stream, Instant since, int most) implements Frame {}

  /**
   * Agent: these are the samples, and the stream has ended.
   *
   * @param on whether it samples
   * @param now the time by the clock that theirs are by
   */
  record Sampled(int stream, boolean on, Instant now, List<MachineSample> samples)
      implements Frame {}

  /**
   * Coordinator: close the backends of a database that are idle. Answered by DatabaseLeft, on a
   * stream without a lease.
   */
  record LeaveDatabase(int stream, String database) implements Frame {}

  /** Agent: they are closed, and the stream has ended. */
  record DatabaseLeft(int stream) implements Frame {}

  /**
   * Coordinator or sender, who has waited for something on the stream for a while: does anybody
   * work for that? Answered by Idle if nobody does, and otherwise not at all.
   *
   * @param number given back, to tell whether anything was sent on the stream since
   */
  record Ask(int stream, int number) implements Frame {}

  /**
   * Agent: nobody works for the stream, and all that there was to say on it was said before. So who
   * still waits for something waits for what will not come.
   */
  record Idle(int stream, int number) implements Frame {}

  /** Sender: these were all. Answered by Stored or Refused. */
  record RowsEnd(int stream) implements Frame {}

  /** Agent: the inbox has all rows of this sender, and the stream has ended. */
  record Stored(int stream) implements Frame {}
}
