package io.argosy.coordinator.statement.code;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The functions whose names a statement calls, in any schema and with any arguments. */
record NamedFunctions(List<Function> functions) {
  private static final String NAMED =
      """
      SELECT p.proname, p.pronamespace OPERATOR(pg_catalog.<>) 'pg_catalog'::pg_catalog.regnamespace,
             p.prokind OPERATOR(pg_catalog.<>) 'f', p.provolatile OPERATOR(pg_catalog.=) 'v',
             p.proretset, p.prosrc OPERATOR(pg_catalog.~*) 'nextval|currval|lastval|setval',
             r.typtype OPERATOR(pg_catalog.=) 'c', p.pronargs,
             pg_catalog.pg_get_expr(p.proargdefaults, 0) OPERATOR(pg_catalog.~~) '%%(%%',
             EXISTS (
               SELECT FROM pg_catalog.pg_type t
               WHERE t.typtype OPERATOR(pg_catalog.=) 'd'
                 AND (t.oid OPERATOR(pg_catalog.=) p.prorettype
                   OR t.oid OPERATOR(pg_catalog.=) ANY (p.proallargtypes)
                   OR EXISTS (SELECT FROM pg_catalog.pg_attribute a
                              WHERE a.attrelid OPERATOR(pg_catalog.=) r.typrelid
                                AND a.attnum OPERATOR(pg_catalog.>) 0
                                AND a.atttypid OPERATOR(pg_catalog.=) t.oid)))
      FROM pg_catalog.pg_proc p
      JOIN pg_catalog.pg_type r ON r.oid OPERATOR(pg_catalog.=) p.prorettype
      WHERE p.proname OPERATOR(pg_catalog.=) ANY (ARRAY[%s]::pg_catalog.name[])
      """;

  /**
   * One of them.
   *
   * @param users whether it is not PostgreSQL's own
   * @param ofRows whether it is an aggregate or a window function
   * @param isVolatile whether it may change something
   * @param set whether it returns any number of rows
   * @param ofSequences whether its text names functions of sequences
   * @param row whether it returns rows of a type that has a name
   * @param parameters how many arguments it takes
   * @param defaults whether defaults of arguments may call functions
   * @param domain whether a domain is among what it returns
   */
  record Function(
      String name,
      boolean users,
      boolean ofRows,
      boolean isVolatile,
      boolean set,
      boolean ofSequences,
      boolean row,
      int parameters,
      boolean defaults,
      boolean domain) {}

  /** Those of a statement. */
  static NamedFunctions of(List<Token> tokens, NodeSession home) {
    String names =
        called(tokens).stream().map(Identifiers::literal).collect(Collectors.joining(", "));
    return new NamedFunctions(
        TextResult.run(home, NAMED.formatted(names)).rows().stream()
            .map(
                row ->
                    new Function(
                        row.getFirst(),
                        row.get(1).equals("t"),
                        row.get(2).equals("t"),
                        row.get(3).equals("t"),
                        row.get(4).equals("t"),
                        row.get(5).equals("t"),
                        row.get(6).equals("t"),
                        Integer.parseInt(row.get(7)),
                        "t".equals(row.get(8)),
                        row.get(9).equals("t")))
            .toList());
  }

  private static Set<String> called(List<Token> tokens) {
    return IntStream.range(1, tokens.size())
        .filter(i -> tokens.get(i).isSymbol("("))
        .mapToObj(i -> tokens.get(i - 1).value())
        .collect(Collectors.toSet());
  }

  /** All of a name. */
  List<Function> named(String name) {
    return functions.stream().filter(function -> function.name().equals(name)).toList();
  }

  /** Whether users have made one of a name. */
  boolean anyOfUsers(String name) {
    return named(name).stream().anyMatch(Function::users);
  }

  /** Whether there is such a one of another name. */
  boolean others(String name, Predicate<Function> such) {
    return functions.stream().anyMatch(f -> !f.name().equals(name) && such.test(f));
  }

  /** Whether a part of the statement calls such a one. */
  boolean areIn(List<Token> part, Predicate<Function> such) {
    Set<String> called = called(part);
    return functions.stream().anyMatch(f -> called.contains(f.name()) && such.test(f));
  }
}
