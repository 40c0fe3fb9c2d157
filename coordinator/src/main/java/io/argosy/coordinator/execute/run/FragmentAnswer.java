package io.argosy.coordinator.execute.run;

import io.argosy.coordinator.transaction.barrier.NodeSnapshot;
import io.argosy.node.NodeSession;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Optional;

/**
 * How a fragment has ended.
 *
 * @param tag its command tag
 * @param failure why it failed; null if it has not
 */
public record FragmentAnswer(FragmentStatistics statistics, String tag, PostgresException failure) {
  /** Who reads an answer. */
  public interface Reader {
    /** Rows have come. */
    void rows(Execution.Batch batch);

    /** The node gives notice of something. */
    void notice(PostgresError notice);

    /**
     * Whether nobody wants the rest; then it is cancelled, or not sent at all. Also asked when the
     * fragment has been sent: who stopped it before could not cancel it.
     */
    boolean stopped();
  }

  /** Runs a fragment and reads its answer to the end, on the calling thread. */
  public static FragmentAnswer read(Fragment fragment, Reader reader) {
    if (reader.stopped()) {
      // To cancel it at once could end the transaction that it is a part of: nothing says that its
      // guard has set its savepoint.
      fragment.share().taken(Optional.empty());
      return new FragmentAnswer(new FragmentStatistics("", fragment.node(), 0, 0, 0, 0), "", null);
    }
    long start = System.nanoTime();
    long rows = 0;
    String tag = "";
    PostgresException failure = null;
    long rawBytes = 0;
    long wireBytes = 0;
    try (Result result = fragment.session().execute(fragment.request())) {
      boolean ended = false;
      while (!ended && !reader.stopped()) {
        ResultEvent event = result.next();
        if (event instanceof ResultEvent.Rows batch) {
          if (rows == 0) {
            fragment.share().awaitVerdict(reader::stopped);
          }
          rows += batch.count();
          reader.rows(new Execution.Batch(batch.messages(), batch.count()));
        } else if (event instanceof ResultEvent.SnapshotTaken taken) {
          fragment.share().taken(NodeSnapshot.of(taken));
        } else if (event instanceof ResultEvent.Complete complete) {
          tag = complete.tag();
          if (rows == 0 && tag.startsWith("SELECT ")) {
            // CREATE TABLE AS keeps its rows and only says how many they are.
            rows = Long.parseLong(tag.substring("SELECT ".length()));
          }
        } else if (event instanceof ResultEvent.Notice notice) {
          reader.notice(notice.notice());
        } else if (event instanceof ResultEvent.Failed failed) {
          failure =
              FailedRunException.of(onNode(failed.error(), fragment.session()), failed.running());
        }
        ended = event instanceof ResultEvent.Ready;
      }
      rawBytes = result.rawBytes();
      wireBytes = result.wireBytes();
    } catch (PostgresException e) {
      failure = e;
    } catch (OutOfMemoryError e) {
      // One large allocation has failed, not the heap: give up this statement alone.
      failure =
          new PostgresException(
              PostgresError.of("53200", "out of memory for rows of a fragment"), e);
    } catch (RuntimeException e) {
      failure = failed(fragment, e);
    }
    try {
      fragment.share().taken(Optional.empty());
      if (failure == null) {
        fragment.share().awaitVerdict(reader::stopped);
      }
    } catch (PostgresException e) {
      failure = failure == null ? e : failure;
    } catch (RuntimeException e) {
      failure = failure == null ? failed(fragment, e) : failure;
    }
    return new FragmentAnswer(
        new FragmentStatistics(
            "", fragment.node(), rows, rawBytes, wireBytes, System.nanoTime() - start),
        tag,
        failure);
  }

  private static PostgresException failed(Fragment fragment, RuntimeException e) {
    return new PostgresException(
        PostgresError.of(
            "XX000", "the answer of node " + fragment.session().node().name() + " failed"),
        e);
  }

  /** What the client is told of a node's error. */
  static PostgresError onNode(PostgresError error, NodeSession session) {
    String context = error.fields().get('W');
    String here = "fragment on node " + session.node().name();
    // The position is one in the fragment's text, which the client has never seen.
    return error.with('W', context == null ? here : context + "\n" + here).without('P');
  }
}
