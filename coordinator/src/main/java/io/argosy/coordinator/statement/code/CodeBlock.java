package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.procedural.Code;
import io.argosy.coordinator.statement.procedural.UnsupportedCodeException;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * DO and CALL, whose code PostgreSQL runs on one node. The home node can run what comes to no
 * placed table, defines nothing, and leaves nothing in its session, by all the names in its text
 * and in the texts of what these name. All nodes can run what does nothing but define.
 *
 * @param command DO or CALL
 * @param text its text, in which constants stand as what they mean: code is one
 * @param readable whether its code is PL/pgSQL, or that of functions, which are looked at
 *     themselves
 * @param defines whether all nodes are to run it
 */
public record CodeBlock(String command, String text, boolean readable, boolean defines) {
  public static CodeBlock of(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    String text =
        tokens.stream()
            .map(token -> token.kind() == Token.Kind.STRING ? token.value() : token.text())
            .collect(Collectors.joining(" "));
    return new CodeBlock(
        statement.word(0).toUpperCase(Locale.ROOT),
        text,
        isReadable(tokens),
        statement.word(0).equals("do") && DefiningCode.is(text));
  }

  private static boolean isReadable(List<Token> tokens) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (tokens.get(i).isWord("language")
          && !tokens.get(i + 1).value().equalsIgnoreCase("plpgsql")) {
        return false;
      }
    }
    return true;
  }

  /**
   * What keeps the home node from running it, or all nodes if it defines.
   *
   * @param home a backend of the home node
   */
  public Optional<String> obstacle(NodeSession home) {
    if (!readable) {
      return Optional.of("its language");
    }
    String function = defines ? "definition_obstacle" : "block_obstacle";
    return Optional.ofNullable(
        TextResult.run(home, "SELECT argosy." + function + "(" + Identifiers.literal(text) + ")")
            .single());
  }

  /** The code of DO, for the coordinator to run. */
  static Code code(SqlStatement statement) {
    return new Code(body(statement));
  }

  private static String body(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    List<String> bodies = new ArrayList<>();
    for (int i = 1; i < tokens.size(); i++) {
      if (tokens.get(i).kind() == Token.Kind.STRING && !tokens.get(i - 1).isWord("language")) {
        bodies.add(tokens.get(i).value());
      }
    }
    if (bodies.size() != 1) {
      throw new UnsupportedCodeException("no code, or more than one,");
    }
    return bodies.getFirst();
  }

  /**
   * What a client is told of a block that the coordinator cannot run either.
   *
   * @param obstacle what is in the way
   */
  PostgresException refusedApart(String obstacle) {
    return refused("over placed tables is not supported with all that PL/pgSQL has", obstacle);
  }

  /**
   * What a client is told of a block that no node can run.
   *
   * @param obstacle what is in the way
   */
  PostgresException refused(String obstacle) {
    return refused(
        "is not supported where its code would see one node's rows only, define something besides"
            + " other work, or leave something in the session",
        obstacle);
  }

  private PostgresException refused(String what, String obstacle) {
    return new PostgresException(
        "0A000",
        command + " " + what + ": " + obstacle + " is in the way",
        "Run the statements of the body one by one.");
  }
}
