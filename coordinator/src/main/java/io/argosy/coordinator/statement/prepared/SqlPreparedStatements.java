package io.argosy.coordinator.statement.prepared;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.coordinator.analysis.Description;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.gateway.ClientSession.Values;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.statement.ErrorPositions;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * PREPARE, EXECUTE and DEALLOCATE: the statements that SQL has prepared in this session, and those
 * that the protocol has, which it can execute and deallocate as well. They belong to the session,
 * not to a backend, and are planned like any other when they are executed.
 */
public final class SqlPreparedStatements {
  private final Map<String, Named> statements = new HashMap<>();
  private final Backends backends;
  private final ClientOutput client;
  private final ProtocolNames names;

  public SqlPreparedStatements(Backends backends, ProtocolNames names, ClientOutput client) {
    this.backends = backends;
    this.names = names;
    this.client = client;
  }

  /**
   * A prepared statement.
   *
   * @param text of the PREPARE
   */
  record Named(String text, PreparedStatement statement) {}

  /** A prepared statement to be run. */
  public record Call(PreparedStatement statement, Binding binding) {}

  /** What SQL has prepared under a name. */
  public Optional<PreparedStatement> find(String name) {
    return Optional.ofNullable(statements.get(name)).map(Named::statement);
  }

  /** All of them by name. */
  Map<String, Named> all() {
    return Collections.unmodifiableMap(statements);
  }

  /** Forgets all of them. */
  public void clear() {
    statements.clear();
  }

  /**
   * PREPARE name [ (types) ] AS statement.
   *
   * @param describer says what a statement takes and gives
   */
  public Execution prepare(SqlStatement statement, StatementDescriber describer) {
    List<Token> tokens = statement.tokens();
    int as = 2;
    while (as < tokens.size() && !tokens.get(as).isWord("as")) {
      as++;
    }
    if (as + 1 >= tokens.size()) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    String name = tokens.get(1).value();
    if (statements.containsKey(name) || byProtocol(name).isPresent()) {
      throw new PostgresException("42P05", "prepared statement \"" + name + "\" already exists");
    }
    int bodyStart = tokens.get(as + 1).start();
    SqlStatement body = SqlStatement.of(statement.sql().substring(bodyStart));
    requirePreparable(body);
    int[] types = as == 2 ? new int[0] : types(statement, 3, as - 1);
    try {
      statements.put(name, new Named(statement.sql(), describer.prepare(body, types)));
    } catch (PostgresException e) {
      throw ErrorPositions.shifted(e, bodyStart);
    }
    return new ImmediateExecution("PREPARE");
  }

  private static void requirePreparable(SqlStatement body) {
    if (!body.kind().is(StatementKind.Property.PLANNED)) {
      throw new PostgresException(
          "42601", "syntax error at or near \"" + body.tokens().getFirst().text() + "\"");
    }
  }

  /** The object ids of types, which stand between two tokens with commas between them. */
  private int[] types(SqlStatement statement, int from, int to) {
    return TextResult.run(
            backends.home(),
            "SELECT t::pg_catalog.regtype::pg_catalog.oid::pg_catalog.int8"
                + " FROM pg_catalog.unnest($1::pg_catalog.text[]) t",
            List.of(Identifiers.array(statement.listed(from, to))))
        .rows()
        .stream()
        .mapToInt(row -> (int) Long.parseLong(row.getFirst()))
        .toArray();
  }

  /** What the protocol or SQL has prepared under a name. */
  public Optional<PreparedStatement> known(String name) {
    return find(name).or(() -> byProtocol(name));
  }

  /** The statement that EXECUTE names. */
  PreparedStatement executed(SqlStatement execute) {
    if (execute.tokens().size() < 2) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    String name = execute.tokens().get(1).value();
    return find(name).or(() -> executable(name)).orElseThrow(() -> unknown(name));
  }

  private Optional<PreparedStatement> byProtocol(String name) {
    return name.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(names.statements().get(name))
            .filter(PreparedStatement.class::isInstance)
            .map(PreparedStatement.class::cast);
  }

  /** The protocol can prepare any statement, SQL only some. */
  private Optional<PreparedStatement> executable(String name) {
    Optional<PreparedStatement> statement = byProtocol(name);
    statement.ifPresent(
        found -> {
          if (!found.statement().kind().is(StatementKind.Property.PLANNED)) {
            throw new PostgresException(
                "0A000",
                "EXECUTE of a statement that PREPARE does not take is not supported",
                "Send the statement itself.");
          }
        });
    return statement;
  }

  private static PostgresException unknown(String name) {
    return new PostgresException("26000", "prepared statement \"" + name + "\" does not exist");
  }

  /** What EXECUTE takes and gives. */
  Description describe(SqlStatement execute, int[] givenTypes) {
    return new Description(execute.typesOrText(givenTypes), executed(execute).fields());
  }

  /** EXECUTE name [ (expressions) ]: its arguments have been evaluated by the home node. */
  public Call call(SqlStatement execute, Binding binding) {
    PreparedStatement statement = executed(execute);
    List<Token> tokens = execute.tokens();
    List<String> arguments = tokens.size() > 2 ? execute.listed(3, tokens.size() - 1) : List.of();
    int[] types = statement.parameterTypes();
    if (arguments.size() != types.length) {
      throw new PostgresException(
          io.argosy.protocol.message.PostgresError.of(
                  "42601",
                  "wrong number of parameters for prepared statement \""
                      + tokens.get(1).value()
                      + "\"")
              .withDetail(
                  "Expected " + types.length + " parameters but got " + arguments.size() + "."));
    }
    List<byte[]> values = arguments.isEmpty() ? List.of() : evaluated(execute, types);
    Values bound = new Values(new short[0], values);
    return new Call(statement, statement.bound(bound, binding.resultFormats()));
  }

  /** PostgreSQL converts arguments as it does for EXECUTE, which CAST does otherwise. */
  private List<byte[]> evaluated(SqlStatement execute, int[] types) {
    String name = "argosy_arguments_" + backends.nextNumber();
    String parameters =
        IntStream.rangeClosed(1, types.length)
            .mapToObj(position -> "$" + position)
            .collect(Collectors.joining(", "));
    String before =
        "PREPARE %1$s (%2$s) AS SELECT %3$s; EXECUTE %1$s "
            .formatted(name, String.join(", ", typeNames(types)), parameters);
    int start = execute.tokens().get(2).start();
    String arguments = execute.sql().substring(start, execute.tokens().getLast().end());
    String sql = before + arguments + "; DEALLOCATE " + name;
    NodeSession home = backends.home();
    try (Execution execution = new NodeExecution(home, new Request.Simple(sql), client)) {
      List<byte[]> values = new ArrayList<>();
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        DataRowReader reader = new DataRowReader(batch.messages());
        while (reader.next()) {
          for (int i = 0; i < reader.columnCount(); i++) {
            values.add(reader.isNull(i) ? null : reader.text(i).getBytes(UTF_8));
          }
        }
      }
      return values;
    } catch (PostgresException e) {
      // It has been prepared all the same.
      home.discardOnClose();
      throw ErrorPositions.shifted(e, start - before.length());
    }
  }

  private List<String> typeNames(int[] types) {
    return TextResult.run(
            backends.home(),
            "SELECT pg_catalog.format_type(t.oid, -1) FROM pg_catalog.unnest('{"
                + Arrays.stream(types)
                    .mapToObj(Integer::toUnsignedString)
                    .collect(Collectors.joining(","))
                + "}'::pg_catalog.oid[]) WITH ORDINALITY t(oid, position) ORDER BY t.position")
        .rows()
        .stream()
        .map(List::getFirst)
        .toList();
  }

  /** DEALLOCATE [ PREPARE ] name or ALL. */
  public Execution deallocate(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    int index = tokens.size() > 2 && statement.word(1).equals("prepare") ? 2 : 1;
    if (index >= tokens.size()) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    if (tokens.get(index).isWord("all")) {
      clear();
      return new ImmediateExecution("DEALLOCATE ALL");
    }
    String name = tokens.get(index).value();
    if (statements.remove(name) == null) {
      if (byProtocol(name).isEmpty()) {
        throw unknown(name);
      }
      names.tell(all -> all.forgetStatement(name));
    }
    return new ImmediateExecution("DEALLOCATE");
  }
}
