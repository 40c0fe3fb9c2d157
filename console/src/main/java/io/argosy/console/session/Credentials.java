package io.argosy.console.session;

/**
 * What somebody logs in with.
 *
 * @param role a role of PostgreSQL
 * @param password empty where the role needs none
 * @param database one that the coordinator serves
 */
public record Credentials(String role, String password, String database) {
  /** Without the password. */
  @Override
  public String toString() {
    return role + " at " + database;
  }
}
