package io.argosy.coordinator.cluster.types;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The types of users that one node has. Immutable. */
public final class NodeTypes {
  /** Types, and whatever else is numbered, below have the same number on every server. */
  static final int FIRST_OF_USERS = 16384;

  /** PostgreSQL's types of rows of any kind, and of arrays of these. */
  static final int RECORD = 2249;

  static final int RECORD_ARRAY = 2287;

  private static final String TYPES =
      """
      SELECT t.oid, n.nspname, t.typname,
             CASE WHEN t.typtype = 'c' THEN 'COMPOSITE'
                  WHEN t.typtype = 'r' THEN 'RANGE'
                  WHEN t.typtype = 'm' THEN 'MULTIRANGE'
                  WHEN t.typtype = 'd' THEN 'DOMAIN'
                  WHEN t.typelem <> 0 AND t.typlen = -1 THEN 'ARRAY'
                  ELSE 'PLAIN' END,
             CASE WHEN t.typtype IN ('r', 'm') THEN r.rngsubtype
                  WHEN t.typtype = 'd' THEN t.typbasetype
                  ELSE t.typelem END
      FROM pg_catalog.pg_type t
      JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) t.typnamespace
      LEFT JOIN pg_catalog.pg_range r
        ON t.oid OPERATOR(pg_catalog.=) r.rngtypid OR t.oid OPERATOR(pg_catalog.=) r.rngmultitypid
      WHERE t.oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
      """;

  /** What the binary format of a type is made of. */
  enum Structure {
    ARRAY,
    COMPOSITE,
    RANGE,
    MULTIRANGE,
    DOMAIN,
    /** Of no other types. */
    PLAIN
  }

  /**
   * @param name schema and name
   * @param part the number of an array's elements', a range's bounds' or a domain's base type
   */
  record Type(List<String> name, Structure structure, int part) {}

  private static final Type ROW = new Type(List.of(), Structure.COMPOSITE, 0);
  private static final Type ROWS = new Type(List.of(), Structure.ARRAY, RECORD);
  private static final Type BUILT_IN = new Type(List.of(), Structure.PLAIN, 0);

  private final Map<Integer, Type> byNumber = new HashMap<>();
  private final Map<List<String>, Integer> byName = new HashMap<>();

  private NodeTypes() {}

  /** Reads them in a backend of the node that is idle or in a transaction that has not failed. */
  static NodeTypes read(NodeSession session) {
    NodeTypes types = new NodeTypes();
    for (List<String> row : TextResult.run(session, TYPES).rows()) {
      int number = Integer.parseUnsignedInt(row.get(0));
      List<String> name = List.of(row.get(1), row.get(2));
      types.byNumber.put(
          number,
          new Type(name, Structure.valueOf(row.get(3)), Integer.parseUnsignedInt(row.get(4))));
      types.byName.put(name, number);
    }
    return types;
  }

  /** Whether the number is of something that users have made, as which it is known to one node. */
  public static boolean isOfUsers(int number) {
    return Integer.compareUnsigned(number, FIRST_OF_USERS) >= 0;
  }

  /**
   * Whether values of a type in binary format may hold numbers of types of users, as far as its own
   * number tells.
   */
  public static boolean mayHoldNumbers(int number) {
    return isAnyRow(number) || isOfUsers(number);
  }

  /** Whether it is the type of rows of any kind, or of arrays of them. */
  public static boolean isAnyRow(int number) {
    return number == RECORD || number == RECORD_ARRAY;
  }

  public static boolean anyOfUsers(int[] numbers) {
    return Arrays.stream(numbers).anyMatch(NodeTypes::isOfUsers);
  }

  /** Whether the binary format of a type can hold numbers of types of users. */
  boolean holdsNumbers(int number) {
    return of(number).structure() != Structure.PLAIN;
  }

  boolean knows(int number) {
    return !isOfUsers(number) || byNumber.containsKey(number);
  }

  Type of(int number) {
    return switch (number) {
      case RECORD -> ROW;
      case RECORD_ARRAY -> ROWS;
      default -> byNumber.getOrDefault(number, BUILT_IN);
    };
  }

  /** The number here of what has a number on another node; 0 if there is no such type here. */
  int translated(int number, NodeTypes from) {
    return isOfUsers(number) ? byName.getOrDefault(from.of(number).name(), 0) : number;
  }
}
