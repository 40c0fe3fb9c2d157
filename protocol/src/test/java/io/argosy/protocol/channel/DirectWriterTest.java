package io.argosy.protocol.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectWriterTest {
  private static final int BYTES = 8 << 20;

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
  private Channel listener;

  @BeforeEach
  void listen() {
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(DirectServerSocketChannel.class)
            .childOption(ChannelOption.SO_SNDBUF, 8 * 1024)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new ChannelInboundHandlerAdapter());
                    accepted.add(channel);
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  private Socket connect() throws Exception {
    return new Socket(
        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.localAddress()).getPort());
  }

  private Channel accept() throws InterruptedException {
    return Objects.requireNonNull(accepted.poll(10, TimeUnit.SECONDS));
  }

  @AfterEach
  void close() {
    listener.close().syncUninterruptibly();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  @Test
  void bytesArriveInTheirOrderAtAClientThatReadsSlowly() throws Exception {
    byte[] sent = new byte[BYTES];
    Random random = new Random(42);
    random.nextBytes(sent);
    Random pieces = new Random(43);
    try (Socket client = connect()) {
      Channel channel = accept();
      DirectWriter writer = new DirectWriter(channel);
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    int position = 0;
                    while (position < BYTES) {
                      int length = Math.min(1 + pieces.nextInt(20_000), BYTES - position);
                      writer.write(Unpooled.wrappedBuffer(sent, position, length));
                      position += length;
                      // Now and then all that was written has been taken.
                      LockSupport.parkNanos(pieces.nextInt(400_000));
                    }
                  });
      byte[] received = new byte[BYTES];
      InputStream in = client.getInputStream();
      int read = 0;
      while (read < BYTES) {
        if (random.nextInt(50) == 0) {
          Thread.sleep(1);
        }
        int count = in.read(received, read, Math.min(BYTES - read, 30_000));
        assertThat(count).isPositive();
        read += count;
      }
      thread.join();
      assertThat(Arrays.mismatch(received, sent)).isEqualTo(-1);
    }
  }

  /**
   * Buffers are taken from a pool: what one writer has released is the next moment the message of
   * another.
   */
  @Test
  void clientsGetTheirOwnMessagesOnly() throws Exception {
    int clients = 8;
    int messages = 40_000;
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        Socket client = connect();
        client.setSoTimeout(10_000);
        Channel channel = accept();
        DirectWriter writer = new DirectWriter(channel);
        int number = i;
        ends.add(
            threads.submit(
                () -> {
                  for (int message = 0; message < messages; message++) {
                    writer.write(
                        channel.alloc().buffer(32 * 1024).writeInt(number).writeInt(message));
                  }
                  return null;
                }));
        ends.add(
            threads.submit(
                () -> {
                  try (DataInputStream in =
                      new DataInputStream(new BufferedInputStream(client.getInputStream()))) {
                    for (int message = 0; message < messages; message++) {
                      assertThat(in.readInt()).isEqualTo(number);
                      assertThat(in.readInt()).isEqualTo(message);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get(60, TimeUnit.SECONDS);
      }
    }
  }

  /** A buffer that somebody else has as soon as it is released looks as if it never had been. */
  @Test
  void whatWasWrittenIsNotLookedAtAgain() throws Exception {
    List<Object> byTheLoop = new CopyOnWriteArrayList<>();
    try (Socket client = connect()) {
      Channel channel = accept();
      channel
          .pipeline()
          .addFirst(
              new ChannelOutboundHandlerAdapter() {
                @Override
                public void write(
                    ChannelHandlerContext context, Object message, ChannelPromise promise) {
                  byTheLoop.add(message);
                  context.write(message, promise);
                }
              });
      DirectWriter writer = new DirectWriter(channel);
      writer.write(Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(new byte[] {42})));
      assertThat(client.getInputStream().read()).isEqualTo(42);
      channel.eventLoop().submit(() -> {}).get(10, TimeUnit.SECONDS);
      assertThat(byTheLoop).isEmpty();
    }
  }

  /** What a client's system does not take any more ends the connection. */
  @Test
  void aClientThatHasGoneIsNoticed() throws Exception {
    Socket client = connect();
    Channel channel = accept();
    DirectWriter writer = new DirectWriter(channel);
    client.setSoLinger(true, 0);
    client.close();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    while (channel.isOpen() && System.nanoTime() < deadline) {
      writer.write(Unpooled.wrappedBuffer(new byte[100]));
      Thread.sleep(1);
    }
    assertThat(channel.isOpen()).isFalse();
    writer.write(Unpooled.wrappedBuffer(new byte[100]));
  }
}
