package io.argosy.node.remote;

import io.argosy.node.AnswerMemory;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameEncoder;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;

/**
 * What an agent answers, in pieces of whole messages. The piece that was read last counts as held;
 * a message that is longer than a block counts as a whole before it has come, and is passed over if
 * there is no room for it. Nothing else is refused: it is there already, and it may be what a
 * COMMIT was answered, which must be known. Used by one thread at a time, the counts read by any.
 */
final class ResponseBlocks {
  private final RemoteStream stream;
  private final AnswerMemory memory;
  private long held;

  /** Bytes that are still to come of a message that is passed over. */
  private long passedOver;

  /** Nobody wants the answer any more: nothing is held, and long messages are passed over. */
  private boolean unwanted;

  /** What came before a message that was refused, and is read when the answer is read on. */
  private ByteBuffer kept = ByteBuffer.allocate(0);

  private volatile long rawBytes;
  private volatile long wireBytes;

  ResponseBlocks(RemoteStream stream, AnswerMemory memory) {
    this.stream = stream;
    this.memory = memory;
  }

  long rawBytes() {
    return rawBytes;
  }

  long wireBytes() {
    return wireBytes;
  }

  /** What still comes is only read to its end. */
  void unwanted() {
    unwanted = true;
  }

  /**
   * The next whole messages; blocks.
   *
   * @throws PostgresException 53200 when there is no room for a long one; what was not read can be
   *     passed over by reading on. Others when the node was lost
   */
  ByteBuffer next() {
    release();
    if (kept.hasRemaining()) {
      ByteBuffer piece = kept;
      kept = ByteBuffer.allocate(0);
      return piece;
    }
    while (true) {
      Frame.Response response = stream.takeResponse();
      byte[] block = unpack(response);
      int start = (int) Math.min(passedOver, block.length);
      passedOver -= start;
      if (start == block.length) {
        continue;
      }
      ByteBuffer piece = ByteBuffer.wrap(block, start, block.length - start);
      if (!response.continued()) {
        return holdAnyway(piece);
      }
      ByteBuffer whole = longMessage(piece);
      if (whole.hasRemaining()) {
        return whole;
      }
    }
  }

  private ByteBuffer holdAnyway(ByteBuffer piece) {
    if (!unwanted) {
      memory.holdAnyway(piece.remaining());
      held += piece.remaining();
    }
    return piece;
  }

  /** The last message of a piece goes on in the next blocks, together with what follows it. */
  private ByteBuffer longMessage(ByteBuffer first) {
    int start = first.position();
    while (start + 1 + first.getInt(start + 1) <= first.limit()) {
      start += 1 + first.getInt(start + 1);
    }
    int length = 1 + first.getInt(start + 1);
    int here = first.limit() - start;
    ByteBuffer before = first.slice(first.position(), start - first.position());
    passedOver = length - here;
    if (unwanted) {
      return before;
    }
    // So it stays if there is no room for it, in the budget or in the heap.
    kept = before;
    long bytes = before.remaining() + (long) length;
    memory.hold(bytes);
    held += bytes;
    ByteBuffer whole = ByteBuffer.allocate(Math.toIntExact(bytes));
    passedOver = 0;
    kept = ByteBuffer.allocate(0);
    whole.put(first.duplicate());
    while (whole.hasRemaining()) {
      byte[] block = unpack(stream.takeResponse());
      int part = Math.min(whole.remaining(), block.length);
      whole.put(block, 0, part);
      // Messages behind it in its last block; whatever they begin is whole there.
      kept = ByteBuffer.wrap(block, part, block.length - part);
    }
    return whole.flip();
  }

  private byte[] unpack(Frame.Response response) {
    try {
      byte[] raw = response.block().unpack();
      rawBytes += raw.length;
      wireBytes += response.block().bytes().length + FrameEncoder.BLOCK_OVERHEAD;
      stream.grantBack(raw.length);
      return raw;
    } catch (DamagedFrameException e) {
      throw stream.damaged(e);
    }
  }

  /** What was read last is held no more. */
  void release() {
    memory.release(held);
    held = 0;
  }
}
