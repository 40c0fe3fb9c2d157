package io.argosy.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.protocol.message.FrontendMessages;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A request as frontend messages.
 *
 * @param messages the messages
 * @param syncOwed whether the Sync that ends the request is not among them and is to be sent when
 *     the statement has ended. That is so for COPY in the extended protocol: a backend ignores a
 *     Sync that arrives while it waits for COPY data, and heeds it when the COPY fails before that;
 *     sent once the COPY is over, it is always answered by exactly one ReadyForQuery.
 * @param need what the backend must have prepared, if there is anything
 */
public record EncodedRequest(ByteBuffer messages, boolean syncOwed, Optional<Need> need) {
  /** The name of the statement that releases the savepoint of a guard. */
  private static final String RELEASE = "argosy_release";

  /** What the names of statements begin with that have other types of parameters. */
  private static final String VARIANT = "argosy_variant";

  /** What tells the snapshot of a statement that is a transaction. */
  private static final String SNAPSHOT = "pg_catalog.pg_current_snapshot()";

  /**
   * A statement that the messages run by its name.
   *
   * @param position where among the messages it is prepared at the latest, in bytes
   */
  public record Need(KeptStatement statement, int position) {}

  /**
   * Encodes a request.
   *
   * @throws io.argosy.protocol.message.PostgresException 22021 when a text holds a zero byte
   */
  public static EncodedRequest of(Request request) {
    FrontendMessages messages = new FrontendMessages();
    return switch (request) {
      case Request.Simple simple -> {
        messages.query(simple.text());
        yield of(messages, Optional.empty());
      }
      case Request.Extended extended -> encode(extended, messages);
      case Request.Rehearsal rehearsal -> {
        Request.Extended statement = rehearsal.statement();
        enter(statement.guard(), messages);
        Optional<Need> need = parseAndBind(statement, messages);
        // To the end: who cancels it can go back to the savepoint, too.
        leave(statement.guard(), messages);
        messages.sync();
        yield of(messages, need);
      }
      case Request.Repeated repeated -> encode(repeated, messages);
      case Request.Notifications ignored ->
          new EncodedRequest(messages.toByteBuffer(), true, Optional.empty());
      case Request.Describe describe -> {
        messages.parse("", describe.sql(), describe.parameterTypes());
        messages.describeStatement("").sync();
        yield of(messages, Optional.empty());
      }
    };
  }

  /**
   * Whether nothing is asked, so that it ends with its Sync, which is owed until it is cancelled.
   */
  public boolean onlyListens() {
    return syncOwed && !messages.hasRemaining();
  }

  private static EncodedRequest of(FrontendMessages messages, Optional<Need> need) {
    return new EncodedRequest(messages.toByteBuffer(), false, need);
  }

  /**
   * The messages for a backend that has not prepared what is needed, or of which nobody knows
   * whether it has: the name may be taken.
   */
  public ByteBuffer preparing() {
    Need needed = need.orElseThrow();
    KeptStatement statement = needed.statement();
    ByteBuffer preparation =
        new FrontendMessages()
            .closeStatement(statement.name())
            .parse(statement.name(), statement.sql(), new int[0])
            .toByteBuffer();
    ByteBuffer all = ByteBuffer.allocate(messages.remaining() + preparation.remaining());
    all.put(messages.slice(messages.position(), needed.position())).put(preparation);
    all.put(
        messages.slice(
            messages.position() + needed.position(), messages.remaining() - needed.position()));
    return all.flip();
  }

  private static EncodedRequest encode(Request.Extended request, FrontendMessages messages) {
    boolean copy = request.copies();
    if (copy
        && (!request.settings().isEmpty()
            || request.snapshot() != Request.Extended.Snapshot.OF_TRANSACTION)) {
      throw new IllegalArgumentException("COPY has no settings and no snapshot of its own");
    }
    Request.Guard guard = request.guard();
    if (copy && guard.asks()) {
      throw new IllegalArgumentException("COPY locks its table when it runs");
    }
    begin(request, messages);
    enter(guard, messages);
    enterScope(request, "", messages);
    Optional<Need> need = parseAndBind(request, messages);
    leave(guard, messages);
    if (request.snapshot() == Request.Extended.Snapshot.TOLD) {
      messages.flush();
    }
    if (request.describe()) {
      messages.describePortal("");
    }
    messages.execute("", 0);
    leaveScope(request, messages);
    if (copy) {
      messages.flush();
    } else {
      messages.sync();
    }
    return new EncodedRequest(messages.toByteBuffer(), copy, need);
  }

  private static EncodedRequest encode(Request.Repeated request, FrontendMessages messages) {
    Request.Extended statement = request.statement();
    begin(statement, messages);
    enter(statement.guard(), messages);
    enterScope(statement, request.lock(), messages);
    for (int i = 0; i < request.variants().size(); i++) {
      // The name may be taken, by one of a request that has failed.
      messages.closeStatement(VARIANT + i);
      messages.parse(VARIANT + i, statement.sql(), request.variants().get(i).parameterTypes());
    }
    Optional<Need> need = parseAndBind(statement, messages);
    leave(statement.guard(), messages);
    if (statement.describe()) {
      messages.describePortal("");
    }
    messages.execute("", 0);
    run("", statement, statement.parameterFormats(), request.more(), messages);
    for (int i = 0; i < request.variants().size(); i++) {
      Request.Repeated.Variant variant = request.variants().get(i);
      run(VARIANT + i, statement, variant.parameterFormats(), variant.runs(), messages);
      messages.closeStatement(VARIANT + i);
    }
    leaveScope(statement, messages);
    messages.sync();
    return of(messages, need);
  }

  private static void run(
      String prepared,
      Request.Extended statement,
      short[] parameterFormats,
      List<List<byte[]>> runs,
      FrontendMessages messages) {
    for (List<byte[]> values : runs) {
      messages.bind("", prepared, parameterFormats, values, statement.resultFormats());
      messages.execute("", 0);
    }
  }

  /** Begins the transaction that a statement is, or sets what holds for the statement only. */
  private static void enterScope(Request.Extended request, String lock, FrontendMessages messages) {
    if (request.ownTransaction()) {
      encode("BEGIN ISOLATION LEVEL REPEATABLE READ", messages);
      if (!lock.isEmpty()) {
        encode(lock, messages);
      }
      encode(SettingsScope.enterAndTell(request.settings(), SNAPSHOT), messages);
      messages.flush();
    } else if (!request.settings().isEmpty()) {
      encode(SettingsScope.enter(request.settings()), messages);
    }
  }

  private static void leaveScope(Request.Extended request, FrontendMessages messages) {
    if (request.ownTransaction()) {
      encode("COMMIT", messages);
    } else if (!request.settings().isEmpty()) {
      encode(SettingsScope.leave(request.settings()), messages);
    }
  }

  /**
   * Parses a statement, which locks its tables, binds it, which takes the snapshot of a query, and
   * asks its guard, whose snapshot is newer: what the guard does not see, the statement does not.
   */
  private static Optional<Need> parseAndBind(Request.Extended request, FrontendMessages messages) {
    messages.parse("", request.sql(), request.parameterTypes());
    messages.bind(
        "", "", request.parameterFormats(), request.parameters(), request.resultFormats());
    return request.guard().question().map(question -> encode(question, messages));
  }

  private static void begin(Request.Extended request, FrontendMessages messages) {
    if (request.begin().isEmpty()) {
      return;
    }
    if (!request.canBegin()) {
      throw new IllegalArgumentException("no transaction begins with " + request.sql());
    }
    encode(request.begin(), messages);
  }

  private static void enter(Request.Guard guard, FrontendMessages messages) {
    if (guard.asks() && guard.savepoint()) {
      encode("SAVEPOINT " + Request.Guard.SAVEPOINT, messages);
    }
  }

  /** In a portal of its own, since the unnamed one is the statement's. */
  private static Need encode(Request.Guard.Question question, FrontendMessages messages) {
    String name = question.statement().name();
    Need need = new Need(question.statement(), messages.size());
    messages.bind(
        name, name, new short[0], List.of(question.argument().getBytes(UTF_8)), new short[0]);
    messages.execute(name, 0);
    messages.closePortal(name);
    return need;
  }

  private static void leave(Request.Guard guard, FrontendMessages messages) {
    if (guard.asks() && guard.savepoint()) {
      // The unnamed one is taken; the name may be, by one that could not be released.
      messages.closeStatement(RELEASE);
      messages.parse(RELEASE, "RELEASE SAVEPOINT " + Request.Guard.SAVEPOINT, new int[0]);
      messages.bind(RELEASE, RELEASE, new short[0], List.of(), new short[0]);
      messages.execute(RELEASE, 0);
      messages.closePortal(RELEASE).closeStatement(RELEASE);
    }
  }

  /** A statement without parameters and rows, up to the Sync that all of the request have. */
  private static void encode(String sql, FrontendMessages messages) {
    messages.parse("", sql, new int[0]);
    messages.bind("", "", new short[0], List.of(), new short[0]);
    messages.execute("", 0);
  }
}
