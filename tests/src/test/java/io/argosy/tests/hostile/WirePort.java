package io.argosy.tests.hostile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The port that PostgreSQL clients connect to, as somebody sees it who sends anything. */
record WirePort(int port) implements Port {
  private static final String REPLIES = "RSKZTDCENAI123ntGHdcsvW";

  /** Nothing that is sent here takes so long. */
  private static final int PATIENCE_MILLIS = 60_000;

  private static final int LONGEST_REPLY = 1 << 24;

  private static final int PREFIX = 5;

  /** Sends it all, and reads what is answered until the server hangs up. */
  @Override
  public void converse(List<Message> messages) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      byte[] answer;
      try {
        socket.getOutputStream().write(Port.joined(messages));
        socket.shutdownOutput();
        answer = socket.getInputStream().readAllBytes();
      } catch (SocketTimeoutException e) {
        throw new AssertionError("the server neither answers nor hangs up", e);
      } catch (SocketException e) {
        // It has hung up on us in the middle.
        return;
      }
      complaint(answer)
          .ifPresent(
              complaint -> {
                throw new AssertionError(complaint);
              });
    }
  }

  /** What is wrong with an answer, if anything is. */
  private static Optional<String> complaint(byte[] answer) {
    ByteBuffer in = ByteBuffer.wrap(answer);
    // Refusals of encryption are single bytes.
    while (in.hasRemaining() && in.get(in.position()) == 'N' && !isNotice(in)) {
      in.get();
    }
    while (in.hasRemaining()) {
      char type = (char) in.get();
      if (REPLIES.indexOf(type) < 0) {
        return Optional.of("a reply of unknown type " + (int) type);
      }
      if (in.remaining() < Integer.BYTES) {
        return Optional.of("a reply without a length");
      }
      int length = in.getInt() - Integer.BYTES;
      if (length < 0 || length > LONGEST_REPLY || length > in.remaining()) {
        return Optional.of(
            "a reply of type %c with %d of %d bytes".formatted(type, in.remaining(), length));
      }
      byte[] body = new byte[length];
      in.get(body);
      if (type == 'E') {
        Optional<String> complaint = complaintAboutError(body);
        if (complaint.isPresent()) {
          return complaint;
        }
      }
      if (type == 'Z' && (length != 1 || "ITE".indexOf(body[0]) < 0)) {
        return Optional.of("ReadyForQuery with an unknown state");
      }
    }
    return Optional.empty();
  }

  private static boolean isNotice(ByteBuffer in) {
    return in.remaining() > PREFIX && in.get(in.position() + 1) == 0;
  }

  private static Optional<String> complaintAboutError(byte[] body) {
    String[] fields = new String(body, StandardCharsets.UTF_8).split("\0");
    String severity = "";
    String state = "";
    String message = "";
    for (String field : fields) {
      if (!field.isEmpty()) {
        switch (field.charAt(0)) {
          case 'V' -> severity = field.substring(1);
          case 'C' -> state = field.substring(1);
          case 'M' -> message = field.substring(1);
          default -> {}
        }
      }
    }
    boolean sound =
        List.of("ERROR", "FATAL", "PANIC").contains(severity)
            && state.matches("[0-9A-Z]{5}")
            && !message.isEmpty();
    if (!sound) {
      return Optional.of(
          "an error without severity, state or message: " + String.join("|", fields));
    }
    // PostgreSQL has internal errors of its own, for types that are not there.
    return message.startsWith("internal error")
        ? Optional.of("an internal error: " + String.join("|", fields))
        : Optional.empty();
  }
}
