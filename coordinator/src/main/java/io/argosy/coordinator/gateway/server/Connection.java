package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.ProtocolException;
import io.argosy.protocol.server.ProtocolVersion;
import io.argosy.protocol.server.StartupPacket;
import io.argosy.protocol.tls.ChannelBinding;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client from its startup message on. {@link #run} is the client's thread; the other methods
 * are called by the event loop or the server and do not block.
 */
final class Connection implements Runnable, ClientSession.Control {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** How long an answer may keep a client waiting that sends no more. */
  private static final Duration PARTING = Duration.ofSeconds(2);

  private final Channel channel;
  private final StartupPacket.Startup startup;
  private final Optional<ChannelBinding> channelBinding;
  private final Services services;
  private final Runnable whenAuthenticated;
  private final Inbox inbox;
  private final ChannelOutput output;
  private final NamedObjects objects = new NamedObjects();
  private final CopyInbox copyInbox;
  private volatile boolean authenticated;
  private volatile ClientSession session;

  /** What connections of one server share. */
  record Services(
      Authenticator authenticator,
      SaslHandshake handshake,
      ClientSession.Factory sessions,
      CancelKeys cancelKeys,
      MemoryBudget memory) {}

  Connection(
      Channel channel,
      StartupPacket.Startup startup,
      Optional<ChannelBinding> channelBinding,
      Services services,
      Runnable whenAuthenticated) {
    this.channel = channel;
    this.startup = startup;
    this.channelBinding = channelBinding;
    this.services = services;
    this.whenAuthenticated = whenAuthenticated;
    this.inbox = new Inbox(channel, services.memory());
    this.copyInbox = new CopyInbox(inbox);
    this.output = new ChannelOutput(channel, copyInbox, objects::completed);
  }

  FrameHandler frameHandler() {
    return new FrameHandler(this, inbox, services.memory());
  }

  @Override
  public void run() {
    try {
      serve();
    } catch (ClientGoneException e) {
      LOG.debug("{}: client has gone", this);
    } catch (PostgresException e) {
      LOG.debug("{}: ended: {}", this, e.getMessage());
      sayLast(e.error());
    } catch (Throwable e) {
      // Errors of Java included: no session ends without a word.
      sayLast(InternalErrors.logged("ends " + this, e));
    } finally {
      output.finish();
      LOG.debug("{}: closed", this);
    }
  }

  private void serve() {
    negotiateVersion();
    Map<String, String> parameters = parameters();
    authenticate(parameters.get("user"), parameters.get("database"));
    try (ClientSession opened = services.sessions().open(parameters, output)) {
      session = opened;
      CancelKeys.Registration key =
          services
              .cancelKeys()
              .register(startup.version().negotiated().hasLongCancelKeys(), opened::cancel);
      try {
        opened.names(objects);
        opened.controls(this);
        opened.connected(key.processId(), channel.remoteAddress());
        opened.reportedParameters().forEach(output::parameter);
        output.send(out -> out.backendKeyData(key.processId(), key.secretKey()));
        LOG.debug("{}: session {} opened", this, key.processId());
        new Conversation(opened, inbox, copyInbox, output, objects).run();
      } finally {
        services.cancelKeys().remove(key);
        session = null;
      }
    } finally {
      // The session has stopped what ran: a portal of an open one might be read to its end.
      objects.closeAll();
    }
  }

  private void negotiateVersion() {
    ProtocolVersion asked = startup.version();
    ProtocolVersion used = asked.negotiated();
    if (!used.equals(asked) || !startup.protocolOptions().isEmpty()) {
      output.send(out -> out.negotiateProtocolVersion(used, startup.protocolOptions()));
    }
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters = new LinkedHashMap<>(startup.parameters());
    String user = parameters.getOrDefault("user", "");
    if (user.isEmpty()) {
      throw new ProtocolException(
          PostgresError.of(
              "FATAL", "28000", "no PostgreSQL user name specified in startup packet"));
    }
    String replication = parameters.getOrDefault("replication", "false");
    if (!replication.equals("false") && !replication.equals("off") && !replication.equals("0")) {
      throw new ProtocolException(
          PostgresError.of("FATAL", "0A000", "replication connections are not supported"));
    }
    parameters.remove("replication");
    if (parameters.getOrDefault("database", "").isEmpty()) {
      parameters.put("database", user);
    }
    return parameters;
  }

  private void authenticate(String user, String database) {
    switch (services.authenticator().requirement(user, database, channel.remoteAddress())) {
      case Authenticator.Requirement.Trust() -> {}
      case Authenticator.Requirement.Password(var verifier) ->
          services.handshake().authenticate(user, verifier, channelBinding, inbox, output);
      case Authenticator.Requirement.Impossible() ->
          services.handshake().refuse(user, channelBinding, inbox, output);
    }
    authenticated = true;
    whenAuthenticated.run();
    output.send(out -> out.authenticationOk());
  }

  /** Whatever ends a connection is FATAL to the client. */
  private void sayLast(PostgresError error) {
    try {
      output.error(error.with('S', "FATAL").with('V', "FATAL"));
    } catch (ClientGoneException e) {
      LOG.debug("{}: client has gone before it was told: {}", this, error.message());
    }
  }

  boolean isAuthenticated() {
    return authenticated;
  }

  void channelChanged() {
    output.channelChanged();
  }

  /**
   * The client sends no more, and perhaps waits for the answers to what it has sent, as far as can
   * be seen from here. So that is handled; but where nothing has been sent to the client for a
   * while, it is taken for gone. One that is slow to take what there is for it is not: if it had
   * gone, its system would have said so when that was sent.
   */
  void inputEnded() {
    inbox.inputEnded();
    closeWhenSilent(output.written(), () -> !output.awaitsClient());
  }

  /**
   * Closes when nothing has been sent for a while.
   *
   * @param written what had been sent before
   * @param gone whether the client is then taken for gone
   */
  private void closeWhenSilent(long written, BooleanSupplier gone) {
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (output.written() == written && gone.getAsBoolean()) {
                channel.close();
              } else if (channel.isOpen()) {
                closeWhenSilent(output.written(), gone);
              }
            },
            PARTING.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** The client has closed the connection: what runs for it is cancelled. */
  void clientGone() {
    inbox.gone();
    ClientSession running = session;
    if (running != null) {
      running.cancel();
    }
    output.gone();
  }

  void failed(Throwable cause) {
    LOG.debug("{}: {}", this, cause.toString());
  }

  @Override
  public void wake() {
    inbox.wake();
  }

  /** A client that does not take what there is for it is not told. */
  @Override
  public void end(PostgresError error) {
    inbox.end(error);
    closeWhenSilent(output.written(), output::awaitsClient);
  }

  /** Ends the connection as soon as no statement runs. */
  void terminate() {
    inbox.terminate(PostgresError.TERMINATED);
  }

  @Override
  public String toString() {
    return "%s@%s".formatted(startup.parameters().get("user"), channel.remoteAddress());
  }
}
