package io.argosy.node.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.node.EncodedRequest;
import io.argosy.node.Machine;
import io.argosy.node.ReadFrom;
import io.argosy.node.Sent;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresError;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.EncoderException;
import io.netty.handler.codec.MessageToByteEncoder;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes frames. Strings and byte arrays are preceded by an int32 length. */
public final class FrameEncoder extends MessageToByteEncoder<Frame> {
  /** Bytes of a frame besides its content: its head and two checksums. */
  private static final int FRAME_OVERHEAD = FrameChecksum.HEAD + 2 * FrameChecksum.BYTES;

  /** Bytes around a block's: those of the frame, flags, compression, raw length, length. */
  public static final int BLOCK_OVERHEAD = FRAME_OVERHEAD + 1 + 9;

  /** The same around the block of Rows, which have their number too. */
  public static final int ROWS_OVERHEAD = BLOCK_OVERHEAD + 4;

  /** What has come through the pipeline and is not in the socket yet. */
  private final AtomicInteger unwritten = new AtomicInteger();

  /**
   * How many frames there were, but for the greeting. Whoever encodes one gives it to the socket
   * before the next is encoded, by whatever thread.
   */
  private int sent;

  @Override
  protected ByteBuf allocateBuffer(ChannelHandlerContext context, Frame frame, boolean direct) {
    int size = size(frame);
    return direct ? context.alloc().ioBuffer(size) : context.alloc().heapBuffer(size);
  }

  /** About how many bytes a frame has. */
  static int size(Frame frame) {
    return switch (frame) {
      case Frame.Response response ->
          response.block().bytes().length
              + BLOCK_OVERHEAD
              + (response.use().isPresent() ? ResourceUseCodec.LONGEST : 0);
      case Frame.CopyData data -> data.block().bytes().length + BLOCK_OVERHEAD;
      case Frame.Rows rows -> rows.block().bytes().length + ROWS_OVERHEAD;
      case Frame.Request request -> request.block().bytes().length + BLOCK_OVERHEAD;
      case Frame other -> 64;
    };
  }

  /** A frame that cannot be sent must not just be missing: nobody would know. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    unwritten.incrementAndGet();
    promise.addListener(done -> unwritten.decrementAndGet());
    try {
      super.write(context, message, promise);
    } catch (EncoderException e) {
      context.close();
      throw e;
    }
  }

  /** Whether everything that has come through the pipeline is in the socket. */
  boolean allWritten() {
    return unwritten.get() == 0;
  }

  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) {
    encode(frame, out);
  }

  /** Appends a frame. Its place among all frames is the one in which it is encoded. */
  void encode(Frame frame, ByteBuf out) {
    if (frame instanceof Frame.Hello hello) {
      Greeting.write(hello, out);
      return;
    }
    int start = out.writerIndex();
    out.writeInt(0);
    write(frame, out);
    out.setInt(start, out.writerIndex() - start - 4 + FrameChecksum.BYTES);
    FrameChecksum.seal(out, start, sent++);
  }

  private static void write(Frame frame, ByteBuf out) {
    switch (frame) {
      case Frame.Hello ignored -> throw new IllegalArgumentException("it has another form");
      case Frame.Authenticate authenticate -> {
        header(out, FrameType.AUTHENTICATE, frame);
        out.writeInt(authenticate.version());
        bytes(out, authenticate.nonce());
        bytes(out, authenticate.proof());
      }
      case Frame.Authenticated authenticated -> {
        header(out, FrameType.AUTHENTICATED, frame);
        bytes(out, authenticated.proof());
      }
      case Frame.Ping ignored -> header(out, FrameType.PING, frame);
      case Frame.Open open -> {
        header(out, FrameType.OPEN, frame);
        options(out, open.options());
      }
      case Frame.Opened opened -> {
        header(out, FrameType.OPENED, frame);
        out.writeInt(opened.process());
      }
      case Frame.Refused refused -> {
        header(out, FrameType.REFUSED, frame);
        error(out, refused.error());
      }
      case Frame.Request request -> {
        header(out, FrameType.REQUEST, frame);
        out.writeByte(
            (request.continued() ? 1 : 0)
                | (request.syncOwed() ? 2 : 0)
                | (request.need().isPresent() ? 4 : 0));
        string(out, request.statement());
        request.need().ifPresent(need -> need(out, need));
        block(out, request.block());
      }
      case Frame.Response response -> {
        header(out, FrameType.RESPONSE, frame);
        out.writeByte((response.continued() ? 1 : 0) | (response.use().isPresent() ? 2 : 0));
        response.use().ifPresent(use -> ResourceUseCodec.write(out, use));
        block(out, response.block());
      }
      case Frame.Credit credit -> {
        header(out, FrameType.CREDIT, frame);
        out.writeInt(credit.bytes());
      }
      case Frame.Cancel ignored -> header(out, FrameType.CANCEL, frame);
      case Frame.CopyData data -> {
        header(out, FrameType.COPY_DATA, frame);
        block(out, data.block());
      }
      case Frame.CopyDone ignored -> header(out, FrameType.COPY_DONE, frame);
      case Frame.CopyFail fail -> {
        header(out, FrameType.COPY_FAIL, frame);
        string(out, fail.message());
      }
      case Frame.Close close -> {
        header(out, FrameType.CLOSE, frame);
        out.writeBoolean(close.discard());
        out.writeBoolean(close.awaited());
      }
      case Frame.Closed ignored -> header(out, FrameType.CLOSED, frame);
      case Frame.Lost lost -> {
        header(out, FrameType.LOST, frame);
        error(out, lost.error());
      }
      case Frame.OpenInbox open -> {
        header(out, FrameType.OPEN_INBOX, frame);
        uuid(out, open.inbox());
        out.writeInt(open.senders());
        out.writeLong(open.limitBytes());
      }
      case Frame.InboxOpened ignored -> header(out, FrameType.INBOX_OPENED, frame);
      case Frame.FailInbox fail -> {
        header(out, FrameType.FAIL_INBOX, frame);
        uuid(out, fail.inbox());
        error(out, fail.error());
      }
      case Frame.CloseInbox close -> {
        header(out, FrameType.CLOSE_INBOX, frame);
        uuid(out, close.inbox());
      }
      case Frame.Send send -> {
        header(out, FrameType.SEND, frame);
        out.writeByte(send.routing().ordinal());
        addresses(out, send.inboxes());
      }
      case Frame.Load load -> {
        header(out, FrameType.LOAD, frame);
        uuid(out, load.inbox());
      }
      case Frame.Moved moved -> {
        header(out, FrameType.MOVED, frame);
        deliveries(out, moved.deliveries());
      }
      case Frame.Failed failed -> {
        header(out, FrameType.FAILED, frame);
        error(out, failed.error());
      }
      case Frame.Deliver deliver -> {
        header(out, FrameType.DELIVER, frame);
        uuid(out, deliver.inbox());
        string(out, deliver.sender());
      }
      case Frame.Rows rows -> {
        header(out, FrameType.ROWS, frame);
        out.writeByte(rows.continued() ? 1 : 0);
        out.writeInt(rows.rows());
        block(out, rows.block());
      }
      case Frame.Measure ignored -> header(out, FrameType.MEASURE, frame);
      case Frame.Measured measured -> {
        header(out, FrameType.MEASURED, frame);
        machine(out, measured.machine());
      }
      case Frame.Sample sample -> {
        header(out, FrameType.SAMPLE, frame);
        SampleFormat.writeTime(sample.since(), out);
        out.writeInt(sample.most());
      }
      case Frame.Sampled sampled -> {
        header(out, FrameType.SAMPLED, frame);
        out.writeBoolean(sampled.on());
        SampleFormat.writeTime(sampled.now(), out);
        SampleFormat.write(sampled.samples(), out);
      }
      case Frame.LeaveDatabase leave -> {
        header(out, FrameType.LEAVE_DATABASE, frame);
        string(out, leave.database());
      }
      case Frame.DatabaseLeft ignored -> header(out, FrameType.DATABASE_LEFT, frame);
      case Frame.Ask ask -> {
        header(out, FrameType.ASK, frame);
        out.writeInt(ask.number());
      }
      case Frame.Idle idle -> {
        header(out, FrameType.IDLE, frame);
        out.writeInt(idle.number());
      }
      case Frame.RowsEnd ignored -> header(out, FrameType.ROWS_END, frame);
      case Frame.Stored ignored -> header(out, FrameType.STORED, frame);
    }
  }

  /** Type and stream, and room for the checksum of the head. */
  private static void header(ByteBuf out, byte type, Frame frame) {
    out.writeByte(type);
    out.writeInt(frame.stream());
    out.writeInt(0);
  }

  private static void need(ByteBuf out, EncodedRequest.Need need) {
    string(out, need.statement().name());
    string(out, need.statement().sql());
    out.writeInt(need.position());
  }

  private static void uuid(ByteBuf out, UUID id) {
    out.writeLong(id.getMostSignificantBits());
    out.writeLong(id.getLeastSignificantBits());
  }

  private static void addresses(ByteBuf out, List<InboxAddress> addresses) {
    out.writeInt(addresses.size());
    for (InboxAddress address : addresses) {
      uuid(out, address.inbox());
      string(out, address.node());
      string(out, address.host());
      out.writeInt(address.port());
      out.writeBoolean(address.own());
    }
  }

  private static void deliveries(ByteBuf out, List<Sent.Delivered> deliveries) {
    out.writeInt(deliveries.size());
    for (Sent.Delivered delivered : deliveries) {
      out.writeLong(delivered.rows());
      out.writeLong(delivered.rawBytes());
      out.writeLong(delivered.wireBytes());
    }
  }

  private static void machine(ByteBuf out, Machine machine) {
    out.writeLong(machine.memoryBytes());
    out.writeBoolean(machine.randomPageReads().isPresent());
    out.writeDouble(machine.randomPageReads().orElse(0));
  }

  private static void options(ByteBuf out, SessionOptions options) {
    string(out, options.database());
    string(out, options.user());
    string(out, options.incarnation());
    out.writeInt(options.settings().size());
    options
        .settings()
        .forEach(
            (name, value) -> {
              string(out, name);
              string(out, value);
            });
    out.writeInt(options.inlineLimit());
    out.writeBoolean(options.readFrom() == ReadFrom.PREFER_REPLICA);
  }

  private static void error(ByteBuf out, PostgresError error) {
    out.writeInt(error.fields().size());
    error
        .fields()
        .forEach(
            (code, text) -> {
              out.writeByte(code);
              string(out, text);
            });
  }

  private static void block(ByteBuf out, Block block) {
    out.writeByte(block.compression().ordinal());
    out.writeInt(block.rawLength());
    bytes(out, block.bytes());
  }

  private static void string(ByteBuf out, String text) {
    bytes(out, text.getBytes(UTF_8));
  }

  private static void bytes(ByteBuf out, byte[] bytes) {
    out.writeInt(bytes.length);
    out.writeBytes(bytes);
  }
}
