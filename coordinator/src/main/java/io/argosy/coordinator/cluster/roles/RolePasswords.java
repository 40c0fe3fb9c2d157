package io.argosy.coordinator.cluster.roles;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The passwords in CREATE and ALTER of a ROLE, USER or GROUP. They are hashed here: all nodes are
 * to hold the same verifier, and none of them the password itself, nor its log.
 */
public final class RolePasswords {
  /** PostgreSQL's default of {@code scram_iterations}, and what there is before PostgreSQL 16. */
  private static final int DEFAULT_ITERATIONS = 4096;

  /** A second of one processor's, about: any session may ask for it, and by that for many. */
  private static final int MOST_ITERATIONS = 1_000_000;

  private static final Pattern MD5 = Pattern.compile("md5[0-9a-f]{32}");

  private RolePasswords() {}

  /**
   * A statement with the SCRAM-SHA-256 verifier of its password, made with a new salt, in place of
   * the password. What else is in the statement keeps its place, for errors to point at: the option
   * moves to the end, and where it was there are spaces. A statement without a password, or with
   * one that is hashed already, stays as it is.
   *
   * @param tokens the statement's tokens
   * @param iterations what {@code scram_iterations} is, or null where PostgreSQL has no such
   *     setting
   * @throws PostgresException 42601 when the password is not a whole string constant, or there are
   *     two; 22023 when there would be more than {@value #MOST_ITERATIONS} iterations; what it says
   *     does not repeat it
   */
  public static String hashed(String sql, List<Token> tokens, String iterations) {
    if (!changesRole(tokens)) {
      return sql;
    }
    refuseSecond(tokens);
    StringBuilder hashed = new StringBuilder(sql);
    List<String> moved = new ArrayList<>();
    for (int i = 3; i < tokens.size(); i++) {
      Token password = tokens.get(i);
      if (password.kind() != Token.Kind.STRING || !tokens.get(i - 1).isWord("password")) {
        continue;
      }
      requireWhole(password);
      if (isStoredAsItIs(password.value())) {
        continue;
      }
      int start = tokens.get(tokens.get(i - 2).isWord("encrypted") ? i - 2 : i - 1).start();
      hashed.replace(start, password.end(), " ".repeat(password.end() - start));
      moved.add("\nPASSWORD " + Identifiers.literal(verifier(password.value(), iterations)));
    }
    moved.forEach(hashed::append);
    return hashed.toString();
  }

  /** Before any is hashed: whether the role may do this at all is known only later. */
  private static void refuseSecond(List<Token> tokens) {
    boolean found = false;
    for (int i = 3; i < tokens.size(); i++) {
      Token value = tokens.get(i);
      Token name = tokens.get(i - 1);
      if (name.isWord("password") && (value.kind() == Token.Kind.STRING || value.isWord("null"))) {
        if (found) {
          throw new PostgresException(
              PostgresError.of("42601", "conflicting or redundant options")
                  .with('P', Integer.toString(name.start() + 1)));
        }
        found = true;
      }
    }
  }

  private static boolean changesRole(List<Token> tokens) {
    if (tokens.size() < 4 || !(tokens.get(0).isWord("create") || tokens.get(0).isWord("alter"))) {
      return false;
    }
    Token kind = tokens.get(1);
    boolean mapping =
        tokens.get(2).isWord("mapping")
            && (tokens.get(3).isWord("for") || tokens.get(3).isWord("if"));
    return (kind.isWord("role") || kind.isWord("user") || kind.isWord("group")) && !mapping;
  }

  /** The lexer gives an unterminated constant, too, which swallows all that follows. */
  private static void requireWhole(Token password) {
    if (SqlLexer.tokens(password.text() + " end").size() == 1) {
      throw new PostgresException(
          PostgresError.of("42601", "unterminated quoted string after PASSWORD")
              .with('P', Integer.toString(password.start() + 1)));
    }
  }

  /** An empty one, which PostgreSQL takes for none, and what it holds for a verifier. */
  private static boolean isStoredAsItIs(String password) {
    return password.isEmpty()
        || MD5.matcher(password).matches()
        || ScramVerifier.isVerifier(password);
  }

  private static String verifier(String password, String iterations) {
    int count = iterations == null ? DEFAULT_ITERATIONS : Integer.parseInt(iterations);
    if (count > MOST_ITERATIONS) {
      throw new PostgresException(
          "22023",
          "scram_iterations is too high for a password that is set through the coordinator",
          "Set scram_iterations to " + MOST_ITERATIONS + " or less.");
    }
    return ScramVerifier.of(password, count).text();
  }
}
