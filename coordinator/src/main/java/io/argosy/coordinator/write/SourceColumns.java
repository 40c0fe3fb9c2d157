package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.message.TypeOids;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The columns of an INSERT's source, called c1, c2 .., which are assigned to columns of the target.
 *
 * @param targets the columns of the target, as many as the source has
 */
record SourceColumns(TableFact table, List<Field> fields, List<String> targets) {
  /**
   * The columns of a query that is the source of an INSERT.
   *
   * @throws PostgresException 0A000 if it has none
   */
  static SourceColumns of(InsertStatement insert, TableFact table, List<Field> fields) {
    if (fields.isEmpty()) {
      throw new PostgresException(
          "0A000",
          "rows without columns cannot be moved between nodes",
          "Use INSERT .. DEFAULT VALUES, or give the query a column.");
    }
    List<String> columns = insert.listed(table);
    return new SourceColumns(table, fields, columns.subList(0, fields.size()));
  }

  /** Their names as SQL. */
  String names() {
    return IntStream.rangeClosed(1, fields.size())
        .mapToObj(i -> "c" + i)
        .collect(Collectors.joining(", "));
  }

  /** Their definitions, as CREATE TABLE takes them; asked of PostgreSQL. */
  String definitions(NodeSession session) {
    String types =
        fields.stream()
            .map(field -> Integer.toUnsignedString(field.typeOid()))
            .collect(Collectors.joining(","));
    return TextResult.run(
            session,
            "SELECT pg_catalog.string_agg(pg_catalog.concat('c', t.position, ' ',"
                + " pg_catalog.format_type(t.oid, -1)), ', ' ORDER BY t.position)"
                + " FROM pg_catalog.unnest('{"
                + types
                + "}'::pg_catalog.oid[]) WITH ORDINALITY t(oid, position)")
        .single();
  }

  /** The target's columns as SQL. */
  String targetList() {
    return Identifiers.list(targets);
  }

  /** What is assigned to them. */
  String values() {
    return IntStream.range(0, fields.size())
        .mapToObj(this::assigned)
        .collect(Collectors.joining(", "));
  }

  /** A bare string constant in a source takes the target's type, where a column of text cannot. */
  private String assigned(int index) {
    String value = "c" + (index + 1);
    String type = table.column(targets.get(index)).declaredType();
    boolean string = type.startsWith("character") || type.equals("text") || type.equals("name");
    return fields.get(index).typeOid() == TypeOids.TEXT && !string
        ? "CAST(" + value + " AS " + type + ")"
        : value;
  }
}
