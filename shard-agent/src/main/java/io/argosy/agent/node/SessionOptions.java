package io.argosy.agent.node;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a leased backend must look like.
 *
 * @param database the database's name
 * @param user the role the backend is logged in as
 * @param settings PostgreSQL settings that differ from the role's defaults, by name, with values as
 *     {@code current_setting} prints them
 */
public record SessionOptions(String database, String user, Map<String, String> settings) {
  public SessionOptions {
    settings = java.util.Collections.unmodifiableMap(new TreeMap<>(settings));
  }
}
