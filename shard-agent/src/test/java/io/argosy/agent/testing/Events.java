package io.argosy.agent.testing;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import java.util.ArrayList;
import java.util.List;

/** Collects what a request answers. */
public final class Events {
  private Events() {}

  /** All events of a request, the last one Ready. */
  public static List<ResultEvent> of(NodeSession session, Request request) {
    try (Result result = session.execute(request)) {
      return rest(result);
    }
  }

  /** The events from here to Ready. */
  public static List<ResultEvent> rest(Result result) {
    List<ResultEvent> events = new ArrayList<>();
    do {
      events.add(result.next());
    } while (!(events.getLast() instanceof ResultEvent.Ready));
    return events;
  }

  /** The only event of a type. */
  public static <E extends ResultEvent> E only(List<ResultEvent> events, Class<E> type) {
    List<E> found = all(events, type);
    if (found.size() != 1) {
      throw new AssertionError("expected one " + type.getSimpleName() + " in " + events);
    }
    return found.getFirst();
  }

  public static <E extends ResultEvent> List<E> all(List<ResultEvent> events, Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }
}
