package io.argosy.protocol.message;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fields of a PostgreSQL ErrorResponse or NoticeResponse, by their one-letter codes, as the
 * PostgreSQL documentation lists them under "Error and Notice Message Fields". Immutable.
 *
 * @param fields code to text, in the order in which the server sent them
 */
public record PostgresError(Map<Character, String> fields) {
  /** What PostgreSQL tells a client that has cancelled its statement. */
  public static final PostgresError CANCELLED =
      of("57014", "canceling statement due to user request");

  /** What it tells a client whose session somebody else ends. */
  public static final PostgresError TERMINATED =
      of("FATAL", "57P01", "terminating connection due to administrator command");

  /**
   * Connection exception, transaction rollback, insufficient resources, object not in prerequisite
   * state (a lock that was not to be had), operator intervention, system error.
   */
  private static final Set<String> CIRCUMSTANCES = Set.of("08", "40", "53", "55", "57", "58");

  public PostgresError {
    fields = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  /** An error of our own, with PostgreSQL's severity ERROR. */
  public static PostgresError of(String sqlState, String message) {
    return of("ERROR", sqlState, message);
  }

  /** A message of our own with any severity (ERROR, FATAL, WARNING, NOTICE ..). */
  public static PostgresError of(String severity, String sqlState, String message) {
    Map<Character, String> fields = new LinkedHashMap<>();
    fields.put('S', severity);
    fields.put('V', severity);
    fields.put('C', sqlState);
    fields.put('M', message);
    return new PostgresError(fields);
  }

  /** This error with one field set or replaced. */
  public PostgresError with(char code, String text) {
    Map<Character, String> copy = new LinkedHashMap<>(fields);
    copy.put(code, text);
    return new PostgresError(copy);
  }

  /** This error without one field. */
  public PostgresError without(char code) {
    Map<Character, String> copy = new LinkedHashMap<>(fields);
    copy.remove(code);
    return new PostgresError(copy);
  }

  public PostgresError withHint(String hint) {
    return with('H', hint);
  }

  public PostgresError withDetail(String detail) {
    return with('D', detail);
  }

  /** The severity that is never translated. */
  public String severity() {
    return fields.getOrDefault('V', fields.getOrDefault('S', "ERROR"));
  }

  /** Whether the server closes the connection after it. */
  public boolean endsSession() {
    return severity().equals("FATAL") || severity().equals("PANIC");
  }

  public String sqlState() {
    return fields.getOrDefault('C', "XX000");
  }

  /**
   * The class of the error: the first two characters of its code, after PostgreSQL's manual,
   * appendix A.
   */
  public String sqlStateClass() {
    String code = sqlState();
    return code.substring(0, Math.min(2, code.length()));
  }

  /**
   * Whether it tells of circumstances and not of the statement, which may well be what it should
   * be: it was cancelled, its time was over, a lock was not to be had, a deadlock was broken up,
   * the server had no room or was lost. Who tries whether a server accepts a statement has got no
   * answer then.
   */
  public boolean tellsOfCircumstances() {
    return CIRCUMSTANCES.contains(sqlStateClass());
  }

  /** The name of the table that it is about, where it tells one. */
  public Optional<String> table() {
    return Optional.ofNullable(fields.get('t'));
  }

  public String message() {
    return fields.getOrDefault('M', "");
  }
}
