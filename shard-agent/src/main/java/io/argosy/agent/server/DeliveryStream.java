package io.argosy.agent.server;

import io.argosy.node.frame.CreditMeter;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.move.Delivery;
import io.argosy.node.move.Inboxes;
import io.argosy.node.move.RowBlock;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The rows that another agent, or a coordinator, delivers to an inbox. {@link #run} is its thread,
 * which may block on the file system; the other methods are called by the event loop and do not.
 */
final class DeliveryStream {
  private final int id;
  private final Frame.Deliver deliver;
  private final FrameWriter writer;
  private final Inboxes inboxes;
  private final BlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();
  private final CreditMeter meter = new CreditMeter();

  DeliveryStream(Frame.Deliver deliver, FrameWriter writer, Inboxes inboxes) {
    this.id = deliver.stream();
    this.deliver = deliver;
    this.writer = writer;
    this.inboxes = inboxes;
  }

  /** Rows, RowsEnd or Failed. */
  void receive(Frame frame) {
    arrived.add(frame);
  }

  /** The connection was lost. */
  void lost() {
    receive(
        new Frame.Failed(
            id,
            PostgresError.of(
                "08006",
                "the connection from node \"" + deliver.sender() + "\" was lost in a move")));
  }

  void run() {
    try {
      Delivery delivery = inboxes.get(deliver.inbox()).join(deliver.sender(), this::refuse);
      take(delivery);
    } catch (PostgresException e) {
      refuse(e.error());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      writer.close();
    }
  }

  private void take(Delivery delivery) throws InterruptedException {
    while (true) {
      switch (arrived.take()) {
        case Frame.Rows rows -> {
          delivery.add(new RowBlock(rows.continued(), rows.rows(), rows.block()));
          grantBack(rows.block().rawLength());
        }
        case Frame.RowsEnd ignored -> {
          delivery.end();
          writer.send(new Frame.Stored(id));
          return;
        }
        case Frame.Failed failed -> {
          delivery.fail(failed.error());
          return;
        }
        case Frame other -> throw new IllegalStateException("not of a delivery: " + other);
      }
    }
  }

  /** The sender may not be sending at the moment: it is told at once. */
  private void refuse(PostgresError error) {
    writer.send(new Frame.Refused(id, error));
    // Lets the thread go where it waits for rows; the inbox takes none any more.
    receive(new Frame.Failed(id, error));
  }

  private void grantBack(int bytes) {
    int grant = meter.consumed(bytes);
    if (grant > 0) {
      writer.send(new Frame.Credit(id, grant));
    }
  }
}
