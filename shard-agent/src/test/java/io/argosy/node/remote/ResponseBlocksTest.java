package io.argosy.node.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.AnswerMemory;
import io.argosy.node.EventDecoder;
import io.argosy.node.Request;
import io.argosy.node.frame.Block;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.Limits;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which pieces of an answer are refused, and that none stays counted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ResponseBlocksTest {
  private static final int LONG = Limits.BLOCK + 50_000;

  /** Without a connection: less is read here than would be granted back over it. */
  private final RemoteStream stream = new RemoteStream(1, null, true);

  private final Counted memory = new Counted();
  private final ResponseBlocks blocks = new ResponseBlocks(stream, memory);

  private static final class Counted implements AnswerMemory {
    private long left;
    private long held;

    @Override
    public void hold(long bytes) {
      if (bytes > left) {
        throw new PostgresException("53200", "out of memory");
      }
      holdAnyway(bytes);
    }

    @Override
    public void holdAnyway(long bytes) {
      left -= bytes;
      held += bytes;
    }

    @Override
    public void release(long bytes) {
      left += bytes;
      held -= bytes;
    }
  }

  private static byte[] message(char type, int length) {
    return ByteBuffer.allocate(length).put((byte) type).putInt(length - 1).array();
  }

  private static byte[] joined(byte[] first, byte[] second) {
    return ByteBuffer.allocate(first.length + second.length).put(first).put(second).array();
  }

  private void arrives(boolean continued, byte[] block) {
    Block packed = Block.pack(Compression.NONE, block, block.length);
    stream.receive(new Frame.Response(1, continued, Optional.empty(), packed));
  }

  /** A short message, a long one and a short one, as an agent cuts them. */
  private void longAnswerArrives() {
    byte[] answer = joined(joined(message('T', 20), message('D', LONG)), message('C', 30));
    arrives(true, Arrays.copyOf(answer, Limits.BLOCK));
    arrives(false, Arrays.copyOfRange(answer, Limits.BLOCK, answer.length));
  }

  @Test
  void whatIsShortIsCountedAndNeverRefused() {
    arrives(false, message('C', 12));
    assertThat(blocks.next().remaining()).isEqualTo(12);
    assertThat(memory.held).isEqualTo(12);
    blocks.release();
    assertThat(memory.held).isZero();
  }

  @Test
  void aLongMessageIsCountedAsAWhole() {
    memory.left = 20 + LONG;
    longAnswerArrives();
    assertThat(blocks.next().remaining()).isEqualTo(20 + LONG);
    assertThat(memory.held).isEqualTo(20 + LONG);
    assertThat(blocks.next().remaining()).isEqualTo(30);
    blocks.release();
    assertThat(memory.held).isZero();
  }

  @Test
  void aLongMessageIsRefusedAndCanBePassedOver() {
    memory.left = 20 + LONG - 1;
    longAnswerArrives();
    assertThatThrownBy(blocks::next).isInstanceOf(PostgresException.class);
    assertThat(memory.held).isZero();
    assertThat(blocks.next().remaining()).isEqualTo(20);
    ByteBuffer last = blocks.next();
    assertThat(last.remaining()).isEqualTo(30);
    assertThat((char) last.get(last.position())).isEqualTo('C');
  }

  /** For want of a heap that is as full: a length that no array can have. */
  @Test
  void whatTheHeapHasNoRoomForIsPassedOverToo() {
    memory.left = Long.MAX_VALUE;
    int length = Integer.MAX_VALUE;
    byte[] row = message('D', Limits.BLOCK);
    ByteBuffer.wrap(row).putInt(1, length - 1);
    arrives(true, row);
    assertThatThrownBy(blocks::next).isInstanceOf(OutOfMemoryError.class);
    blocks.release();
    assertThat(memory.held).isZero();
    blocks.unwanted();
    stream.fail(PostgresError.of("08006", "lost"));
    assertThatThrownBy(blocks::next).hasMessageContaining("lost");
  }

  @Test
  void nothingStaysCountedWhenTheNodeIsLostInTheMiddleOfARow() {
    memory.left = Long.MAX_VALUE;
    arrives(true, Arrays.copyOf(message('D', LONG), Limits.BLOCK));
    stream.fail(PostgresError.of("08006", "lost"));
    RemoteResult result =
        new RemoteResult(
            blocks,
            stream,
            Compression.NONE,
            new EventDecoder(new Request.Simple("SELECT 1")),
            status -> {});
    assertThatThrownBy(result::next).hasMessageContaining("lost");
    assertThat(result.ended()).isTrue();
    assertThat(memory.held).isZero();
    result.close();
    assertThat(memory.held).isZero();
  }
}
