package io.argosy.agent.server;

import io.argosy.node.ResourceUse;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.CreditGate;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.frame.Limits;
import io.argosy.protocol.message.Messages;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * Gathers backend messages into blocks and sends them as credit allows. As long as an answer may
 * turn out to be inline it is not a stream: its rows need not be sent before its end. Not
 * thread-safe.
 */
final class ResponseSender {
  private static final int INITIAL = 4 * 1024;

  private final int stream;
  private final FrameWriter writer;
  private final int inlineLimit;
  private final Compression compression;
  private final CreditGate gate;
  private final AgentStatistics statistics;
  private byte[] batch = new byte[INITIAL];
  private int size;
  private boolean streaming;
  private boolean dropped;
  private Optional<ResourceUse> use = Optional.empty();

  /**
   * @param inlineLimit as in {@link io.argosy.node.SessionOptions}
   */
  ResponseSender(
      int stream,
      FrameWriter writer,
      int inlineLimit,
      Compression compression,
      CreditGate gate,
      AgentStatistics statistics) {
    this.stream = stream;
    this.writer = writer;
    this.inlineLimit = inlineLimit;
    this.compression = compression;
    this.gate = gate;
    this.statistics = statistics;
  }

  /** Adds messages; sends first what does not fit with them. Blocks while there is no credit. */
  void add(Messages messages) {
    ByteBuffer bytes = messages.bytes();
    if (!streaming && size + bytes.remaining() <= inlineLimit) {
      append(bytes, bytes.remaining());
      return;
    }
    streaming = true;
    if (size + bytes.remaining() > Limits.BLOCK) {
      flush();
    }
    // Only a single message can be longer than a block: runs are shorter.
    while (bytes.remaining() > Limits.BLOCK) {
      append(bytes, Limits.BLOCK);
      send(true, compression);
    }
    append(bytes, bytes.remaining());
  }

  /** Whether what has been gathered is little for a frame. */
  boolean isSmall() {
    return size < Limits.BLOCK / 2;
  }

  /** Whether the answer, as far as it is known, is longer than an inline one. */
  boolean isStream() {
    return streaming;
  }

  /** Sends what has been gathered, if anything. Blocks while there is no credit. */
  void flush() {
    if (size > 0) {
      send(false, compression);
    }
  }

  /** Tells with the end of the answer what the request has used. */
  void tell(ResourceUse newUse) {
    use = Optional.of(newUse);
  }

  /** Sends what has been gathered as the end of an answer. Blocks while there is no credit. */
  void end() {
    if (size > 0) {
      send(false, use, streaming ? compression : Compression.NONE);
    }
    use = Optional.empty();
    streaming = false;
  }

  /**
   * Sends what has been gathered, and the outcome of the move behind it: neither when nobody
   * receives any more, since the outcome alone would not be understood.
   */
  void end(Frame outcome) {
    end();
    if (!dropped) {
      writer.send(outcome);
    }
  }

  private void append(ByteBuffer source, int length) {
    if (size + length > batch.length) {
      batch =
          Arrays.copyOf(
              batch, Math.min(Limits.LONGEST_BLOCK, Math.max(2 * batch.length, size + length)));
    }
    source.get(batch, size, length);
    size += length;
  }

  private void send(boolean continued, Compression packing) {
    send(continued, Optional.empty(), packing);
  }

  private void send(boolean continued, Optional<ResourceUse> used, Compression packing) {
    if (gate.pass(size)) {
      Block block = Block.pack(packing, batch, size);
      statistics.sent(block.bytes().length + FrameEncoder.BLOCK_OVERHEAD);
      writer.send(new Frame.Response(stream, continued, used, block));
    } else {
      dropped = true;
    }
    size = 0;
  }
}
