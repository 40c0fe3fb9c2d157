package io.argosy.agent.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a leased backend must look like, and how it is to answer.
 *
 * @param database the database's name
 * @param user the role the backend is logged in as
 * @param settings PostgreSQL settings that differ from the role's defaults, by name, with values as
 *     {@code current_setting} prints them
 * @param inlineLimit an answer of at most so many bytes of PostgreSQL's messages is inline: its
 *     rows wait for its end, and it comes as one piece that is not compressed. 0 for none
 * @throws IllegalArgumentException when that is negative or more than {@link #LONGEST_INLINE}
 */
public record SessionOptions(
    String database, String user, Map<String, String> settings, int inlineLimit) {
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

  /** With the default inline limit. */
  public SessionOptions(String database, String user, Map<String, String> settings) {
    this(database, user, settings, DEFAULT_INLINE);
  }
}
