package io.argosy.coordinator.statement.prepared;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.session.client.ClientProcesses;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.coordinator.settings.EncodingSetting;
import io.argosy.coordinator.statement.SessionFunctions;
import io.argosy.protocol.encoding.ClientEncoding;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The functions of PostgreSQL that tell of the session that calls them, while a backend works for
 * many. A text that calls them calls Argosy's of the same names with what the coordinator knows.
 */
public final class SessionCalls {
  /** Those that are about a client, which get the session's own process id as one argument more. */
  private static final Set<String> OF_CLIENTS =
      Set.of("pg_blocking_pids", "pg_log_backend_memory_contexts");

  /** The one that tells how views were defined, with the same arguments. */
  private static final Set<String> OF_VIEWS = Set.of("pg_get_viewdef");

  /** The one that tells of the client's encoding by the name of the setting. */
  private static final String SETTING = "current_setting";

  private static final String ENCODING = "pg_client_encoding";

  private final Map<String, Supplier<String>> arguments;
  private final IntSupplier processId;
  private final ClientProcesses processes;
  private final Supplier<String> encoding;

  public SessionCalls(
      IntSupplier processId,
      SessionChannels channels,
      ClientProcesses processes,
      Supplier<String> encoding) {
    this.processId = processId;
    this.processes = processes;
    this.encoding = encoding;
    this.arguments =
        Map.of(
            "pg_backend_pid",
            () -> Integer.toString(processId.getAsInt()),
            "pg_listening_channels",
            () ->
                channels.names().stream()
                    .map(Identifiers::literal)
                    .collect(Collectors.joining(", ", "ARRAY[", "]::pg_catalog.text[]")));
  }

  /**
   * Whether a text may call them.
   *
   * @param folded the text in lower case
   */
  boolean mayBeIn(String folded) {
    return (hasEncoding() && (folded.contains(ENCODING) || folded.contains(SETTING)))
        || arguments.keySet().stream().anyMatch(folded::contains)
        || SessionFunctions.SIGNALS.stream().anyMatch(folded::contains)
        || OF_CLIENTS.stream().anyMatch(folded::contains)
        || OF_VIEWS.stream().anyMatch(folded::contains);
  }

  /** Whether the client's encoding is another one than the nodes'. */
  boolean hasEncoding() {
    return !encoding.get().equals(ClientEncoding.UTF8.name());
  }

  /** What PostgreSQL calls it. */
  String encoding() {
    return encoding.get();
  }

  /** The text with other calls in the place of these; the same if it has none. */
  String replacedIn(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (int i = 0; i + 2 < tokens.size(); i++) {
      Optional<Replacement> found =
          SessionFunctions.isCalled(tokens, i) ? replacement(tokens, i) : Optional.empty();
      if (found.isPresent()) {
        text.append(sql, copied, tokens.get(SessionFunctions.firstOfName(tokens, i)).start())
            .append("argosy.")
            .append(tokens.get(i).value())
            .append(found.get().arguments());
        copied = found.get().end();
      }
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  /**
   * What stands behind the name instead.
   *
   * @param end up to where
   */
  private record Replacement(String arguments, int end) {}

  private Optional<Replacement> replacement(List<Token> tokens, int name) {
    String function = tokens.get(name).value();
    boolean withoutArguments = tokens.get(name + 2).isSymbol(")");
    boolean signals = SessionFunctions.SIGNALS.contains(function);
    if (signals || OF_CLIENTS.contains(function)) {
      String first = signals ? clients() : Integer.toString(processId.getAsInt());
      String more = "(" + first + (withoutArguments ? "" : ", ");
      return Optional.of(new Replacement(more, tokens.get(name + 1).end()));
    }
    boolean otherName = hasEncoding() && !encoding.get().equals(ClientEncoding.UNICODE);
    if (otherName && function.equals(ENCODING) && withoutArguments) {
      return Optional.of(new Replacement(ofEncoding(), tokens.get(name + 2).end()));
    }
    if (function.equals(SETTING)) {
      return hasEncoding() ? encodingShown(tokens, name) : Optional.empty();
    }
    if (OF_VIEWS.contains(function)) {
      return Optional.of(new Replacement("", tokens.get(name).end()));
    }
    return Optional.ofNullable(arguments.get(function))
        .filter(known -> withoutArguments)
        .map(known -> new Replacement("(" + known.get() + ")", tokens.get(name + 2).end()));
  }

  private String ofEncoding() {
    return "(" + Identifiers.literal(encoding.get()) + ")";
  }

  /** {@code current_setting('client_encoding')}, also with a second argument. */
  private Optional<Replacement> encodingShown(List<Token> tokens, int name) {
    boolean asked =
        tokens.get(name + 2).kind() == Token.Kind.STRING
            && tokens.get(name + 2).value().equalsIgnoreCase(EncodingSetting.NAME);
    int end = name + 3;
    while (asked && end < tokens.size() && !tokens.get(end).isSymbol(")")) {
      end++;
    }
    return asked && end < tokens.size()
        ? Optional.of(new Replacement(ofEncoding(), tokens.get(end).end()))
        : Optional.empty();
  }

  /** The roles by process ids, as pairs of texts. */
  private String clients() {
    return processes.roles().entrySet().stream()
        .map(client -> "'" + client.getKey() + "', " + Identifiers.literal(client.getValue()))
        .collect(Collectors.joining(", ", "ARRAY[", "]::pg_catalog.text[]"));
  }
}
