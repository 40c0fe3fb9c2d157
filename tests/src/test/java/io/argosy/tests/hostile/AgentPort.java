package io.argosy.tests.hostile;

import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameDecoder;
import io.argosy.node.frame.Limits;
import io.argosy.node.frame.SharedSecret;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * An agent's port, as somebody sees it who sends anything.
 *
 * @param secret what a peer authenticates with before it goes astray; none for an intruder
 */
record AgentPort(int port, Optional<SharedSecret> secret) implements Port {
  private static final int PATIENCE_MILLIS = 60_000;

  private static final long PAUSE_NANOSECONDS = 3_000_000;

  private static final int LENGTH_BYTES = 4;

  /** One of so many messages has no checksums. */
  private static final int CARELESS = 20;

  @Override
  public void converse(List<Message> messages) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      FrameDecoder decoder = FrameDecoder.connecting();
      EmbeddedChannel replies = new EmbeddedChannel(decoder);
      decoder.liftLimit();
      try {
        Frame hello = next(in, replies);
        if (!(hello instanceof Frame.Hello)) {
          throw new AssertionError("an agent begins with " + hello);
        }
        if (secret.isPresent()) {
          authenticate(socket, ((Frame.Hello) hello).nonce());
        }
        int last = Math.max(0, messages.size() - 1);
        List<Message> sent = sealed(messages, secret.isPresent() ? 1 : 0);
        socket.getOutputStream().write(Port.joined(sent.subList(0, last)));
        // What ends now is given up: some of it should have begun.
        LockSupport.parkNanos(PAUSE_NANOSECONDS);
        socket.getOutputStream().write(Port.joined(sent.subList(last, sent.size())));
        socket.shutdownOutput();
        awaitEnd(in, replies);
      } catch (SocketTimeoutException e) {
        throw new AssertionError("the agent neither answers nor hangs up", e);
      } catch (SocketException e) {
        // It has hung up on us in the middle.
        return;
      } finally {
        replies.finishAndReleaseAll();
      }
    }
  }

  /** Most peers that go astray still know how a frame is sealed. */
  private static List<Message> sealed(List<Message> messages, int before) {
    List<Message> sealed = new ArrayList<>();
    for (Message message : messages) {
      boolean careless = Math.floorMod(Arrays.hashCode(message.bytes()), CARELESS) == 0;
      sealed.add(careless ? message : message.sealed(before + sealed.size()));
    }
    return sealed;
  }

  private void authenticate(Socket socket, byte[] agentNonce) throws IOException {
    byte[] nonce = SharedSecret.nonce();
    byte[] proof = secret.orElseThrow().coordinatorProof(agentNonce, nonce);
    socket
        .getOutputStream()
        .write(
            AgentCorpus.encoded(new Frame.Authenticate(Limits.VERSION, nonce, proof))
                .sealed(0)
                .bytes());
  }

  /** Reads until the agent hangs up. */
  private void awaitEnd(DataInputStream in, EmbeddedChannel replies) throws IOException {
    for (Frame frame = next(in, replies); frame != null; frame = next(in, replies)) {
      if (secret.isEmpty() && !(frame instanceof Frame.Refused)) {
        throw new AssertionError("an intruder is answered " + frame);
      }
      if (frame instanceof Frame.Lost lost && lost.error().sqlState().startsWith("XX")) {
        throw new AssertionError("an internal error: " + lost.error());
      }
    }
  }

  /** The next frame; null when the agent has hung up. */
  private static Frame next(DataInputStream in, EmbeddedChannel replies) throws IOException {
    int first = in.read();
    if (first < 0) {
      return null;
    }
    byte[] rest = in.readNBytes(LENGTH_BYTES - 1);
    int length = first << 24 | (rest[0] & 0xFF) << 16 | (rest[1] & 0xFF) << 8 | rest[2] & 0xFF;
    if (length < 0 || length > Limits.FRAME) {
      throw new AssertionError("a frame of length " + length);
    }
    replies.writeInbound(Unpooled.buffer().writeInt(length).writeBytes(in.readNBytes(length)));
    return replies.readInbound();
  }
}
