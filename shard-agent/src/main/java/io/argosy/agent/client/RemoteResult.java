package io.argosy.agent.client;

import io.argosy.agent.frame.Block;
import io.argosy.agent.frame.Compression;
import io.argosy.agent.frame.DamagedFrameException;
import io.argosy.agent.frame.Frame;
import io.argosy.agent.frame.FrameEncoder;
import io.argosy.agent.frame.Limits;
import io.argosy.agent.node.EventDecoder;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.ResultEvent;
import io.argosy.agent.postgres.Messages;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent answers to one request. */
final class RemoteResult implements Result {
  private static final Logger log = LoggerFactory.getLogger(RemoteResult.class);

  /** How long a cancelled request may go on before its stream is given up. */
  private static final Duration END_LIMIT = Duration.ofSeconds(15);

  private final RemoteStream stream;
  private final Compression compression;
  private final EventDecoder decoder;
  private final CharConsumer whenReady;
  private final ReentrantLock reading = new ReentrantLock();
  private ByteBuffer messages = ByteBuffer.allocate(0);

  /** Whether the message at the end of the last block goes on in the next. */
  private boolean continued;

  private volatile boolean copying;
  private volatile boolean ended;
  private volatile boolean closed;
  private volatile long rawBytes;
  private volatile long wireBytes;

  /** Takes the transaction status of a ReadyForQuery. */
  interface CharConsumer {
    void accept(char status);
  }

  RemoteResult(
      RemoteStream stream, Compression compression, EventDecoder decoder, CharConsumer whenReady) {
    this.decoder = decoder;
    this.stream = stream;
    this.compression = compression;
    this.whenReady = whenReady;
  }

  boolean ended() {
    return ended;
  }

  @Override
  public ResultEvent next() {
    reading.lock();
    try {
      if (closed) {
        throw new PostgresException("57014", "the request was closed");
      }
      return nextLocked();
    } finally {
      reading.unlock();
    }
  }

  private ResultEvent nextLocked() {
    if (ended) {
      throw new IllegalStateException("the request has ended");
    }
    try {
      Optional<ResultEvent> event;
      do {
        if (!messages.hasRemaining()) {
          messages = receive();
        }
        event = decoder.decode(Messages.takeFrom(messages));
      } while (event.isEmpty());
      switch (event.get()) {
        case ResultEvent.CopyIn ignored -> copying = true;
        case ResultEvent.Ready ready -> {
          whenReady.accept(ready.transactionStatus());
          ended = true;
        }
        case ResultEvent other -> {}
      }
      return event.get();
    } catch (PostgresException e) {
      ended = true;
      throw e;
    }
  }

  /** The next block of whole messages. */
  private ByteBuffer receive() {
    byte[] block = receiveBlock();
    if (!continued) {
      return ByteBuffer.wrap(block);
    }
    ByteArrayOutputStream longMessage = new ByteArrayOutputStream(4 * block.length);
    longMessage.writeBytes(block);
    do {
      longMessage.writeBytes(receiveBlock());
    } while (continued);
    return ByteBuffer.wrap(longMessage.toByteArray());
  }

  private byte[] receiveBlock() {
    Frame.Response response = stream.takeResponse();
    try {
      byte[] raw = response.block().unpack();
      rawBytes += raw.length;
      wireBytes += response.block().bytes().length + FrameEncoder.BLOCK_OVERHEAD;
      continued = response.continued();
      stream.grantBack(raw.length);
      return raw;
    } catch (DamagedFrameException e) {
      throw stream.damaged(e);
    }
  }

  @Override
  public void copyData(ByteBuffer data) {
    while (data.hasRemaining()) {
      byte[] part = new byte[Math.min(data.remaining(), Limits.BLOCK)];
      data.get(part);
      if (copying && stream.passGate(part.length)) {
        stream.send(new Frame.CopyData(stream.id(), Block.pack(compression, part, part.length)));
      }
    }
  }

  @Override
  public void copyDone() {
    endCopy(new Frame.CopyDone(stream.id()));
  }

  @Override
  public void copyFail(String message) {
    endCopy(new Frame.CopyFail(stream.id(), message));
  }

  private void endCopy(Frame last) {
    if (copying) {
      copying = false;
      stream.send(last);
    }
  }

  @Override
  public long rawBytes() {
    return rawBytes;
  }

  @Override
  public long wireBytes() {
    return wireBytes;
  }

  @Override
  public void close() {
    closed = true;
    if (ended) {
      return;
    }
    stream.send(new Frame.Cancel(stream.id()));
    CompletableFuture<Void> drained = new CompletableFuture<>();
    drained
        .orTimeout(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
        .whenComplete((done, late) -> failIfLate(late));
    reading.lock();
    try {
      while (!ended) {
        if (copying) {
          copyFail("the COPY was cancelled");
        }
        nextLocked();
      }
    } catch (PostgresException e) {
      log.debug("the node was lost while a request was being cancelled", e);
    } finally {
      ended = true;
      drained.complete(null);
      reading.unlock();
    }
  }

  private void failIfLate(Throwable late) {
    if (late != null) {
      stream.fail(
          PostgresError.of(
              "08006",
              "a cancelled request on node \"" + stream.nodeName() + "\" did not end in time"));
    }
  }
}
