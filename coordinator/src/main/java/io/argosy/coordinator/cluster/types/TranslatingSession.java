package io.argosy.coordinator.cluster.types;

import io.argosy.node.ForwardingSession;
import io.argosy.node.Inbox;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import java.util.Arrays;
import java.util.List;

/**
 * A backend of a node besides the home node. Parameters come with the home node's numbers of types
 * and are given to the node with its own; rows in binary format go the other way. Numbers within
 * binary values that a node receives need no translation: PostgreSQL ({@code array_recv}, {@code
 * record_recv}) takes those of types of users for its own.
 */
final class TranslatingSession extends ForwardingSession {
  private final int position;
  private final TypeNumbers numbers;

  TranslatingSession(int position, NodeSession session, TypeNumbers numbers) {
    super(session);
    this.position = position;
    this.numbers = numbers;
  }

  @Override
  public Result execute(Request request) {
    return switch (request) {
      case Request.Extended statement -> {
        Request.Extended given = withOwnNumbers(statement);
        yield isBinary(given.resultFormats())
            ? translating(given.described(), given)
            : super.execute(given);
      }
      case Request.Repeated repeated -> {
        Request.Extended given = withOwnNumbers(repeated.statement());
        yield isBinary(given.resultFormats())
            ? translating(repeated.of(given.described()), given)
            : super.execute(repeated.of(given));
      }
      case Request.Rehearsal rehearsal ->
          super.execute(new Request.Rehearsal(withOwnNumbers(rehearsal.statement())));
      case Request.Notifications listening -> super.execute(listening);
      case Request.Describe describe -> super.execute(describe);
      case Request.Simple simple -> super.execute(simple);
    };
  }

  private Result translating(Request described, Request.Extended given) {
    return new TranslatingResult(
        super.execute(described),
        new RowTranslation(position, numbers, given.resultFormats()),
        given.describe());
  }

  private static boolean isBinary(short[] formats) {
    for (short format : formats) {
      if (format == 1) {
        return true;
      }
    }
    return false;
  }

  private Request.Extended withOwnNumbers(Request.Extended statement) {
    int[] types = statement.parameterTypes();
    if (!NodeTypes.anyOfUsers(types)) {
      return statement;
    }
    TypeTranslation own = numbers.fromHome(position, types);
    return statement.withParameterTypes(Arrays.stream(types).map(own::required).toArray());
  }

  @Override
  public Sent send(Request.Extended query, Routing routing, List<Inbox> inboxes) {
    return super.send(withOwnNumbers(query), routing, inboxes);
  }
}
