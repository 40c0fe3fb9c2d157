package io.argosy.coordinator.transaction.commit;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name under which the nodes prepare their parts of a transaction (PostgreSQL's {@code gid}).
 * No other transaction ever has it: coordinators draw their numbers at random at each start. The
 * role is a part of it so that {@code argosy.record_commit} lets no role decide for another.
 *
 * @param coordinator the number of the coordinator's entry in {@code argosy.coordinators}
 * @param number counts the coordinator's transactions
 * @param role who is logged in on the nodes
 */
public record GlobalTransactionId(long coordinator, long number, String role) {
  /** What all names begin with, as a pattern of LIKE. */
  static final String PATTERN = "argosy\\_%";

  private static final Pattern FORM =
      Pattern.compile("argosy_(\\d{1,19})_(\\d{1,18})_(.+)", Pattern.DOTALL);

  /** The name as PostgreSQL has it. At most 110 bytes of the 199 that it allows. */
  public String text() {
    return "argosy_" + coordinator + "_" + number + "_" + role;
  }

  /** Reads a name; empty if it is none of ours. */
  public static Optional<GlobalTransactionId> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new GlobalTransactionId(
              Long.parseLong(matcher.group(1)),
              Long.parseLong(matcher.group(2)),
              matcher.group(3)));
    } catch (NumberFormatException e) {
      // More than a long: somebody else's.
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return text();
  }
}
