package io.argosy.node.remote;

import io.argosy.node.EventDecoder;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.Limits;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
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

  private static final String OUT_OF_MEMORY = "53200";

  private final ResponseBlocks blocks;
  private final RemoteStream stream;
  private final Compression compression;
  private final EventDecoder decoder;
  private final CharConsumer whenReady;
  private final ReentrantLock reading = new ReentrantLock();
  private ByteBuffer messages = ByteBuffer.allocate(0);

  private volatile boolean copying;
  private volatile boolean ended;
  private volatile boolean closed;

  /** Takes the transaction status of a ReadyForQuery. */
  interface CharConsumer {
    void accept(char status);
  }

  RemoteResult(
      ResponseBlocks blocks,
      RemoteStream stream,
      Compression compression,
      EventDecoder decoder,
      CharConsumer whenReady) {
    this.blocks = blocks;
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
          messages = blocks.next();
        }
        event = decoder.decode(Messages.takeFrom(messages));
      } while (event.isEmpty());
      switch (event.get()) {
        case ResultEvent.CopyIn ignored -> copying = true;
        case ResultEvent.Ready ready -> {
          whenReady.accept(ready.transactionStatus());
          end();
        }
        case ResultEvent other -> {}
      }
      return event.get();
    } catch (PostgresException e) {
      // What there is no room for is there all the same, and is read to its end by close().
      if (!e.error().sqlState().equals(OUT_OF_MEMORY) || stream.failure().isPresent()) {
        end();
      }
      throw e;
    }
  }

  private void end() {
    ended = true;
    blocks.release();
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
    return blocks.rawBytes();
  }

  @Override
  public long wireBytes() {
    return blocks.wireBytes();
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
    blocks.unwanted();
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
      end();
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
