package io.argosy.coordinator.types;

import io.argosy.agent.node.AnswerMemory;
import io.argosy.agent.node.Inbox;
import io.argosy.agent.node.Node;
import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.Request;
import io.argosy.agent.node.Result;
import io.argosy.agent.node.Routing;
import io.argosy.agent.node.Sent;
import java.util.Arrays;
import java.util.List;

/**
 * A backend of a node besides the home node. Parameters come with the home node's numbers of types
 * and are given to the node with its own; rows in binary format go the other way. Numbers within
 * binary values that a node receives need no translation: PostgreSQL ({@code array_recv}, {@code
 * record_recv}) takes those of types of users for its own.
 */
final class TranslatingSession implements NodeSession {
  private final int position;
  private final NodeSession session;
  private final TypeNumbers numbers;

  TranslatingSession(int position, NodeSession session, TypeNumbers numbers) {
    this.position = position;
    this.session = session;
    this.numbers = numbers;
  }

  @Override
  public Result execute(Request request) {
    return switch (request) {
      case Request.Extended statement -> {
        Request.Extended given = withOwnNumbers(statement);
        yield isBinary(given.resultFormats())
            ? new TranslatingResult(
                session.execute(given.described()),
                new RowTranslation(position, numbers, given.resultFormats()),
                given.describe())
            : session.execute(given);
      }
      case Request.Rehearsal rehearsal ->
          session.execute(new Request.Rehearsal(withOwnNumbers(rehearsal.statement())));
      case Request.Describe describe -> session.execute(describe);
      case Request.Simple simple -> session.execute(simple);
    };
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
    return session.send(withOwnNumbers(query), routing, inboxes);
  }

  @Override
  public long load(Inbox inbox, String copy) {
    return session.load(inbox, copy);
  }

  @Override
  public Node node() {
    return session.node();
  }

  @Override
  public void worksFor(String id) {
    session.worksFor(id);
  }

  @Override
  public void answersIn(AnswerMemory memory) {
    session.answersIn(memory);
  }

  @Override
  public Inbox openInbox(int senders, long limitBytes) {
    return session.openInbox(senders, limitBytes);
  }

  @Override
  public void cancel() {
    session.cancel();
  }

  @Override
  public void awaitOpened() {
    session.awaitOpened();
  }

  @Override
  public int processId() {
    return session.processId();
  }

  @Override
  public char transactionStatus() {
    return session.transactionStatus();
  }

  @Override
  public void discardOnClose() {
    session.discardOnClose();
  }

  @Override
  public void close() {
    session.close();
  }
}
