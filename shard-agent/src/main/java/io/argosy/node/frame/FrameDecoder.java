package io.argosy.node.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.node.EncodedRequest;
import io.argosy.node.KeptStatement;
import io.argosy.node.Machine;
import io.argosy.node.ReadFrom;
import io.argosy.node.ResourceUse;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.SessionOptions;
import io.argosy.protocol.message.PostgresError;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.UUID;

/**
 * Reads frames. Believes no length: a frame longer than the limit, one whose head is not what was
 * sent, or content longer than its frame, is a {@link DamagedFrameException}, before anything is
 * allocated for it. Behind the first damage nothing is read any more.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
  private static final Compression[] COMPRESSIONS = Compression.values();
  private static final int LAST_PORT = 0xffff;
  private static final Routing[] ROUTINGS = Routing.values();

  private static final int SHORTEST = FrameChecksum.HEAD - 4 + 2 * FrameChecksum.BYTES;

  private int limit = Limits.UNPROVEN_FRAME;
  private boolean greeted;

  /** How many frames there were, but for the greeting. */
  private int received;

  private boolean damaged;

  private FrameDecoder(boolean greeted) {
    this.greeted = greeted;
  }

  /** Of the peer that has connected, which is greeted first. */
  public static FrameDecoder connecting() {
    return new FrameDecoder(false);
  }

  /** Of the peer that listens, which greets. */
  public static FrameDecoder listening() {
    return new FrameDecoder(true);
  }

  /** The peer has proven that it knows the secret. To be called by the event loop. */
  public void liftLimit() {
    limit = Limits.FRAME;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (damaged) {
      in.skipBytes(in.readableBytes());
      return;
    }
    damaged = true;
    (greeted ? next(in) : Greeting.read(in)).ifPresent(out::add);
    greeted |= !out.isEmpty();
    damaged = false;
  }

  private Optional<Frame> next(ByteBuf in) {
    int start = in.readerIndex();
    if (in.readableBytes() < 4) {
      return Optional.empty();
    }
    int length = in.getInt(start);
    if (length < SHORTEST || length > limit) {
      throw new DamagedFrameException("a frame of length " + Integer.toUnsignedString(length));
    }
    if (in.readableBytes() < FrameChecksum.HEAD + FrameChecksum.BYTES) {
      return Optional.empty();
    }
    if (!FrameChecksum.headIsSound(in, start, received)) {
      throw new DamagedFrameException(
          "the checksum of a frame's head is wrong, or a frame before it is missing");
    }
    if (in.readableBytes() < 4 + length) {
      return Optional.empty();
    }
    if (!FrameChecksum.isSound(in, start, 4 + length)) {
      throw new DamagedFrameException("the checksum of a frame is wrong");
    }
    in.skipBytes(4);
    received++;
    return Optional.of(whole(in.readSlice(length)));
  }

  private static Frame whole(ByteBuf frame) {
    byte type = frame.readByte();
    int stream = frame.readInt();
    frame.skipBytes(FrameChecksum.BYTES);
    ByteBuf content = frame.readSlice(frame.readableBytes() - FrameChecksum.BYTES);
    try {
      Frame read = read(type, stream, content);
      if (content.isReadable()) {
        throw new DamagedFrameException("a frame with more content than its type has");
      }
      return read;
    } catch (IndexOutOfBoundsException e) {
      throw new DamagedFrameException("a frame with less content than its type has");
    }
  }

  private static Frame read(byte type, int stream, ByteBuf in) {
    return switch (type) {
      case FrameType.AUTHENTICATE -> new Frame.Authenticate(in.readInt(), bytes(in), bytes(in));
      case FrameType.AUTHENTICATED -> new Frame.Authenticated(bytes(in));
      case FrameType.PING -> new Frame.Ping();
      case FrameType.OPEN -> new Frame.Open(stream, options(in));
      case FrameType.OPENED -> new Frame.Opened(stream, in.readInt());
      case FrameType.REFUSED -> new Frame.Refused(stream, error(in));
      case FrameType.REQUEST -> request(stream, in);
      case FrameType.RESPONSE -> response(stream, in);
      case FrameType.CREDIT -> new Frame.Credit(stream, in.readInt());
      case FrameType.CANCEL -> new Frame.Cancel(stream);
      case FrameType.COPY_DATA -> new Frame.CopyData(stream, block(in));
      case FrameType.COPY_DONE -> new Frame.CopyDone(stream);
      case FrameType.COPY_FAIL -> new Frame.CopyFail(stream, string(in));
      case FrameType.CLOSE -> new Frame.Close(stream, in.readBoolean(), in.readBoolean());
      case FrameType.CLOSED -> new Frame.Closed(stream);
      case FrameType.LOST -> new Frame.Lost(stream, error(in));
      case FrameType.OPEN_INBOX ->
          new Frame.OpenInbox(stream, uuid(in), in.readInt(), in.readLong());
      case FrameType.INBOX_OPENED -> new Frame.InboxOpened(stream);
      case FrameType.FAIL_INBOX -> new Frame.FailInbox(stream, uuid(in), error(in));
      case FrameType.CLOSE_INBOX -> new Frame.CloseInbox(stream, uuid(in));
      case FrameType.SEND -> new Frame.Send(stream, routing(in), addresses(in));
      case FrameType.LOAD -> new Frame.Load(stream, uuid(in));
      case FrameType.MOVED -> new Frame.Moved(stream, deliveries(in));
      case FrameType.FAILED -> new Frame.Failed(stream, error(in));
      case FrameType.DELIVER -> new Frame.Deliver(stream, uuid(in), string(in));
      case FrameType.ROWS -> new Frame.Rows(stream, in.readByte() != 0, in.readInt(), block(in));
      case FrameType.ROWS_END -> new Frame.RowsEnd(stream);
      case FrameType.STORED -> new Frame.Stored(stream);
      case FrameType.ASK -> new Frame.Ask(stream, in.readInt());
      case FrameType.IDLE -> new Frame.Idle(stream, in.readInt());
      case FrameType.MEASURE -> new Frame.Measure(stream);
      case FrameType.MEASURED -> new Frame.Measured(stream, machine(in));
      case FrameType.SAMPLE -> new Frame.Sample(stream, SampleFormat.readTime(in), in.readInt());
      case FrameType.SAMPLED ->
          new Frame.Sampled(
              stream, in.readBoolean(), SampleFormat.readTime(in), SampleFormat.read(in));
      case FrameType.LEAVE_DATABASE -> new Frame.LeaveDatabase(stream, string(in));
      case FrameType.DATABASE_LEFT -> new Frame.DatabaseLeft(stream);
      default -> throw new DamagedFrameException("a frame of unknown type " + type);
    };
  }

  private static UUID uuid(ByteBuf in) {
    return new UUID(in.readLong(), in.readLong());
  }

  private static Routing routing(ByteBuf in) {
    int routing = in.readByte();
    if (routing < 0 || routing >= ROUTINGS.length) {
      throw new DamagedFrameException("unknown routing " + routing);
    }
    return ROUTINGS[routing];
  }

  private static List<InboxAddress> addresses(ByteBuf in) {
    int count = in.readInt();
    List<InboxAddress> addresses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      addresses.add(new InboxAddress(uuid(in), string(in), string(in), port(in), in.readBoolean()));
    }
    return addresses;
  }

  /** 0 where there is none. */
  private static int port(ByteBuf in) {
    int port = in.readInt();
    if (port < 0 || port > LAST_PORT) {
      throw new DamagedFrameException("a port of number " + port);
    }
    return port;
  }

  private static List<Sent.Delivered> deliveries(ByteBuf in) {
    int count = in.readInt();
    List<Sent.Delivered> deliveries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      deliveries.add(new Sent.Delivered(in.readLong(), in.readLong(), in.readLong()));
    }
    return deliveries;
  }

  private static Frame response(int stream, ByteBuf in) {
    int flags = in.readByte();
    Optional<ResourceUse> use =
        (flags & 2) == 0 ? Optional.empty() : Optional.of(ResourceUseCodec.read(in));
    return new Frame.Response(stream, (flags & 1) != 0, use, block(in));
  }

  private static Frame request(int stream, ByteBuf in) {
    int flags = in.readByte();
    String statement = string(in);
    Optional<EncodedRequest.Need> need =
        (flags & 4) == 0
            ? Optional.empty()
            : Optional.of(
                new EncodedRequest.Need(new KeptStatement(string(in), string(in)), in.readInt()));
    return new Frame.Request(
        stream, (flags & 1) != 0, (flags & 2) != 0, statement, need, block(in));
  }

  private static Machine machine(ByteBuf in) {
    long memory = in.readLong();
    boolean measured = in.readBoolean();
    double randomPageReads = in.readDouble();
    return new Machine(
        memory, measured ? OptionalDouble.of(randomPageReads) : OptionalDouble.empty());
  }

  private static SessionOptions options(ByteBuf in) {
    String database = string(in);
    String user = string(in);
    String incarnation = string(in);
    int count = in.readInt();
    Map<String, String> settings = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      settings.put(string(in), string(in));
    }
    int inlineLimit = in.readInt();
    if (inlineLimit < 0 || inlineLimit > SessionOptions.LONGEST_INLINE) {
      throw new DamagedFrameException("an inline limit of " + inlineLimit + " bytes");
    }
    ReadFrom readFrom = in.readBoolean() ? ReadFrom.PREFER_REPLICA : ReadFrom.PRIMARY;
    return new SessionOptions(database, user, incarnation, settings, inlineLimit, readFrom);
  }

  private static PostgresError error(ByteBuf in) {
    int count = in.readInt();
    Map<Character, String> fields = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      fields.put((char) in.readByte(), string(in));
    }
    return new PostgresError(fields);
  }

  private static Block block(ByteBuf in) {
    int compression = in.readByte();
    int rawLength = in.readInt();
    if (compression < 0 || compression >= COMPRESSIONS.length) {
      throw new DamagedFrameException("a block of unknown compression " + compression);
    }
    if (rawLength < 0 || rawLength > Limits.LONGEST_BLOCK) {
      throw new DamagedFrameException("a block of " + rawLength + " bytes");
    }
    return new Block(COMPRESSIONS[compression], rawLength, bytes(in));
  }

  private static String string(ByteBuf in) {
    return new String(bytes(in), UTF_8);
  }

  private static byte[] bytes(ByteBuf in) {
    int length = in.readInt();
    if (length < 0 || length > in.readableBytes()) {
      throw new DamagedFrameException("content of " + length + " bytes is longer than its frame");
    }
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }
}
