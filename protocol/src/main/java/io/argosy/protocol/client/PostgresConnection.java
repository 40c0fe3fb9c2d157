package io.argosy.protocol.client;

import io.argosy.protocol.message.BackendDecoder;
import io.argosy.protocol.message.BackendMessage;
import io.argosy.protocol.message.FrontendMessages;
import io.argosy.protocol.message.MessageReader;
import io.argosy.protocol.message.Messages;
import io.argosy.protocol.message.PostgresException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A connection to one backend of a PostgreSQL server, which blocks. It moves messages and knows
 * nothing of requests: who uses it keeps to the protocol. One thread may read while another writes;
 * {@link #cancel} and {@link #abort} may be called by any thread.
 */
public final class PostgresConnection implements Closeable {
  private final ConnectionOptions options;
  private final Transport transport;
  private final MessageReader reader;
  private final OutputStream output;
  private final Map<String, String> parameters = new ConcurrentHashMap<>();
  private int processId;
  private byte[] secretKey = new byte[0];

  private PostgresConnection(ConnectionOptions options, Transport transport) throws IOException {
    this.options = options;
    this.transport = transport;
    this.reader = new MessageReader(transport.input());
    this.output = transport.output();
  }

  /**
   * Connects and logs in.
   *
   * @throws IOException when the server cannot be reached or does not speak the protocol
   * @throws PostgresException the server's error when it refuses the login
   */
  public static PostgresConnection connect(ConnectionOptions options) throws IOException {
    Transport transport = Transport.open(options.server(), options.tls(), options.timeout());
    try {
      PostgresConnection connection = new PostgresConnection(options, transport);
      transport.setReadTimeout(options.timeout());
      connection.logIn();
      transport.setReadTimeout(Duration.ZERO);
      return connection;
    } catch (IOException | RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  /** Whether something listens there; blocks at most as long as the timeout. */
  public static boolean isReachable(ServerAddress server, Duration timeout) {
    try (Transport reached =
        Transport.open(server, PostgresTls.unverified(TlsMode.DISABLE), timeout)) {
      return reached.input() != null;
    } catch (IOException e) {
      return false;
    }
  }

  private void logIn() throws IOException {
    Map<String, String> startup = new LinkedHashMap<>();
    startup.put("user", options.user());
    startup.put("database", options.database());
    startup.put("client_encoding", "UTF8");
    startup.put("application_name", "argosy");
    startup.putAll(options.parameters());
    send(new FrontendMessages().startup(startup));
    Login login = new Login(options.user(), options.password(), transport.serverCertificate());
    while (true) {
      Messages message = read();
      switch (message.type()) {
        case BackendMessage.AUTHENTICATION -> {
          Optional<FrontendMessages> answer = login.answer(message.body());
          if (answer.isPresent()) {
            send(answer.get());
          }
        }
        case BackendMessage.ERROR_RESPONSE ->
            throw new PostgresException(BackendDecoder.error(message.body()));
        case BackendMessage.BACKEND_KEY_DATA -> {
          ByteBuffer body = message.body();
          processId = body.getInt();
          secretKey = new byte[body.remaining()];
          body.get(secretKey);
        }
        case BackendMessage.READY_FOR_QUERY -> {
          reader.liftLimit();
          return;
        }
        case BackendMessage.PARAMETER_STATUS,
            BackendMessage.NOTICE_RESPONSE,
            BackendMessage.NEGOTIATE_PROTOCOL_VERSION -> {}
        default ->
            throw new IOException("unexpected message " + (char) message.type() + " at login");
      }
    }
  }

  /** What ParameterStatus messages have said so far. */
  public Map<String, String> parameters() {
    return Map.copyOf(parameters);
  }

  /** The backend's process id, as pg_backend_pid() gives it. */
  public int processId() {
    return processId;
  }

  /** The port of this end, by which the server knows it; empty for a socket of the file system. */
  public OptionalInt clientPort() {
    return transport.clientPort();
  }

  /** Sends messages in one write. Blocks while the server does not read. */
  public void send(FrontendMessages messages) throws IOException {
    output.write(messages.array(), 0, messages.size());
  }

  /** Sends the buffer's remaining bytes, which are whole messages, and consumes them. */
  public void send(ByteBuffer messages) throws IOException {
    if (messages.hasArray()) {
      output.write(
          messages.array(), messages.arrayOffset() + messages.position(), messages.remaining());
      messages.position(messages.limit());
    } else {
      byte[] copy = new byte[messages.remaining()];
      messages.get(copy);
      output.write(copy);
    }
  }

  /** The next message, or run of rows or of COPY data; blocks. */
  public Messages read() throws IOException {
    Messages message = reader.read();
    if (message.type() == BackendMessage.PARAMETER_STATUS) {
      ByteBuffer body = message.body();
      parameters.put(BackendDecoder.string(body), BackendDecoder.string(body));
    }
    return message;
  }

  /** Whether {@link #read} has something to read at once. */
  public boolean hasMore() throws IOException {
    return reader.hasMore();
  }

  /** How long a read may block before it throws SocketTimeoutException; zero: for ever. */
  public void setReadTimeout(Duration timeout) throws IOException {
    transport.setReadTimeout(timeout);
  }

  /**
   * Whether the server still serves this connection, which must be idle. Costs no round trip (one,
   * with TLS): a server that went away has left the end of the stream, or a last error, in our
   * receive buffer.
   */
  public boolean isAlive() {
    try {
      OptionalInt arrived = transport.readArrived(reader.room());
      if (arrived.isEmpty()) {
        return answersSync();
      }
      if (arrived.getAsInt() < 0) {
        return false;
      }
      reader.received(arrived.getAsInt());
      while (reader.wholeMessageBuffered()) {
        if (read().type() == BackendMessage.ERROR_RESPONSE) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean answersSync() throws IOException {
    transport.setReadTimeout(options.timeout());
    send(new FrontendMessages().sync());
    while (true) {
      switch (read().type()) {
        case BackendMessage.READY_FOR_QUERY -> {
          transport.setReadTimeout(Duration.ZERO);
          return true;
        }
        case BackendMessage.ERROR_RESPONSE -> {
          return false;
        }
        default -> {}
      }
    }
  }

  /**
   * Asks the server, on a connection of its own, to cancel what the backend is doing, and returns
   * when the server has closed that connection: from then on the request can no longer hit a later
   * statement of this backend (PostgreSQL documentation, "Canceling Requests in Progress").
   *
   * @throws IOException when the server did not confirm in time; the cancel may still come
   */
  public void cancel() throws IOException {
    PostgresTls tls = transport.encrypted() ? options.tls().required() : options.tls().disabled();
    try (Transport request = Transport.open(options.server(), tls, options.timeout())) {
      request.setReadTimeout(options.timeout());
      FrontendMessages message = new FrontendMessages().cancelRequest(processId, secretKey);
      request.output().write(message.array(), 0, message.size());
      awaitEnd(request.input());
    }
  }

  private static void awaitEnd(InputStream input) throws IOException {
    byte[] ignored = new byte[64];
    int read;
    do {
      try {
        read = input.read(ignored);
      } catch (SocketTimeoutException e) {
        throw e;
      } catch (IOException reset) {
        // A server that closes with our bytes unread resets the connection: closed all the same.
        return;
      }
    } while (read >= 0);
  }

  /** Closes the socket at once; whoever is blocked on it gets an IOException. */
  public void abort() {
    try {
      transport.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Says goodbye to the server, which ends the backend, and closes the socket. */
  @Override
  public void close() throws IOException {
    try (transport) {
      send(new FrontendMessages().terminate());
    }
  }
}
