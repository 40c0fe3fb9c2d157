package io.argosy.coordinator.gateway.server;

import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.argosy.protocol.server.FrontendDecoder;
import io.argosy.protocol.server.FrontendMessage;
import io.argosy.protocol.server.ProtocolException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What drivers send for the rows of a batch: Bind of the unnamed portal, perhaps Describe, and
 * Execute for each, all of one statement. Messages are looked at and not taken. Ends before the
 * first that is something else, or is not well formed.
 */
final class FollowingRuns {
  private final Iterator<Frame> frames;
  private final FrontendMessage.Bind first;
  private final boolean returnsRows;
  private boolean ended;

  private FollowingRuns(List<Frame> waiting, FrontendMessage.Bind first, boolean returnsRows) {
    this.frames = waiting.iterator();
    this.first = first;
    this.returnsRows = returnsRows;
  }

  /**
   * The values of the runs.
   *
   * @param waiting the messages behind the Execute of the first run
   * @param first the Bind of the first run, in UTF-8
   * @param returnsRows whether a limit of rows may leave some for another Execute
   */
  static Stream<Values> of(List<Frame> waiting, FrontendMessage.Bind first, boolean returnsRows) {
    FollowingRuns runs = new FollowingRuns(waiting, first, returnsRows);
    return StreamSupport.stream(
        new Spliterators.AbstractSpliterator<>(Long.MAX_VALUE, Spliterator.ORDERED) {
          @Override
          public boolean tryAdvance(Consumer<? super Values> action) {
            // Streams ask once more behind the end.
            Optional<Values> next = runs.ended ? Optional.empty() : runs.next();
            runs.ended = next.isEmpty();
            next.ifPresent(action);
            return next.isPresent();
          }
        },
        false);
  }

  private Optional<Values> next() {
    if (!(message() instanceof FrontendMessage.Bind bind) || !isLikeFirst(bind)) {
      return Optional.empty();
    }
    FrontendMessage next = message();
    if (next instanceof FrontendMessage.DescribePortal(String portal) && portal.isEmpty()) {
      next = message();
    }
    return next instanceof FrontendMessage.Execute(String portal, int maximumRows)
            && portal.isEmpty()
            && (maximumRows == 0 || !returnsRows)
        ? Optional.of(new Values(bind.parameterFormats(), bind.values()))
        : Optional.empty();
  }

  private boolean isLikeFirst(FrontendMessage.Bind bind) {
    return bind.portal().isEmpty()
        && bind.statement().equals(first.statement())
        && bind.values().size() == first.values().size()
        && Arrays.equals(bind.parameterFormats(), first.parameterFormats())
        && Arrays.equals(bind.resultFormats(), first.resultFormats());
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
