package io.argosy.coordinator.settings;

import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;

/**
 * What a SET or RESET is about.
 *
 * @param names the settings, in lower case, which all of their spellings mean
 * @param local whether it is for the transaction only
 * @param toDefault whether the settings go back to what the session started with
 */
public record SettingStatement(List<String> names, boolean local, boolean toDefault) {
  public static SettingStatement of(SqlStatement statement) {
    List<Token> tokens = statement.tokens();
    boolean reset = statement.word(0).equals("reset");
    boolean local = statement.word(1).equals("local");
    int index = local || statement.word(1).equals("session") ? 2 : 1;
    if (statement.word(index).equals("session")) {
      // SET LOCAL SESSION AUTHORIZATION
      index++;
    }
    boolean timeZone = statement.word(index).equals("time");
    boolean names = statement.word(index).equals("names");
    Token last = tokens.getLast();
    boolean toDefault =
        reset
            || last.isWord("default")
            || (timeZone && last.isWord("local"))
            || (names && tokens.size() == index + 1);
    return new SettingStatement(names(statement, index), local, toDefault);
  }

  private static List<String> names(SqlStatement statement, int index) {
    return switch (statement.word(index)) {
      case "time" -> List.of("timezone");
      case "names" -> List.of("client_encoding");
      case "schema" -> List.of("search_path");
      case "authorization" -> List.of("session_authorization", "role");
      case "xml" -> List.of("xmloption");
      case "characteristics" ->
          List.of(
              "default_transaction_isolation",
              "default_transaction_read_only",
              "default_transaction_deferrable");
      default -> List.of(name(statement.tokens(), index));
    };
  }

  private static String name(List<Token> tokens, int first) {
    StringBuilder name = new StringBuilder(tokens.get(first).value());
    for (int i = first + 1; i + 1 < tokens.size() && tokens.get(i).isSymbol("."); i += 2) {
      name.append('.').append(tokens.get(i + 1).value());
    }
    return name.toString().toLowerCase(Locale.ROOT);
  }
}
