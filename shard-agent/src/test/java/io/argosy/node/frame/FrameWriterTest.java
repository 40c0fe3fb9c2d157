package io.argosy.node.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.channel.DirectServerSocketChannel;
import io.argosy.protocol.channel.DirectSocketChannel;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWriterTest {
  private static final int SENDERS = 6;
  private static final int FRAMES = 3_000;
  private static final int SMALL_BUFFER = 4 * 1024;

  private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
  private final BlockingQueue<Frame> received = new LinkedBlockingQueue<>();
  private final AtomicReference<Throwable> damage = new AtomicReference<>();
  private final AtomicBoolean silent = new AtomicBoolean();
  private Channel listener;
  private Channel sender;

  /** The peer has a small buffer, so that much has to wait for it. */
  @BeforeEach
  void listen() {
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(DirectServerSocketChannel.class)
            .option(ChannelOption.SO_RCVBUF, SMALL_BUFFER)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    FrameDecoder decoder = FrameDecoder.listening();
                    decoder.liftLimit();
                    channel.pipeline().addLast(decoder).addLast(new Receiver());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .syncUninterruptibly()
            .channel();
  }

  private final class Receiver extends SimpleChannelInboundHandler<Frame> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, Frame frame) {
      received.add(frame);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      damage.compareAndSet(null, cause);
      context.close();
    }
  }

  private FrameWriter connect(boolean filtered) {
    sender =
        new Bootstrap()
            .group(loops)
            .channel(DirectSocketChannel.class)
            .option(ChannelOption.SO_SNDBUF, SMALL_BUFFER)
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel.pipeline().addLast(new FrameEncoder());
                    FrameWriter.attach(channel, filtered, silent::get);
                  }
                })
            .connect(
                InetAddress.getLoopbackAddress(),
                ((InetSocketAddress) listener.localAddress()).getPort())
            .syncUninterruptibly()
            .channel();
    return FrameWriter.of(sender);
  }

  @AfterEach
  void close() {
    listener.close().syncUninterruptibly();
    if (sender != null) {
      sender.close().syncUninterruptibly();
    }
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Every frame has its number among all, which the decoder checks. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void framesOfManyThreadsArriveWholeAndInTheirOrder(boolean filtered) throws Exception {
    FrameWriter writer = connect(filtered);
    List<Thread> threads = new ArrayList<>();
    for (int i = 1; i <= SENDERS; i++) {
      int stream = i;
      threads.add(Thread.ofVirtual().start(() -> sendAll(writer, stream)));
    }
    // The event loop sends, too, and often in the middle of what did not fit.
    for (int i = 0; i < FRAMES; i++) {
      sender.eventLoop().execute(() -> writer.send(new Frame.Ping()));
    }
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < SENDERS * FRAMES + FRAMES; i++) {
      Frame frame = received.poll(20, TimeUnit.SECONDS);
      assertThat(damage.get()).isNull();
      assertThat(frame).as("frame %d", i).isNotNull();
      if (frame instanceof Frame.Opened opened) {
        assertThat(opened.process()).isEqualTo(counts.merge(opened.stream(), 1, Integer::sum));
      } else if (frame instanceof Frame.Response response) {
        counts.merge(response.stream(), 1, Integer::sum);
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(counts.values()).hasSize(SENDERS).containsOnly(FRAMES);
  }

  private static void sendAll(FrameWriter writer, int stream) {
    for (int i = 1; i <= FRAMES; i++) {
      if (i % 100 == 0) {
        byte[] bytes = new byte[20_000];
        writer.send(
            new Frame.Response(
                stream,
                false,
                Optional.empty(),
                Block.pack(Compression.NONE, bytes, bytes.length)));
      } else if (i % 3 == 0) {
        writer.sendSoon(new Frame.Opened(stream, i));
      } else {
        writer.send(new Frame.Opened(stream, i));
      }
    }
  }

  @Test
  void whatNobodyWaitsForIsSentBeforeTheNextFrameOrSoon() throws Exception {
    FrameWriter writer = connect(false);
    writer.sendSoon(new Frame.Opened(1, 1));
    writer.send(new Frame.Opened(1, 2));
    assertThat(next()).isEqualTo(new Frame.Opened(1, 1));
    assertThat(next()).isEqualTo(new Frame.Opened(1, 2));
    writer.sendSoon(new Frame.Opened(1, 3));
    assertThat(next()).isEqualTo(new Frame.Opened(1, 3));
  }

  @Test
  void nothingIsSentInSilence() throws Exception {
    FrameWriter writer = connect(false);
    silent.set(true);
    writer.send(new Frame.Opened(1, 1));
    silent.set(false);
    writer.send(new Frame.Opened(1, 2));
    assertThat(next()).isEqualTo(new Frame.Opened(1, 2));
  }

  @Test
  void whoWritesToAPeerThatHasGoneLosesTheConnectionAndNothingElse() {
    FrameWriter writer = connect(false);
    listener.close().syncUninterruptibly();
    sender.close().syncUninterruptibly();
    writer.send(new Frame.Opened(1, 1));
    writer.flush();
    assertThat(sender.isOpen()).isFalse();
  }

  private Frame next() throws InterruptedException {
    return received.poll(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
  }
}
