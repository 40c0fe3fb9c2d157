package io.argosy.coordinator.session;

import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.metadata.RestartedStatements;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.coordinator.statement.prepared.ShownPortal;
import io.argosy.node.CommandTag;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.protocol.encoding.EncodedValues;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bound statement of a session, executed in one or several parts. */
final class StatementPortal implements ClientSession.Portal, ShownPortal {
  /** From then on definitions wait for it to start. */
  private static final int ATTEMPTS_BESIDE_DEFINITIONS = 3;

  /** If copies differ that often, or for so long, it is not others who make the difference. */
  private static final int MOST_DIFFERENCES = 10;

  private static final Duration LONGEST_DIFFERENCE = Duration.ofSeconds(5);

  private static final Pattern COUNTED =
      Pattern.compile("(SELECT|INSERT 0|UPDATE|DELETE|MERGE) [0-9]+");

  private static final Logger LOG = LoggerFactory.getLogger(StatementPortal.class);

  private final PortalContext context;
  private PreparedStatement prepared;
  private Binding binding;
  private final ClientSession.Values values;
  private final short[] resultFormats;
  private List<Long> based;
  private final Instant createdAt = Instant.now();
  private StatementActivity activity;
  private Execution execution;
  private Execution.Batch pending;
  private boolean last;
  private boolean started;
  private boolean complete;
  private boolean begunBefore;
  private boolean goesOn;
  private boolean renewed;
  private int attempts;
  private Optional<RestartedStatements.Turn> turn = Optional.empty();
  private long startedAt;
  private String tag = "";
  private Optional<Optional<List<Field>>> described = Optional.empty();

  /**
   * @param based the versions of the nodes' catalogs that were known before the statement was
   *     described, or its description looked at
   */
  StatementPortal(
      PortalContext context,
      PreparedStatement prepared,
      ClientSession.Values values,
      short[] resultFormats,
      List<Long> based) {
    this.context = context;
    this.based = based;
    this.prepared = prepared;
    this.values = values;
    this.resultFormats = resultFormats;
    this.binding = prepared.bound(values, resultFormats);
  }

  /** The client's text ends with it: an implicit transaction commits before its tag is sent. */
  void markLast() {
    last = true;
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  @Override
  public PreparedStatement prepared() {
    return prepared;
  }

  Binding binding() {
    return binding;
  }

  @Override
  public Optional<List<Field>> fields() {
    return (namesCursor() ? described() : prepared.fields()).map(this::inFormats);
  }

  /**
   * Its rows are those of the cursor that has the name now, perhaps not yet when it was prepared.
   */
  private boolean namesCursor() {
    return prepared.statement().kind() == StatementKind.HOME
        && prepared.statement().word(0).equals("fetch");
  }

  private Optional<List<Field>> described() {
    if (described.isEmpty()) {
      described =
          Optional.of(started ? prepared.fields() : context.preparer().describeNow(prepared));
    }
    return described.get();
  }

  private List<Field> inFormats(List<Field> fields) {
    short[] formats = binding.resultFormats();
    List<Field> formatted = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      int format = formats.length == 0 ? 0 : formats.length == 1 ? formats[0] : formats[i];
      formatted.add(fields.get(i).withFormat(format));
    }
    return formatted;
  }

  @Override
  public boolean renewed() {
    return renewed;
  }

  @Override
  public void followedBy(Supplier<Stream<ClientSession.Run>> next) {
    context.execution().followed(this, () -> next.get().map(BoundRun::of));
  }

  @Override
  public void mayEndBatch(BooleanSupplier syncFollows) {
    context.batch().runs(syncFollows);
  }

  @Override
  public boolean execute(int maximumRows) {
    return context.command().execute(() -> run(maximumRows));
  }

  /** Runs it to its end as a part of the statement that is under way. */
  void runWithin() {
    run(0);
  }

  private boolean run(int maximumRows) {
    if (prepared.statement().kind() == StatementKind.EMPTY) {
      context.client().empty();
      return true;
    }
    long sent = goOn(maximumRows, true);
    if (complete) {
      context.execution().executed(this);
      context.client().complete(completionTag(sent));
    }
    return complete;
  }

  /**
   * Passes over rows that the client does not want, for SQL that moves in it.
   *
   * @param maximumRows 0 for all
   * @return over how many
   */
  long passOver(long maximumRows) {
    return goOn(maximumRows, false);
  }

  /** Starts it before its columns are told: PostgreSQL tells none where that fails. */
  void startEarly() {
    context
        .command()
        .execute(
            () -> {
              startAsOftenAsNeeded(
                  () -> {
                    start();
                    return 0;
                  });
              return false;
            });
  }

  /** The versions of the nodes' catalogs that it is based on. */
  List<Long> based() {
    return based;
  }

  /** Whether the transaction had begun before it started. */
  boolean begunBefore() {
    return begunBefore;
  }

  /** Whether others may have changed the copies that it has found to differ. */
  boolean copiesMayAgree() {
    return attempts <= MOST_DIFFERENCES
        && System.nanoTime() - startedAt < LONGEST_DIFFERENCE.toNanos();
  }

  /** It has failed before the client was told anything, and is to start from its beginning. */
  void startAgain(PreparedStatement anew, List<Long> newBase) {
    prepared = anew;
    binding = anew.bound(values, resultFormats);
    renewed = true;
    based = newBase;
    described = Optional.empty();
  }

  /** What was started of it does not count. */
  void stop() {
    if (execution != null) {
      try {
        execution.close();
      } catch (PostgresException e) {
        LOG.debug("a statement that starts again did not end cleanly", e);
      }
    }
    execution = null;
    pending = null;
    started = false;
  }

  private long startAsOftenAsNeeded(LongSupplier part) {
    startedAt = System.nanoTime();
    if (!started) {
      context.execution().beforeStart(this);
    }
    try {
      while (true) {
        try {
          return part.getAsLong();
        } catch (RuntimeException e) {
          attempts++;
          holdDefinitions();
          if (attempts > RestartedStatements.MOST_ATTEMPTS
              || !context.retry().startsAgain(this, e)) {
            throw e;
          }
        }
      }
    } finally {
      endTurn();
    }
  }

  /**
   * Those that wait for the attempt before must not come in between: they would make the next one
   * fail.
   */
  private void holdDefinitions() {
    Optional<RestartedStatements.Turn> next =
        attempts >= ATTEMPTS_BESIDE_DEFINITIONS
            ? Optional.of(context.retry().holdDefinitions())
            : Optional.empty();
    endTurn();
    turn = next;
  }

  private void endTurn() {
    turn.ifPresent(RestartedStatements.Turn::close);
    turn = Optional.empty();
  }

  private void start() {
    if (!context.client().encoding().isUtf8()) {
      // They say what is text in its rows; behind its start a cursor may be at its end.
      fields();
    }
    begunBefore = context.execution().inTransaction();
    context.client().starts();
    if (activity == null) {
      activity = context.activity().execute(prepared.text(), prepared.comments());
    }
    context.active().becomes(this);
    execution = context.execution().start(this);
    started = true;
  }

  private long goOn(long maximumRows, boolean wanted) {
    long passed =
        goesOn ? part(maximumRows, wanted) : startAsOftenAsNeeded(() -> part(maximumRows, wanted));
    goesOn = true;
    if (complete) {
      context.execution().settle();
    }
    return passed;
  }

  private long part(long maximumRows, boolean wanted) {
    if (!started) {
      start();
    } else {
      // Its first part may have failed.
      context.batch().refuseInFailedTransaction(prepared.statement());
      if (goesOn && !complete) {
        context.execution().resume(activity);
      }
    }
    if (complete) {
      return 0;
    }
    long passed = take(maximumRows, wanted);
    note();
    return passed;
  }

  private void note() {
    if (!complete) {
      context.execution().pause(activity);
      return;
    }
    if (activity.rows() == 0) {
      context.activity().addRows(CommandTag.rows(tag));
    }
    context.activity().complete(activity);
  }

  private long take(long maximumRows, boolean wanted) {
    long sent = 0;
    while (maximumRows == 0 || sent < maximumRows) {
      Execution.Batch batch = pending != null ? pending : execution.next();
      pending = null;
      endTurn();
      if (batch == null) {
        complete = true;
        tag = execution.tag(sent);
        execution.close();
        context.active().ended(this);
        if (last) {
          context.command().endImplicitTransaction();
        }
        break;
      }
      if (maximumRows != 0 && batch.count() > maximumRows - sent) {
        int part = (int) (maximumRows - sent);
        pending = batch.after(part);
        batch = batch.first(part);
      }
      if (wanted) {
        context.client().rows(inEncoding(batch.messages()));
        context.activity().addRows(batch.count());
      }
      sent += batch.count();
    }
    return sent;
  }

  private ByteBuffer inEncoding(ByteBuffer messages) {
    ClientEncoding encoding = context.client().encoding();
    if (encoding.isUtf8()) {
      return messages;
    }
    // Columns come before the failure of a row.
    context.client().markAnswered();
    context.client().tellColumns();
    return new EncodedValues(encoding).rows(messages, fields());
  }

  /** A portal that goes on tells the rows of this part; CREATE TABLE AS sends none. */
  private String completionTag(long sent) {
    boolean counts = COUNTED.matcher(tag).matches();
    return counts && prepared.fields().isPresent()
        ? tag.substring(0, tag.lastIndexOf(' ') + 1) + sent
        : tag;
  }

  /** Frees the backends, keeping the rows that the client has not taken yet. */
  void park() {
    if (started && !complete && execution != null) {
      execution = new SpooledExecution(execution);
    }
  }

  /** Portals end with the transaction that made them; WITH HOLD is a matter of cursors. */
  @Override
  public boolean holdable() {
    return false;
  }

  @Override
  public void close() {
    if (execution != null && !complete) {
      if (context.active().mustEnd(this)) {
        context.command().execute(this::readToEnd);
      }
      abandon();
      context.active().ended(this);
    }
  }

  /** An error here is the client's to see: the transaction has failed with it. */
  private boolean readToEnd() {
    while (execution.next() != null) {
      // Nobody wants it.
    }
    return true;
  }

  /** Stops what still runs. What goes wrong then is nobody's to know: the answer is not wanted. */
  void abandon() {
    if (execution != null && !complete) {
      complete = true;
      try {
        execution.close();
      } catch (PostgresException e) {
        LOG.debug("an abandoned statement did not end cleanly", e);
      }
    }
  }
}
