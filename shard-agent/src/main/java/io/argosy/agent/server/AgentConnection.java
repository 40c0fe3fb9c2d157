package io.argosy.agent.server;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.node.MachineSamples;
import io.argosy.node.SessionOptions;
import io.argosy.node.frame.Compression;
import io.argosy.node.frame.DamagedFrameException;
import io.argosy.node.frame.Frame;
import io.argosy.node.frame.FrameWriter;
import io.argosy.node.local.Engine;
import io.argosy.node.remote.Peers;
import io.argosy.node.sample.MachineSampler;
import io.argosy.protocol.message.PostgresError;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of one authenticated coordinator, or of an agent that delivers rows. Runs on an event
 * loop, so it only hands frames on. When the coordinator is gone, so is every lease it had, and
 * nothing of it stays in a backend.
 */
final class AgentConnection extends SimpleChannelInboundHandler<Frame> {
  private static final Logger log = LoggerFactory.getLogger(AgentConnection.class);

  private final Engine engine;
  private final Peers peers;
  private final Compression compression;
  private final AgentStatistics statistics;
  private final MachineMeter machine;
  private final Optional<MachineSampler> sampler;
  private final Executor serving;

  /** How many of the threads that serve lease a backend first, for all connections. */
  private final AtomicInteger opening;

  private final Map<Integer, AgentStream> streams = new HashMap<>();
  private final Map<Integer, DeliveryStream> deliveries = new ConcurrentHashMap<>();
  private final Set<Integer> working = ConcurrentHashMap.newKeySet();
  private FrameWriter writer;

  /**
   * @param sampler samples the machine; empty where nothing is to
   * @param serving runs streams that have backends, each on a thread of its own
   * @param opening how many of these lease a backend first, for all connections
   */
  AgentConnection(
      Engine engine,
      Peers peers,
      Compression compression,
      AgentStatistics statistics,
      MachineMeter machine,
      Optional<MachineSampler> sampler,
      Executor serving,
      AtomicInteger opening) {
    this.opening = opening;
    this.sampler = sampler;
    this.serving = serving;
    this.machine = machine;
    this.engine = engine;
    this.peers = peers;
    this.compression = compression;
    this.statistics = statistics;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    writer = FrameWriter.of(context.channel());
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    switch (frame) {
      case Frame.Open open -> open(context, open);
      case Frame.Close close -> {
        AgentStream stream = streams.remove(close.stream());
        if (stream != null) {
          stream.close(close);
        } else if (close.awaited()) {
          writer.send(new Frame.Closed(close.stream()));
        }
      }
      case Frame.Request ignored -> toStream(frame);
      case Frame.CopyData ignored -> toStream(frame);
      case Frame.CopyDone ignored -> toStream(frame);
      case Frame.CopyFail ignored -> toStream(frame);
      case Frame.Send ignored -> toStream(frame);
      case Frame.Load ignored -> toStream(frame);
      case Frame.Credit credit -> onStream(frame, stream -> stream.grant(credit.bytes()));
      case Frame.Cancel ignored -> onStream(frame, AgentStream::cancel);
      case Frame.OpenInbox open -> onStream(frame, stream -> stream.moves().open(open));
      case Frame.FailInbox fail -> onStream(frame, stream -> stream.moves().fail(fail));
      case Frame.CloseInbox close -> onStream(frame, stream -> stream.moves().close(close));
      case Frame.Deliver deliver -> deliver(deliver);
      case Frame.Rows ignored -> toDelivery(frame);
      case Frame.RowsEnd ignored -> toDelivery(frame);
      case Frame.Failed ignored -> toDelivery(frame);
      case Frame.Measure measure ->
          work(measure, () -> new Frame.Measured(measure.stream(), machine.measure()));
      case Frame.Sample sample -> work(sample, () -> sampled(sample));
      case Frame.LeaveDatabase leave -> work(leave, () -> databaseLeft(leave));
      case Frame.Ask ask -> answer(context, ask);
      case Frame.Ping ignored -> {}
      case Frame.Idle ignored -> throw unexpected(frame);
      case Frame.Hello ignored -> throw unexpected(frame);
      case Frame.Authenticate ignored -> throw unexpected(frame);
      case Frame.Authenticated ignored -> throw unexpected(frame);
      case Frame.Opened ignored -> throw unexpected(frame);
      case Frame.Refused ignored -> throw unexpected(frame);
      case Frame.Response ignored -> throw unexpected(frame);
      case Frame.Closed ignored -> throw unexpected(frame);
      case Frame.Lost ignored -> throw unexpected(frame);
      case Frame.InboxOpened ignored -> throw unexpected(frame);
      case Frame.Moved ignored -> throw unexpected(frame);
      case Frame.Measured ignored -> throw unexpected(frame);
      case Frame.Sampled ignored -> throw unexpected(frame);
      case Frame.DatabaseLeft ignored -> throw unexpected(frame);
      case Frame.Stored ignored -> throw unexpected(frame);
    }
  }

  private void open(ChannelHandlerContext context, Frame.Open open) {
    AgentStream stream =
        new AgentStream(
            open.stream(),
            context.channel(),
            writer,
            open.options().inlineLimit(),
            engine,
            peers,
            compression,
            statistics);
    if (streams.putIfAbsent(open.stream(), stream) != null) {
      throw new DamagedFrameException("stream " + open.stream() + " is open already");
    }
    // Who may have to wait for a backend does so on a virtual thread.
    if (opening.get() < engine.leasable() && opensAtOnce(context, stream, open)) {
      return;
    }
    Thread.ofVirtual()
        .name("stream-" + open.stream() + "-open")
        .start(
            () -> {
              if (stream.open(open.options())) {
                serve(stream);
                see(stream, open.options());
              } else {
                ended(context, stream, open);
              }
            });
  }

  /** Has a thread of the system lease a backend and serve; false where there is none. */
  private boolean opensAtOnce(ChannelHandlerContext context, AgentStream stream, Frame.Open open) {
    opening.incrementAndGet();
    try {
      serving.execute(
          () -> {
            boolean opened = false;
            try {
              opened = stream.open(open.options());
            } finally {
              opening.decrementAndGet();
            }
            if (opened) {
              stream.serve();
              see(stream, open.options());
            } else {
              ended(context, stream, open);
            }
          });
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      opening.decrementAndGet();
      return false;
    }
  }

  /** It may have ended without a Close. */
  private void ended(ChannelHandlerContext context, AgentStream stream, Frame.Open open) {
    context.executor().execute(() -> streams.remove(open.stream(), stream));
  }

  private void see(AgentStream stream, SessionOptions options) {
    sampler.ifPresent(
        samples -> samples.see(stream.processId(), options.user(), options.database()));
  }

  private void serve(AgentStream stream) {
    try {
      serving.execute(stream::serve);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      // The agent is being closed, or the system has no thread left.
      stream.fail(e);
    }
  }

  private Frame sampled(Frame.Sample sample) {
    int most = Math.clamp(sample.most(), 0, MachineSamples.MOST);
    return sampler
        .map(
            samples ->
                new Frame.Sampled(
                    sample.stream(), true, samples.now(), samples.since(sample.since(), most)))
        .orElseGet(() -> new Frame.Sampled(sample.stream(), false, Instant.EPOCH, List.of()));
  }

  private Frame databaseLeft(Frame.LeaveDatabase leave) {
    engine.leaveDatabase(leave.database());
    return new Frame.DatabaseLeft(leave.stream());
  }

  /** Answers a question on a stream without a lease; may block, and so not on the event loop. */
  private void work(Frame question, Supplier<Frame> answer) {
    int id = question.stream();
    working.add(id);
    Thread.ofVirtual()
        .name("stream-" + id + "-question")
        .start(
            () -> {
              try {
                writer.send(answer.get());
              } finally {
                working.remove(id);
              }
            });
  }

  /** Behind the answers that threads have given before they were at their end. */
  private void answer(ChannelHandlerContext context, Frame.Ask ask) {
    int id = ask.stream();
    AgentStream stream = streams.get(id);
    boolean works =
        stream == null ? deliveries.containsKey(id) || working.contains(id) : stream.works();
    if (!works) {
      context.executor().execute(() -> writer.send(new Frame.Idle(id, ask.number())));
    }
  }

  private void toStream(Frame frame) {
    onStream(
        frame,
        stream -> {
          if (stream.receive(frame)) {
            serve(stream);
          }
        });
  }

  /** Frames for a stream that has ended are dropped. */
  private void onStream(Frame frame, Consumer<AgentStream> action) {
    AgentStream stream = streams.get(frame.stream());
    if (stream != null) {
      action.accept(stream);
    }
  }

  private void deliver(Frame.Deliver deliver) {
    int id = deliver.stream();
    DeliveryStream delivery = new DeliveryStream(deliver, writer, engine.inboxes());
    if (deliveries.putIfAbsent(id, delivery) != null) {
      throw new DamagedFrameException("stream " + id + " is open already");
    }
    Thread.ofVirtual()
        .name("delivery-" + id)
        .start(
            () -> {
              try {
                delivery.run();
              } finally {
                deliveries.remove(id);
              }
            });
  }

  private void toDelivery(Frame frame) {
    DeliveryStream delivery = deliveries.get(frame.stream());
    if (delivery != null) {
      delivery.receive(frame);
    }
  }

  private static DamagedFrameException unexpected(Frame frame) {
    return new DamagedFrameException(
        "a coordinator does not send " + frame.getClass().getSimpleName());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    streams.values().forEach(AgentStream::lost);
    streams.clear();
    deliveries.values().forEach(DeliveryStream::lost);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    log.warn("the connection of {} is closed", context.channel().remoteAddress(), cause);
    if (DamagedFrameException.reason(cause) instanceof DamagedFrameException damage) {
      // A peer that is sound wants to know why.
      writer.sendLast(
          new Frame.Lost(
              0,
              PostgresError.of(
                  "08006", "the agent received damaged bytes: " + damage.getMessage())));
    } else {
      context.close();
    }
  }
}
