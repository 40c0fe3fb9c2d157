package io.argosy.tests.wire;

import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.tests.wire.RelayLink.Message;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A session that passes everything on to one PostgreSQL, so that the wire protocol can be tested
 * with real clients and real answers. Statements and portals get names of its own there.
 */
final class RelaySession implements ClientSession {
  private static final String NO_SUCH_STATEMENT = "relay: no such statement";

  private final RelayLink link;
  private final ClientOutput output;
  private final Map<String, String> changed = new LinkedHashMap<>();
  private char status = 'I';
  private boolean skipping;
  private boolean closed;
  private int names;
  private volatile CompletableFuture<Void> cancelled = CompletableFuture.completedFuture(null);

  RelaySession(int port, Map<String, String> startup, ClientOutput output) {
    this.output = output;
    this.link = new RelayLink(port, startup);
  }

  @Override
  public Map<String, String> reportedParameters() {
    return Collections.unmodifiableMap(link.parameters());
  }

  /** PostgreSQL tells of them right before it is ready, behind an error. */
  @Override
  public Map<String, String> changedParameters() {
    Map<String, String> told = new LinkedHashMap<>(changed);
    changed.clear();
    return told;
  }

  @Override
  public void simpleQuery(String sql) {
    // A cancel that was meant for an idle session must not reach the statement that comes next.
    cancelled.join();
    link.send(RelayLink.message('Q').text(sql));
    untilReady();
  }

  /** Passes answers on until ReadyForQuery; throws the error among them, if any. */
  private void untilReady() {
    PostgresException failure = null;
    while (true) {
      try {
        Message message = link.read();
        if (message.type() == 'Z') {
          status = (char) message.body().get();
          break;
        }
        passOn(message);
      } catch (PostgresException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Passes on what comes until one of the types. */
  private Message until(String types) {
    while (true) {
      Message message = link.read();
      if (types.indexOf(message.type()) >= 0) {
        return message;
      }
      passOn(message);
    }
  }

  private void passOn(Message message) {
    ByteBuffer body = message.body();
    switch (message.type()) {
      case 'T' -> output.columns(RelayLink.fields(body));
      case 'D' -> output.rows(message.whole());
      case 'd' -> output.copyData(message.whole());
      case 'c' -> output.copyDone();
      case 'I' -> output.empty();
      case 'C' -> complete(RelayLink.text(body));
      case 'N' -> output.notice(RelayLink.error(body));
      case 'S' -> changed.put(RelayLink.text(body), RelayLink.text(body));
      case 'A' -> output.notification(body.getInt(), RelayLink.text(body), RelayLink.text(body));
      case 'H' -> output.copyOut(body.get(), RelayLink.shorts(body));
      case 'G' -> copyIn(output.copyIn(body.get(), RelayLink.shorts(body)));
      case 'E' -> throw failure(RelayLink.error(body));
      default -> throw new IllegalStateException("unexpected message " + message.type());
    }
  }

  /** Between Syncs only the tags tell what becomes of the transaction. */
  private void complete(String tag) {
    switch (tag) {
      case "BEGIN", "START TRANSACTION" -> status = 'T';
      case "COMMIT", "ROLLBACK" -> status = 'I';
      default -> {}
    }
    output.complete(tag);
  }

  private PostgresException failure(PostgresError error) {
    if (status == 'T') {
      status = 'E';
    }
    return new PostgresException(error);
  }

  private void copyIn(ClientOutput.CopySource source) {
    try {
      for (ByteBuffer data = source.next(); data != null; data = source.next()) {
        link.send(RelayLink.message('d').bytes(data));
      }
      link.send(RelayLink.message('c'));
      link.send(RelayLink.message('H'));
    } catch (PostgresException e) {
      link.send(RelayLink.message('f').text(e.error().message()));
      until("E");
      throw failure(e.error());
    }
  }

  @Override
  public Prepared prepare(String sql, int[] parameterTypes) {
    String name = "relay" + names++;
    RelayLink.Builder parse = RelayLink.message('P').text(name).text(sql);
    parse.int16(parameterTypes.length);
    for (int type : parameterTypes) {
      parse.int32(type);
    }
    link.send(parse);
    return described(name);
  }

  private Statement described(String name) {
    link.send(RelayLink.message('D').character('S').text(name));
    link.send(RelayLink.message('H'));
    int[] types = RelayLink.integers(extended("t").body());
    return new Statement(name, types, fieldsOrNone());
  }

  private Optional<List<Field>> fieldsOrNone() {
    Message message = extended("Tn");
    return message.type() == 'T' ? Optional.of(RelayLink.fields(message.body())) : Optional.empty();
  }

  /** Waits for one of the types; the completions before it say nothing new. */
  private Message extended(String types) {
    while (true) {
      Message message = link.read();
      if (types.indexOf(message.type()) >= 0) {
        return message;
      }
      switch (message.type()) {
        case '1', '2', '3' -> {}
        case 'E' -> {
          skipping = true;
          throw failure(RelayLink.error(message.body()));
        }
        default -> passOn(message);
      }
    }
  }

  @Override
  public Portal bind(Prepared statement, Values values, short[] resultFormats) {
    String name = "relay" + names++;
    RelayLink.Builder bind = RelayLink.message('B').text(name).text(((Statement) statement).name());
    bind.shorts(values.formats()).int16(values.values().size());
    values.values().forEach(bind::value);
    link.send(bind.shorts(resultFormats));
    return describedPortal(name);
  }

  private RelayPortal describedPortal(String name) {
    link.send(RelayLink.message('D').character('P').text(name));
    link.send(RelayLink.message('H'));
    return new RelayPortal(name, fieldsOrNone());
  }

  @Override
  public Optional<Prepared> preparedBySql(String name) {
    return lookUp(() -> described(name));
  }

  @Override
  public Optional<Portal> cursor(String name) {
    return lookUp(() -> describedPortal(name));
  }

  /** PostgreSQL answers with an error when there is none, which aborts what the caller aborts. */
  private <T> Optional<T> lookUp(Supplier<T> question) {
    try {
      return Optional.of(question.get());
    } catch (PostgresException e) {
      if (e.error().sqlState().equals("26000") || e.error().sqlState().equals("34000")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public void sync() {
    link.send(RelayLink.message('S'));
    skipping = false;
    untilReady();
  }

  @Override
  public void failed() {
    if (!skipping) {
      link.send(RelayLink.message('D').character('S').text(NO_SUCH_STATEMENT));
      link.send(RelayLink.message('H'));
      lookUp(() -> extended("t"));
    }
  }

  @Override
  public char transactionStatus() {
    return status;
  }

  @Override
  public void cancel() {
    cancelled = CompletableFuture.runAsync(link::cancel, task -> Thread.ofVirtual().start(task));
  }

  @Override
  public void close() {
    closed = true;
    link.close();
  }

  private record Statement(String name, int[] parameterTypes, Optional<List<Field>> fields)
      implements Prepared {}

  private final class RelayPortal implements Portal {
    private final String name;
    private final Optional<List<Field>> fields;

    RelayPortal(String name, Optional<List<Field>> fields) {
      this.name = name;
      this.fields = fields;
    }

    @Override
    public Optional<List<Field>> fields() {
      return fields;
    }

    @Override
    public boolean execute(int maximumRows) {
      link.send(RelayLink.message('E').text(name).int32(maximumRows));
      link.send(RelayLink.message('H'));
      try {
        Message end = until("CIs");
        if (end.type() != 's') {
          passOn(end);
        }
        return end.type() != 's';
      } catch (PostgresException e) {
        skipping = true;
        throw e;
      }
    }

    @Override
    public boolean holdable() {
      return false;
    }

    @Override
    public void close() {
      if (!skipping && !closed) {
        link.send(RelayLink.message('C').character('P').text(name));
        link.send(RelayLink.message('H'));
        extended("3");
      }
    }
  }
}
