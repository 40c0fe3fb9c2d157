package io.argosy.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a leased backend must look like, and how it is to answer.
 *
 * @param database the database's name
 * @param user the role the backend is logged in as
 * @param incarnation tells logins of the role apart that may differ in what PostgreSQL gives them,
 *     because the role, or its own settings, became others: a backend is used for one incarnation
 *     only. Empty for those to whom it is all the same
 * @param settings PostgreSQL settings that differ from the role's defaults, by name, with values as
 *     {@code current_setting} prints them
 * @param inlineLimit an answer of at most so many bytes of PostgreSQL's messages is inline: its
 *     rows wait for its end, and it comes as one piece that is not compressed. 0 for none
 * @param readFrom which of the node's servers it may belong to
 * @throws IllegalArgumentException when the limit is negative or more than {@link #LONGEST_INLINE}
 */
public record SessionOptions(
    String database,
    String user,
    String incarnation,
    Map<String, String> settings,
    int inlineLimit,
    ReadFrom readFrom) {
  /** The inline limit of those who have no wish. */
  public static final int DEFAULT_INLINE = 16 << 10;

  /** The highest inline limit, in bytes. */
  public static final int LONGEST_INLINE = 256 << 10;

  public SessionOptions {
    if (inlineLimit < 0 || inlineLimit > LONGEST_INLINE) {
      throw new IllegalArgumentException("inline limit " + inlineLimit);
    }
    settings = java.util.Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /** For those to whom all logins of the role are the same, on the primary. */
  public SessionOptions(
      String database, String user, Map<String, String> settings, int inlineLimit) {
    this(database, user, "", settings, inlineLimit, ReadFrom.PRIMARY);
  }

  /** The same with the default inline limit. */
  public SessionOptions(String database, String user, Map<String, String> settings) {
    this(database, user, settings, DEFAULT_INLINE);
  }
}
