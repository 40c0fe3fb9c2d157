package io.argosy.agent.node;

import io.argosy.agent.postgres.FrontendMessages;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A request as frontend messages.
 *
 * @param messages the messages
 * @param syncOwed whether the Sync that ends the request is not among them and is to be sent when
 *     the statement has ended. That is so for COPY in the extended protocol: a backend ignores a
 *     Sync that arrives while it waits for COPY data, and heeds it when the COPY fails before that;
 *     sent once the COPY is over, it is always answered by exactly one ReadyForQuery.
 */
public record EncodedRequest(ByteBuffer messages, boolean syncOwed) {
  /**
   * Encodes a request.
   *
   * @throws io.argosy.agent.postgres.PostgresException 22021 when a text holds a zero byte
   */
  public static EncodedRequest of(Request request) {
    FrontendMessages messages = new FrontendMessages();
    boolean syncOwed =
        switch (request) {
          case Request.Simple simple -> {
            messages.query(simple.text());
            yield false;
          }
          case Request.Extended extended -> encode(extended, messages);
          case Request.Rehearsal rehearsal -> {
            enter(rehearsal.statement().guard(), messages);
            parseAndBind(rehearsal.statement(), messages);
            messages.sync();
            yield false;
          }
          case Request.Describe describe -> {
            messages.parse("", describe.sql(), describe.parameterTypes());
            messages.describeStatement("").sync();
            yield false;
          }
        };
    return new EncodedRequest(messages.toByteBuffer(), syncOwed);
  }

  private static boolean encode(Request.Extended request, FrontendMessages messages) {
    boolean copy = request.copies();
    boolean ownSettings = !request.settings().isEmpty();
    if (copy && (ownSettings || request.snapshot() != Request.Extended.Snapshot.OF_TRANSACTION)) {
      throw new IllegalArgumentException("COPY has no settings and no snapshot of its own");
    }
    Request.Guard guard = request.guard();
    if (copy && guard.asks()) {
      throw new IllegalArgumentException("COPY locks its table when it runs");
    }
    enter(guard, messages);
    if (request.ownTransaction()) {
      encode("BEGIN ISOLATION LEVEL REPEATABLE READ", messages);
      encode(
          ownSettings ? SettingsScope.enter(request.settings()) : "SELECT WHERE false", messages);
      messages.flush();
    } else if (ownSettings) {
      encode(SettingsScope.enter(request.settings()), messages);
    }
    parseAndBind(request, messages);
    if (request.snapshot() == Request.Extended.Snapshot.TOLD) {
      messages.flush();
    }
    if (request.describe()) {
      messages.describePortal("");
    }
    messages.execute("", 0);
    if (request.ownTransaction()) {
      encode("COMMIT", messages);
    } else if (ownSettings) {
      encode(SettingsScope.leave(request.settings()), messages);
    }
    if (copy) {
      messages.flush();
    } else {
      messages.sync();
    }
    return copy;
  }

  private static void parseAndBind(Request.Extended request, FrontendMessages messages) {
    messages.parse("", request.sql(), request.parameterTypes());
    if (request.guard().asks()) {
      encode(request.guard(), messages);
    }
    messages.bind(
        "", "", request.parameterFormats(), request.parameters(), request.resultFormats());
  }

  private static void enter(Request.Guard guard, FrontendMessages messages) {
    if (guard.asks() && guard.savepoint()) {
      encode("SAVEPOINT " + Request.Guard.SAVEPOINT, messages);
    }
  }

  /**
   * Between the Parse of a statement, which locks its tables, and its Bind. The name may be taken
   * by a guard that has failed.
   */
  private static void encode(Request.Guard guard, FrontendMessages messages) {
    messages.closeStatement(Request.Guard.NAME);
    encodeBeside(guard.sql(), messages);
    if (guard.savepoint()) {
      encodeBeside("RELEASE SAVEPOINT " + Request.Guard.SAVEPOINT, messages);
    }
  }

  /** A statement without parameters and rows that leaves the unnamed one as it is. */
  private static void encodeBeside(String sql, FrontendMessages messages) {
    encode(Request.Guard.NAME, sql, messages);
    messages.closeStatement(Request.Guard.NAME);
  }

  /** A statement without parameters and rows, up to the Sync that all of the request have. */
  private static void encode(String sql, FrontendMessages messages) {
    encode("", sql, messages);
  }

  private static void encode(String name, String sql, FrontendMessages messages) {
    messages.parse(name, sql, new int[0]);
    messages.bind("", name, new short[0], List.of(), new short[0]);
    messages.execute("", 0);
  }
}
