package io.argosy.coordinator.session.transaction;

import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What kind of transaction PostgreSQL has made of a BEGIN, whose defaults are settings of the
 * session, the role and the database.
 *
 * @param isolation its isolation level
 * @param readOnly whether it may not write, not even make temporary tables
 * @param deferrable whether it would wait for a snapshot with which it cannot fail
 */
public record TransactionModes(Isolation isolation, boolean readOnly, boolean deferrable) {
  /** The setting that names the level of a transaction that says nothing of it. */
  public static final String DEFAULT_ISOLATION = "default_transaction_isolation";

  /** The setting that is the level of the current transaction. */
  public static final String ISOLATION = "transaction_isolation";

  /** The setting that says whether the current transaction may write. */
  public static final String READ_ONLY = "transaction_read_only";

  /** The setting that says whether the current transaction is DEFERRABLE. */
  public static final String DEFERRABLE = "transaction_deferrable";

  /** The settings that are its modes where nothing is said of them, besides the level. */
  private static final String DEFAULT_READ_ONLY = "default_transaction_read_only";

  private static final String DEFAULT_DEFERRABLE = "default_transaction_deferrable";

  /** Those settings. */
  public static final List<String> DEFAULTS =
      List.of(DEFAULT_ISOLATION, DEFAULT_READ_ONLY, DEFAULT_DEFERRABLE);

  /** A statement that begins a transaction, and says nothing of its modes. */
  private static final Pattern BEGIN =
      Pattern.compile(
          "\\s*(BEGIN(\\s+(TRANSACTION|WORK))?|START\\s+TRANSACTION)\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final String USUAL_MODE =
      "(ISOLATION\\s+LEVEL\\s+READ\\s+COMMITTED|READ\\s+WRITE|NOT\\s+DEFERRABLE)";

  /** One that says at most what PostgreSQL's own defaults are. */
  private static final Pattern USUAL =
      Pattern.compile(
          BEGIN.pattern() + "(\\b" + USUAL_MODE + "(\\s*(,|\\b)\\s*" + USUAL_MODE + ")*)?\\s*",
          Pattern.CASE_INSENSITIVE);

  private static final List<String> SHOWN = List.of(ISOLATION, READ_ONLY, DEFERRABLE);

  /** The settings that belong to the current transaction; to set them is SET TRANSACTION. */
  public static final Set<String> SETTINGS = Set.of(ISOLATION, READ_ONLY, DEFERRABLE);

  /** PostgreSQL's isolation levels; READ UNCOMMITTED is READ COMMITTED there. */
  public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE;

    public static Isolation of(String shown) {
      return switch (shown) {
        case "repeatable read" -> REPEATABLE_READ;
        case "serializable" -> SERIALIZABLE;
        default -> READ_COMMITTED;
      };
    }

    private String sql() {
      return name().replace('_', ' ').toUpperCase(Locale.ROOT);
    }
  }

  /**
   * What a statement makes of a transaction that it begins.
   *
   * @param shown what PostgreSQL shows of a setting of the session; null where nobody knows
   * @return empty where a node must be asked
   */
  public static Optional<TransactionModes> known(String begin, UnaryOperator<String> shown) {
    boolean usual =
        USUAL.matcher(begin).matches()
            && "read committed".equals(shown.apply(DEFAULT_ISOLATION))
            && "off".equals(shown.apply(DEFAULT_READ_ONLY))
            && "off".equals(shown.apply(DEFAULT_DEFERRABLE));
    return usual
        ? Optional.of(new TransactionModes(Isolation.READ_COMMITTED, false, false))
        : Optional.empty();
  }

  /**
   * Runs statements in a transaction, or that begin one, and asks what it is then. Takes no
   * snapshot, so that the client can still change it.
   *
   * @throws PostgresException the error of the statement that failed
   */
  public static TransactionModes after(NodeSession session, String statements) {
    List<String> shown = new ArrayList<>();
    PostgresException failure = null;
    try (Result result =
        session.execute(
            new Request.Simple(statements + "; SHOW " + String.join("; SHOW ", SHOWN)))) {
      ResultEvent event;
      do {
        event = result.next();
        if (event instanceof ResultEvent.Rows rows) {
          DataRowReader reader = new DataRowReader(rows.messages());
          while (reader.next()) {
            shown.add(reader.text(0));
          }
        } else if (event instanceof ResultEvent.Failed failed) {
          failure = new PostgresException(failed.error());
        }
      } while (!(event instanceof ResultEvent.Ready));
    }
    if (failure != null) {
      throw failure;
    }
    List<String> last = shown.subList(shown.size() - SHOWN.size(), shown.size());
    return new TransactionModes(
        Isolation.of(last.get(0)), last.get(1).equals("on"), last.get(2).equals("on"));
  }

  /**
   * The statement that begins such a transaction on every node, where a client has begun it so.
   * What the client says nothing of, an operator may have changed: then PostgreSQL refuses writes.
   */
  public String beginning(String begin) {
    return BEGIN.matcher(begin).matches()
        ? "BEGIN ISOLATION LEVEL " + isolation.sql()
        : beginning();
  }

  /** The statement that begins such a transaction on another node. */
  public String beginning() {
    return "BEGIN ISOLATION LEVEL "
        + isolation.sql()
        + (readOnly ? " READ ONLY" : " READ WRITE")
        + (deferrable ? " DEFERRABLE" : " NOT DEFERRABLE");
  }
}
