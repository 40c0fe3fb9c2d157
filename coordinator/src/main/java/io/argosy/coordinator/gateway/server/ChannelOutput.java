package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.protocol.channel.DirectWriter;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.BackendEncoder;
import io.argosy.protocol.server.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelOutboundBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Collects small messages, hands them to the channel in pieces, and blocks while the channel holds
 * more than its high-water mark. So a client that does not read costs that much memory and one
 * piece. Used by the connection's thread, except {@link #channelChanged}, {@link #gone} and what
 * says otherwise.
 */
final class ChannelOutput implements ClientOutput {
  /** Bytes after which what was collected goes to the channel. */
  private static final int PIECE = 32 * 1024;

  /** Rows of at least so many bytes are not worth copying. */
  private static final int COPY_BELOW = 8 * 1024;

  private static final int LARGEST_WRITE = 128 * 1024;

  private final Channel channel;
  private final DirectWriter writer;
  private final CopyInbox copyInbox;
  private final Consumer<String> completions;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final AtomicLong written = new AtomicLong();
  private final List<Consumer<BackendEncoder>> later = new ArrayList<>();
  private Supplier<ClientEncoding> encodings = () -> ClientEncoding.UTF8;
  private ByteBuf collected;
  private volatile boolean gone;

  /**
   * @param completions is told every command tag that the session sends
   */
  ChannelOutput(Channel channel, CopyInbox copyInbox, Consumer<String> completions) {
    this.channel = channel;
    this.writer = new DirectWriter(channel);
    this.copyInbox = copyInbox;
    this.completions = completions;
  }

  /** Event loop: the channel has become writable or unwritable. */
  void channelChanged() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Any thread: a number that grows whenever something is handed to the channel. */
  long written() {
    return written.get();
  }

  /** Event loop: whether the channel holds what the client has not taken yet. */
  boolean awaitsClient() {
    ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
    return waiting != null && waiting.totalPendingWriteBytes() > 0;
  }

  /** Event loop: the channel is closed. */
  void gone() {
    gone = true;
    channelChanged();
  }

  /**
   * Messages that are encoded before the next one is, or at {@link #settle}: until then what they
   * say may change.
   */
  void sendLater(Consumer<BackendEncoder> messages) {
    later.add(messages);
  }

  /** Appends what was to be sent later. */
  void settle() {
    if (!later.isEmpty()) {
      List<Consumer<BackendEncoder>> now = List.copyOf(later);
      later.clear();
      now.forEach(this::send);
    }
  }

  /** Appends messages that only the protocol layer sends. */
  void send(Consumer<BackendEncoder> messages) {
    settle();
    if (gone) {
      throw clientGone();
    }
    if (collected == null) {
      collected = channel.alloc().buffer(PIECE);
    }
    append(messages);
    if (collected.readableBytes() >= PIECE) {
      flush();
    }
  }

  /** All of them, or nothing where the client's encoding has not got a character. */
  private void append(Consumer<BackendEncoder> messages) {
    int end = collected.writerIndex();
    try {
      messages.accept(new BackendEncoder(collected, encoding()));
    } catch (PostgresException e) {
      collected.writerIndex(end);
      throw e instanceof ProtocolException ? e : new ProtocolException(e.error());
    }
  }

  /** Where the client's encoding has not got a character of it, that is the error. */
  void error(PostgresError error) {
    try {
      send(out -> out.error(error));
    } catch (ProtocolException e) {
      send(out -> out.error(e.error().with('S', error.severity()).with('V', error.severity())));
    }
    flush();
  }

  @Override
  public void encodes(Supplier<ClientEncoding> known) {
    encodings = known;
  }

  @Override
  public ClientEncoding encoding() {
    return encodings.get();
  }

  @Override
  public void columns(List<Field> fields) {
    send(out -> out.rowDescription(fields));
  }

  @Override
  public void rows(ByteBuffer messages) {
    encoded(messages);
  }

  @Override
  public void complete(String tag) {
    send(out -> out.commandComplete(tag));
    completions.accept(tag);
  }

  @Override
  public void functionResult(byte[] value) {
    send(out -> out.functionCallResponse(value));
  }

  @Override
  public void empty() {
    send(BackendEncoder::emptyQueryResponse);
  }

  /** Notices are seen at once, since the statement that raises them may go on for long. */
  @Override
  public void notice(PostgresError notice) {
    send(out -> out.notice(notice));
    flush();
  }

  @Override
  public void notification(int processId, String channelName, String payload) {
    send(out -> out.notification(processId, channelName, payload));
  }

  @Override
  public void parameter(String name, String value) {
    send(out -> out.parameterStatus(name, value));
  }

  @Override
  public void copyOut(int format, short[] columnFormats) {
    send(out -> out.copyOutResponse(format, columnFormats));
  }

  @Override
  public void copyData(ByteBuffer messages) {
    encoded(messages);
  }

  @Override
  public void copyDone() {
    send(BackendEncoder::copyDone);
  }

  @Override
  public CopySource copyIn(int format, short[] columnFormats) {
    copyInbox.begin(encoding());
    send(out -> out.copyInResponse(format, columnFormats));
    flush();
    return copyInbox;
  }

  @Override
  public void cancelCopyIn() {
    copyInbox.cancel();
  }

  @Override
  public void flush() {
    if (gone) {
      discard();
      throw clientGone();
    }
    if (collected != null) {
      ByteBuf piece = collected;
      collected = null;
      write(piece);
    }
  }

  /** Sends what is left and closes the channel when it has been sent. Does not wait for it. */
  void finish() {
    ByteBuf last = collected == null ? Unpooled.EMPTY_BUFFER : collected;
    collected = null;
    channel.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
  }

  private void encoded(ByteBuffer messages) {
    settle();
    if (messages.remaining() < COPY_BELOW) {
      if (gone) {
        throw clientGone();
      }
      if (collected == null) {
        collected = channel.alloc().buffer(PIECE);
      }
      collected.writeBytes(messages);
      if (collected.readableBytes() >= PIECE) {
        flush();
      }
      return;
    }
    flush();
    while (messages.hasRemaining()) {
      int length = Math.min(messages.remaining(), LARGEST_WRITE);
      ByteBuffer part = messages.slice(messages.position(), length);
      messages.position(messages.position() + length);
      write(Unpooled.wrappedBuffer(part));
    }
  }

  private void write(ByteBuf piece) {
    try {
      awaitWritable();
    } catch (ClientGoneException e) {
      piece.release();
      throw e;
    }
    written.incrementAndGet();
    writer.write(piece);
  }

  private void awaitWritable() {
    lock.lock();
    try {
      while (!gone && !channel.isWritable()) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
    if (gone) {
      throw clientGone();
    }
  }

  private void discard() {
    if (collected != null) {
      collected.release();
      collected = null;
    }
  }

  private static ClientGoneException clientGone() {
    return new ClientGoneException("the client has closed the connection");
  }
}
