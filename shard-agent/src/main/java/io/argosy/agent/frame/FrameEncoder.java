package io.argosy.agent.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.agent.node.SessionOptions;
import io.argosy.agent.postgres.PostgresError;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToByteEncoder;

/** Writes frames. Strings and byte arrays are preceded by an int32 length. */
public final class FrameEncoder extends MessageToByteEncoder<Frame> {
  /** Bytes around a block's: frame header, flags, compression, raw length, checksum, length. */
  public static final int BLOCK_OVERHEAD = 9 + 1 + 13;

  @Override
  protected ByteBuf allocateBuffer(ChannelHandlerContext context, Frame frame, boolean direct) {
    int size =
        switch (frame) {
          case Frame.Response response -> response.block().bytes().length + BLOCK_OVERHEAD;
          case Frame.CopyData data -> data.block().bytes().length + BLOCK_OVERHEAD;
          case Frame.Request request -> request.block().bytes().length + BLOCK_OVERHEAD;
          case Frame other -> 64;
        };
    return direct ? context.alloc().ioBuffer(size) : context.alloc().heapBuffer(size);
  }

  @Override
  protected void encode(ChannelHandlerContext context, Frame frame, ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(0);
    switch (frame) {
      case Frame.Hello hello -> {
        header(out, FrameType.HELLO, frame);
        out.writeInt(hello.version());
        bytes(out, hello.nonce());
      }
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
      case Frame.Opened ignored -> header(out, FrameType.OPENED, frame);
      case Frame.Refused refused -> {
        header(out, FrameType.REFUSED, frame);
        error(out, refused.error());
      }
      case Frame.Request request -> {
        header(out, FrameType.REQUEST, frame);
        out.writeByte((request.continued() ? 1 : 0) | (request.syncOwed() ? 2 : 0));
        block(out, request.block());
      }
      case Frame.Response response -> {
        header(out, FrameType.RESPONSE, frame);
        out.writeByte(response.continued() ? 1 : 0);
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
      }
      case Frame.Closed ignored -> header(out, FrameType.CLOSED, frame);
      case Frame.Lost lost -> {
        header(out, FrameType.LOST, frame);
        error(out, lost.error());
      }
    }
    out.setInt(start, out.writerIndex() - start - 4);
  }

  private static void header(ByteBuf out, byte type, Frame frame) {
    out.writeByte(type);
    out.writeInt(frame.stream());
  }

  private static void options(ByteBuf out, SessionOptions options) {
    string(out, options.database());
    string(out, options.user());
    out.writeInt(options.settings().size());
    options
        .settings()
        .forEach(
            (name, value) -> {
              string(out, name);
              string(out, value);
            });
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
    out.writeInt(block.checksum());
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
