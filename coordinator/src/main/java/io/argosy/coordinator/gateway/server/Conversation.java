package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientGoneException;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.gateway.ClientSession.Portal;
import io.argosy.coordinator.gateway.ClientSession.Prepared;
import io.argosy.coordinator.gateway.ClientSession.TimeLimit;
import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.coordinator.limit.StackDepth;
import io.argosy.protocol.encoding.EncodedValues;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.BackendEncoder;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.argosy.protocol.server.FrontendDecoder;
import io.argosy.protocol.server.FrontendMessage;
import io.argosy.protocol.server.ProtocolException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state machine of a connection that is open. It has two states: a message is handled when its
 * turn comes, or, after an error in the extended protocol, it is passed over until a Sync. Since
 * one thread handles the messages in the order in which they came, the answers are in order too.
 */
final class Conversation {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);
  private static final char IDLE = 'I';
  private static final char FAILED = 'E';

  private final ClientSession session;
  private final Inbox inbox;
  private final CopyInbox copyInbox;
  private final ChannelOutput output;
  private final NamedObjects objects;
  private boolean skipping;

  /** What has made the unnamed portal, if the statement's name means the same as it did then. */
  private Optional<FrontendMessage.Bind> bound = Optional.empty();

  /** A batch of the extended protocol has begun, and its Sync has not come. */
  private boolean inBatch;

  Conversation(
      ClientSession session,
      Inbox inbox,
      CopyInbox copyInbox,
      ChannelOutput output,
      NamedObjects objects) {
    this.session = session;
    this.inbox = inbox;
    this.copyInbox = copyInbox;
    this.output = output;
    this.objects = objects;
  }

  /** Returns when the client has said goodbye. */
  void run() {
    ready();
    while (true) {
      if (inbox.isEmpty()) {
        output.flush();
      }
      awaitMessage();
      // A server that stops lets a batch end: its results mean nothing without its Sync.
      Frame frame = inBatch ? inbox.takeRunning() : inbox.takeIdle();
      if (frame.type() == FrameType.TERMINATE) {
        return;
      }
      if (frame.type() == FrameType.AUTHENTICATION) {
        throw ProtocolException.fatalViolation(
            "invalid frontend message type " + (int) frame.type().code());
      }
      switch (frame.type()) {
        case SYNC -> {
          skipping = false;
          inBatch = false;
        }
        case PARSE, BIND, DESCRIBE, EXECUTE, CLOSE, FLUSH -> inBatch = true;
        case QUERY, FUNCTION_CALL, COPY_DATA, COPY_DONE, COPY_FAIL, TERMINATE, AUTHENTICATION -> {}
      }
      if (!skipping) {
        handle(frame);
      }
    }
  }

  /** Passes on meanwhile what others notify, which makes the client's silence no shorter. */
  private void awaitMessage() {
    Optional<TimeLimit> limit = inBatch ? Optional.empty() : session.silenceLimit();
    long time = limit.map(l -> l.time().toNanos()).orElse(Long.MAX_VALUE);
    long start = System.nanoTime();
    while (true) {
      switch (inbox.await(time - (System.nanoTime() - start))) {
        case MESSAGE -> {
          return;
        }
        case WAKE -> {
          session.deliverNotifications();
          output.flush();
        }
        case SILENCE -> throw new PostgresException(limit.orElseThrow().error());
      }
    }
  }

  private void handle(Frame frame) {
    boolean succeeded = attempt(frame);
    switch (frame.type()) {
      case QUERY, SYNC, FUNCTION_CALL -> ready();
      case PARSE, BIND, DESCRIBE, EXECUTE, CLOSE, FLUSH -> skipping = !succeeded;
      case COPY_DATA, COPY_DONE, COPY_FAIL, TERMINATE, AUTHENTICATION -> {}
    }
  }

  /** Handles a message; tells the client and returns false when that failed. */
  private boolean attempt(Frame frame) {
    try {
      dispatch(FrontendDecoder.decode(frame, output.encoding()));
      return true;
    } catch (ClientGoneException e) {
      throw e;
    } catch (ProtocolException e) {
      abort(frame.type());
      report(e.error());
    } catch (PostgresException e) {
      report(e.error());
    } catch (OutOfMemoryError e) {
      // One large allocation has failed, not the heap: give up this statement alone.
      LOG.error("out of memory while handling a {} message", frame.type(), e);
      abort(frame.type());
      report(PostgresError.of("53200", "out of memory of the coordinator"));
    } catch (StackOverflowError e) {
      abort(frame.type());
      report(StackDepth.exceeded(e).error());
    } catch (Throwable e) {
      // Errors of Java included: whatever happens, the client is told.
      PostgresError error =
          InternalErrors.logged("while handling a " + frame.type() + " message", e);
      abort(frame.type());
      report(error);
    }
    return false;
  }

  /** Tells the session of an error that it has not seen. No Sync follows what is not extended. */
  private void abort(FrameType type) {
    session.failed();
    if (type == FrameType.QUERY || type == FrameType.FUNCTION_CALL) {
      session.sync();
    }
  }

  private void report(PostgresError error) {
    boolean fatal = error.severity().equals("FATAL") || error.severity().equals("PANIC");
    if (fatal) {
      throw new PostgresException(error);
    }
    output.error(error);
    if (copyInbox.isOutOfStep()) {
      throw ProtocolException.fatalViolation(
          "terminating connection because protocol synchronization was lost");
    }
  }

  private void dispatch(FrontendMessage message) {
    switch (message) {
      case FrontendMessage.Query(String sql) -> query(sql);
      case FrontendMessage.Parse parse -> parse(parse);
      case FrontendMessage.Bind bind -> bind(bind);
      case FrontendMessage.DescribeStatement(String name) -> describe(statement(name));
      case FrontendMessage.DescribePortal(String name) -> describe(portal(name));
      case FrontendMessage.Execute(String name, int maximumRows) -> execute(name, maximumRows);
      case FrontendMessage.CloseStatement(String name) -> {
        bound = Optional.empty();
        objects.removeStatement(name);
        output.send(BackendEncoder::closeComplete);
      }
      case FrontendMessage.ClosePortal(String name) -> {
        objects.closePortal(name);
        output.send(BackendEncoder::closeComplete);
      }
      case FrontendMessage.Flush() -> {
        output.settle();
        output.flush();
      }
      case FrontendMessage.Sync() -> session.sync();
      case FrontendMessage.FunctionCall call ->
          session.call(
              call.function(),
              new ClientSession.Values(call.formats(), call.values()),
              call.resultFormat());
      case FrontendMessage.CopyData data -> passOver(data);
      case FrontendMessage.CopyDone done -> passOver(done);
      case FrontendMessage.CopyFail fail -> passOver(fail);
      case FrontendMessage.Terminate end -> throw unexpected(end);
      case FrontendMessage.AuthenticationResponse response -> throw unexpected(response);
    }
  }

  private void query(String sql) {
    bound = Optional.empty();
    objects.removeStatement("");
    objects.closePortal("");
    session.simpleQuery(sql);
  }

  private void parse(FrontendMessage.Parse parse) {
    if (parse.statement().isEmpty()) {
      objects.removeStatement("");
    }
    bound = Optional.empty();
    Prepared statement = session.prepare(parse.sql(), parse.parameterTypes());
    if (!parse.statement().isEmpty() && session.isPreparedBySql(parse.statement())) {
      throw NamedObjects.taken(parse.statement());
    }
    objects.add(parse.statement(), statement);
    output.sendLater(
        out -> {
          out.parseComplete();
          statement.told();
        });
  }

  private void bind(FrontendMessage.Bind bind) {
    Prepared statement = statement(bind.statement());
    int required = statement.parameterTypes().length;
    if (bind.values().size() != required) {
      throw ProtocolException.violation(
          "bind message supplies %d parameters, but prepared statement \"%s\" requires %d"
              .formatted(bind.values().size(), bind.statement(), required));
    }
    objects.makeRoomForPortal(bind.portal());
    int formats = bind.resultFormats().length;
    Optional<List<Field>> fields = statement.fields();
    if (formats > 1 && fields.isPresent() && fields.get().size() != formats) {
      throw ProtocolException.violation(
          "bind message has %d result formats but query has %d columns"
              .formatted(formats, fields.get().size()));
    }
    Values values = new Values(bind.parameterFormats(), inUtf8(bind, statement));
    objects.add(bind.portal(), session.bind(statement, values, bind.resultFormats()));
    if (bind.portal().isEmpty()) {
      bound = Optional.of(bind);
    }
    output.sendLater(BackendEncoder::bindComplete);
  }

  private List<byte[]> inUtf8(FrontendMessage.Bind bind, Prepared statement) {
    try {
      return new EncodedValues(output.encoding())
          .parameters(bind.parameterFormats(), bind.values(), statement.parameterTypes());
    } catch (PostgresException e) {
      throw new ProtocolException(e.error());
    }
  }

  private void describe(Prepared statement) {
    session.goesOn();
    refuseRowsInFailedTransaction(statement.fields());
    output.sendLater(
        out -> {
          out.parameterDescription(statement.latest().parameterTypes());
          rowDescription(statement.latest().fields(), out);
        });
  }

  private void describe(Portal portal) {
    session.goesOn();
    Optional<List<Field>> fields = portal.fields();
    refuseRowsInFailedTransaction(fields);
    output.sendLater(out -> rowDescription(portal.renewed() ? portal.fields() : fields, out));
  }

  private static void rowDescription(Optional<List<Field>> fields, BackendEncoder out) {
    fields.ifPresentOrElse(out::rowDescription, out::noData);
  }

  /** PostgreSQL looks up types to describe rows, which it cannot in a failed transaction. */
  private void refuseRowsInFailedTransaction(Optional<List<Field>> fields) {
    if (fields.isPresent() && session.transactionStatus() == FAILED) {
      throw new ProtocolException(
          "25P02",
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  private void execute(String name, int maximumRows) {
    char before = session.transactionStatus();
    Portal portal = portal(name);
    if (objects.isFinished(name) && portal.fields().isEmpty()) {
      throw new ProtocolException("55000", "portal \"%s\" cannot be run".formatted(name));
    }
    if (name.isEmpty() && output.encoding().isUtf8()) {
      bound.ifPresent(bind -> tellFollowing(portal, bind, maximumRows));
    }
    portal.mayEndBatch(() -> inbox.isNext(FrameType.SYNC));
    if (portal.execute(maximumRows)) {
      objects.finish(name);
    } else {
      output.send(BackendEncoder::portalSuspended);
    }
    objects.applyDiscards();
    if (before != IDLE && session.transactionStatus() == IDLE) {
      objects.endTransaction();
    }
  }

  /** JDBC's driver asks for one row at most where it wants none. */
  private void tellFollowing(Portal portal, FrontendMessage.Bind bind, int maximumRows) {
    boolean returnsRows = known(bind.statement()).flatMap(Prepared::fields).isPresent();
    if (maximumRows == 0 || !returnsRows) {
      portal.followedBy(() -> FollowingRuns.of(inbox.waiting(), this::known));
    }
  }

  private Prepared statement(String name) {
    return known(name)
        .orElseThrow(
            () ->
                new ProtocolException(
                    "26000",
                    name.isEmpty()
                        ? "unnamed prepared statement does not exist"
                        : "prepared statement \"%s\" does not exist".formatted(name)));
  }

  private Optional<Prepared> known(String name) {
    return objects.statement(name).map(Prepared::latest).or(() -> session.preparedBySql(name));
  }

  private Portal portal(String name) {
    return objects
        .portal(name)
        .or(() -> session.cursor(name))
        .orElseThrow(
            () -> new ProtocolException("34000", "portal \"%s\" does not exist".formatted(name)));
  }

  /** What is left of a COPY that has failed: the client could not know yet. */
  private static void passOver(FrontendMessage message) {
    LOG.trace("passed over {}", message.getClass().getSimpleName());
  }

  private static IllegalStateException unexpected(FrontendMessage message) {
    return new IllegalStateException(
        message.getClass().getSimpleName() + " is handled before it is decoded");
  }

  private void ready() {
    objects.applyDiscards();
    char status = session.transactionStatus();
    if (status == IDLE) {
      objects.endTransaction();
    }
    session.changedParameters().forEach(output::parameter);
    session.awaitNotifications();
    output.send(out -> out.readyForQuery(status));
    output.flush();
  }
}
