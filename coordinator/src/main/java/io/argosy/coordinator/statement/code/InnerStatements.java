package io.argosy.coordinator.statement.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.backend.Savepoints;
import io.argosy.coordinator.session.client.AnsweredOutput;
import io.argosy.coordinator.statement.procedural.Code;
import io.argosy.coordinator.statement.procedural.CodeSession;
import io.argosy.coordinator.statement.procedural.KeptBytes;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The statements of a block of code, which a session runs within the one that has the block. */
public final class InnerStatements implements CodeSession {
  /** Runs a text to its end, as a part of the statement that is under way. */
  public interface TextRun {
    /**
     * @param types type object ids of its parameters
     * @return its columns
     */
    List<Field> run(String sql, int[] types, Values values);
  }

  /** How deep functions may call each other. */
  private static final int MOST_CALLS = 50;

  private final TextRun texts;
  private final Runnable abandon;
  private final Runnable goesOn;
  private final CatalogVersions versions;
  private final Backends backends;
  private final Savepoints savepoints;
  private final AnsweredOutput client;

  /** Whether no transaction had begun when the client's statement came. */
  private boolean free;

  /** Whether the transaction is the block's own. */
  private boolean ends;

  /** Whether the client's statement may start again, so that it is based on the newer catalog. */
  private boolean restarts;

  private boolean ran;

  /** How many functions and procedures are running, each within the one before. */
  private int depth;

  /** The same with blocks. */
  private int runs;

  /** Whether a function is running that is not VOLATILE. */
  private boolean stable;

  /**
   * @param abandon ends the portal that has failed
   * @param goesOn runs behind the end of a transaction in a block
   */
  public InnerStatements(
      TextRun texts,
      Runnable abandon,
      Runnable goesOn,
      CatalogVersions versions,
      Backends backends,
      Savepoints savepoints,
      AnsweredOutput client) {
    this.texts = texts;
    this.abandon = abandon;
    this.goesOn = goesOn;
    this.versions = versions;
    this.backends = backends;
    this.savepoints = savepoints;
    this.client = client;
  }

  /** A statement of the client's starts. */
  public void starts() {
    ran = false;
    free = backends.block() == null;
  }

  /** Runs a block, which PostgreSQL compiles before. */
  void run(Code code) {
    nested(
        true,
        () -> {
          begin();
          raise("DO " + Identifiers.literal(code.compiled()));
          code.run(this);
          return List.of();
        });
  }

  /**
   * Runs a function or a procedure; its arguments are computed as the session runs any statement.
   *
   * @param binding the values of the parameters that the arguments name
   * @param columns how many columns the call has
   * @return the rows that it returns
   */
  List<List<String>> call(RoutineCall call, Binding binding, int columns) {
    boolean outerStable = stable;
    depth++;
    try {
      return nested(call.isProcedure(), () -> called(call, binding, columns));
    } finally {
      depth--;
      stable = outerStable;
    }
  }

  /**
   * Runs code, perhaps within other code.
   *
   * @param mayEnd whether it may end the transaction if that is its own
   */
  private List<List<String>> nested(boolean mayEnd, Supplier<List<List<String>>> code) {
    boolean outerEnds = ends;
    boolean outerRestarts = restarts;
    boolean outermost = free && !client.captures();
    ends = mayEnd && outermost;
    restarts |= outermost;
    runs++;
    try {
      return code.get();
    } finally {
      runs--;
      ends = outerEnds;
      restarts = outerRestarts;
    }
  }

  private List<List<String>> called(RoutineCall call, Binding binding, int columns) {
    if (depth > MOST_CALLS) {
      throw new PostgresException(
          "54001",
          "stack depth limit exceeded",
          "Functions over placed tables may call each other " + MOST_CALLS + " deep.");
    }
    begin();
    Routine routine = call.routine(backends.asked());
    if (stable && routine.isVolatile()) {
      throw new UnsupportedCodeException("a VOLATILE function within one that is not");
    }
    stable |= !routine.isVolatile();
    Optional<String> arguments = call.arguments(routine);
    List<String> values = arguments.map(query -> values(query, binding)).orElse(List.of());
    if (routine.strict() && values.stream().anyMatch(Objects::isNull)) {
      return routine.set() ? List.of() : List.of(Collections.nCopies(columns, null));
    }
    return call.code(routine, arguments, values, columns).run(this);
  }

  private List<String> values(String query, Binding binding) {
    List<List<String>> rows =
        run(query, binding.types(), new Values(binding.formats(), binding.values()), 2).rows();
    if (rows.size() != 1) {
      throw new UnsupportedCodeException("an argument that returns a set");
    }
    return rows.getFirst();
  }

  private void begin() {
    backends.beginImplicitly();
    // A savepoint is one of a transaction whose modes are known.
    backends.asked();
  }

  /** Whether what runs is a part of a function's or a block's, and its rows are read at once. */
  boolean isWithin() {
    return client.captures();
  }

  /** Whether the client's statement has run others, which would run twice if it started again. */
  public boolean ran() {
    return ran;
  }

  @Override
  public Answer run(String sql, List<Parameter> parameters, long most) {
    List<byte[]> values = new ArrayList<>();
    for (Parameter parameter : parameters) {
      values.add(parameter.value() == null ? null : parameter.value().getBytes(UTF_8));
    }
    int[] types = parameters.stream().mapToInt(Parameter::type).toArray();
    return run(sql, types, new Values(new short[0], values), most);
  }

  /**
   * Runs a statement with the parameters of the client's, as {@link #call} runs what it calls.
   *
   * @throws PostgresException its error, as the client would be told
   */
  Answer run(String sql, Binding binding) {
    begin();
    Values values = new Values(binding.formats(), binding.values());
    List<Answer> answer = new ArrayList<>();
    nested(
        false,
        () -> {
          answer.add(run(sql, binding.types(), values, Long.MAX_VALUE));
          return List.of();
        });
    return answer.getFirst();
  }

  private Answer run(String sql, int[] types, Values values, long most) {
    List<List<String>> rows = new ArrayList<>();
    boolean answered = client.answered();
    AnsweredOutput.Capture capture = new AnsweredOutput.Capture(kept(rows, most));
    Optional<AnsweredOutput.Capture> outer = client.captures(Optional.of(capture));
    List<Long> based = versions.known();
    try {
      List<Field> fields = texts.run(sql, types, values);
      return new Answer(fields, rows, capture.tag());
    } catch (PostgresException e) {
      throw failure(e, based, answered);
    } finally {
      ran = true;
      client.captures(outer);
      if (answered) {
        client.markAnswered();
      }
    }
  }

  /** What has failed since it is based on an older catalog would not have failed in PostgreSQL. */
  private PostgresException failure(PostgresException e, List<Long> based, boolean answered) {
    if (!versions.isOutdated(e, based)) {
      return explained(e);
    }
    return CatalogVersions.tells(e) && restarts && !answered
        ? e
        : new PostgresException(
            "40001",
            "the catalog was changed while a block of code ran",
            "Try the transaction again.");
  }

  private static Consumer<ByteBuffer> kept(List<List<String>> rows, long most) {
    KeptBytes bytes =
        new KeptBytes(
            "a block of code has to keep more than 64 MB of a statement's rows",
            "Read them in parts, or run the statements of the block one by one.");
    return messages -> {
      DataRowReader reader = new DataRowReader(messages.duplicate());
      while (rows.size() < most && reader.next()) {
        rows.add(reader.texts());
        for (int i = 0; i < reader.columnCount(); i++) {
          bytes.add(reader.size(i));
        }
        bytes.requireRoom();
      }
    };
  }

  @Override
  public void raise(String block) {
    ran = true;
    backends.transactionSnapshot().beforeQuery();
    try {
      NodeExecution.run(backends.asked(), block, client);
    } catch (PostgresException e) {
      PostgresException explained = explained(e);
      // Of a function it would say that it is a block.
      throw depth == 0
          ? explained
          : new PostgresException(explained.error().without('W'), explained);
    }
  }

  @Override
  public List<List<String>> atHome(String sql) {
    ran = true;
    backends.transactionSnapshot().beforeQuery();
    try {
      return TextResult.run(backends.asked(), sql).rows();
    } catch (PostgresException e) {
      throw explained(e);
    }
  }

  /** Positions are those of a text that the client has not sent. */
  private PostgresException explained(PostgresException e) {
    PostgresException explained = backends.diagnosis().explained(e);
    return new PostgresException(explained.error().without('P'), explained);
  }

  @Override
  public List<List<String>> beside(String sql) {
    NodeSession session = backends.open(Cluster.HOME);
    try {
      return TextResult.run(session, sql).rows();
    } finally {
      backends.close(session);
    }
  }

  @Override
  public void savepoint(String name) {
    savepoints.set(ofRun(name), "SAVEPOINT " + ofRun(name));
  }

  @Override
  public void release(String name) {
    savepoints.release(ofRun(name), "RELEASE SAVEPOINT " + ofRun(name));
  }

  /** What runs within another one has savepoints of the same names. */
  private String ofRun(String savepoint) {
    return savepoint + "_" + runs;
  }

  @Override
  public void undoTo(String name) {
    abandon.run();
    backends.block().markFailed();
    backends.endStatement();
    savepoints.rollBackTo(ofRun(name), "ROLLBACK TO SAVEPOINT " + ofRun(name));
  }

  @Override
  public boolean mayEnd() {
    return ends;
  }

  @Override
  public void end(boolean commits) {
    client.markAnswered();
    backends.timeout().goesOn(true);
    try {
      if (commits) {
        backends.transaction().commit();
      } else {
        backends.transaction().rollback();
      }
      goesOn.run();
    } finally {
      backends.timeout().goesOn(false);
    }
    begin();
  }

  @Override
  public void requireTime() {
    // A loop may never wait for anything, and others want to run.
    Thread.yield();
    backends.timeout().waiting(() -> true);
  }
}
