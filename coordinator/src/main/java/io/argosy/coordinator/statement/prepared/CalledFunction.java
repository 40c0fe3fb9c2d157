package io.argosy.coordinator.statement.prepared;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A function that a client calls by its number.
 *
 * @param name its name alone
 * @param qualifiedName as SQL, with its schema
 * @param argumentTypes their numbers
 * @param plain whether it is a function that gives one value
 */
public record CalledFunction(
    String name, String qualifiedName, int[] argumentTypes, boolean plain) {
  private static final String LOOK_UP =
      "SELECT p.proname, pg_catalog.format('%%I.%%I', n.nspname, p.proname),"
          + " pg_catalog.array_to_string(p.proargtypes::pg_catalog.oid[], ' '),"
          + " p.prokind OPERATOR(pg_catalog.=) 'f' AND NOT p.proretset"
          + " FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n"
          + " ON n.oid OPERATOR(pg_catalog.=) p.pronamespace"
          + " WHERE p.oid OPERATOR(pg_catalog.=) %s::pg_catalog.oid";

  /**
   * Looks for it on the home node, whose numbers clients know.
   *
   * @throws PostgresException 42883 when there is none
   */
  static CalledFunction read(NodeSession home, int number) {
    String oid = Integer.toUnsignedString(number);
    List<List<String>> rows = TextResult.run(home, LOOK_UP.formatted(oid)).rows();
    if (rows.isEmpty()) {
      throw new PostgresException("42883", "function with OID " + oid + " does not exist");
    }
    List<String> row = rows.getFirst();
    int[] types =
        Arrays.stream(row.get(2).split(" "))
            .filter(type -> !type.isEmpty())
            .mapToInt(Integer::parseUnsignedInt)
            .toArray();
    return new CalledFunction(row.get(0), row.get(1), types, row.get(3).equals("t"));
  }

  /**
   * The query that calls it.
   *
   * @param given how many arguments the client gives
   * @throws PostgresException as PostgreSQL says it when it cannot be called so
   */
  public String query(int given) {
    if (!plain) {
      throw new PostgresException(
          "0A000", "cannot call function \"" + name + "\" via fastpath interface");
    }
    if (given != argumentTypes.length) {
      throw new PostgresException(
          "08P01",
          "function call message contains "
              + given
              + " arguments but function requires "
              + argumentTypes.length);
    }
    return IntStream.rangeClosed(1, given)
        .mapToObj(number -> "$" + number)
        .collect(Collectors.joining(", ", "SELECT " + qualifiedName + "(", ")"));
  }
}
