package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientSession.Prepared;
import io.argosy.coordinator.gateway.ClientSession.Run;
import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.argosy.protocol.server.FrontendDecoder;
import io.argosy.protocol.server.FrontendMessage;
import io.argosy.protocol.server.ProtocolException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What drivers send for the rows of a batch: Bind of the unnamed portal, perhaps Describe, and
 * Execute for each. Messages are looked at and not taken. Ends before the first that is something
 * else, or is not well formed.
 */
final class FollowingRuns {
  private final Iterator<Frame> frames;
  private final Function<String, Optional<Prepared>> statements;
  private boolean ended;

  private FollowingRuns(List<Frame> waiting, Function<String, Optional<Prepared>> statements) {
    this.frames = waiting.iterator();
    this.statements = statements;
  }

  /**
   * The runs.
   *
   * @param waiting the messages behind the Execute of the run before them, in UTF-8
   * @param statements those that are prepared, by name
   */
  static Stream<Run> of(List<Frame> waiting, Function<String, Optional<Prepared>> statements) {
    FollowingRuns runs = new FollowingRuns(waiting, statements);
    return StreamSupport.stream(
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
          @Override
          public boolean tryAdvance(Consumer<? super Run> action) {
            // Streams ask once more behind the end.
            Optional<Run> next = runs.ended ? Optional.empty() : runs.next();
            runs.ended = next.isEmpty();
            next.ifPresent(action);
            return next.isPresent();
          }
        },
        false);
  }

  private Optional<Run> next() {
    if (!(message() instanceof FrontendMessage.Bind bind) || !bind.portal().isEmpty()) {
      return Optional.empty();
    }
    Optional<Prepared> statement =
        statements.apply(bind.statement()).filter(known -> isBoundBy(bind, known));
    FrontendMessage next = message();
    if (next instanceof FrontendMessage.DescribePortal(String portal) && portal.isEmpty()) {
      next = message();
    }
    return next instanceof FrontendMessage.Execute(String portal, int maximumRows)
            && portal.isEmpty()
        // A limit of rows may leave some for another Execute.
        ? statement
            .filter(known -> maximumRows == 0 || known.fields().isEmpty())
            .map(
                known ->
                    new Run(
                        known,
                        new Values(bind.parameterFormats(), bind.values()),
                        bind.resultFormats()))
        : Optional.empty();
  }

  private static boolean isBoundBy(FrontendMessage.Bind bind, Prepared statement) {
    int formats = bind.resultFormats().length;
    return bind.values().size() == statement.parameterTypes().length
        && (formats <= 1 || statement.fields().filter(all -> all.size() == formats).isPresent());
  }

  /** The next message; null when there is none that can belong to a run. */
  private FrontendMessage message() {
    if (!frames.hasNext()) {
      return null;
    }
    Frame frame = frames.next();
    if (frame.type() != FrameType.BIND
        && frame.type() != FrameType.DESCRIBE
        && frame.type() != FrameType.EXECUTE) {
      return null;
    }
    try {
      return FrontendDecoder.decode(frame, ClientEncoding.UTF8);
    } catch (ProtocolException e) {
      return null;
    }
  }
}
