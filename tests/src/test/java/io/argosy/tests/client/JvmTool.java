package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What tests of the programs in {@code tests/clients/jvm} have in common. */
final class JvmTool {
  static final String QUERY = "query";
  static final String FAILS = "fails";

  /**
   * What definitions have made in schemas, but for what Argosy and PostgreSQL keep for themselves.
   */
  static final String OBJECTS =
      """
      SELECT c.oid::regclass, c.relkind, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        pg_get_expr(d.adbin, d.adrelid), pg_get_indexdef(c.oid), pg_get_viewdef(c.oid), obj_description(c.oid)
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relkind <> 'S' AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema|argosy)'
      ORDER BY c.oid::regclass::text COLLATE "C", a.attnum\
      """;

  private JvmTool() {}

  /**
   * Runs a command: a query behind {@link #QUERY}, or else one of the tool's own.
   *
   * @param command behind {@link #FAILS}, one that fails; others may not
   */
  static Program run(Database database, List<String> command, CommandComparison.Runner tool)
      throws Exception {
    boolean fails = command.getFirst().equals(FAILS);
    List<String> words = fails ? command.subList(1, command.size()) : command;
    Program done =
        words.getFirst().equals(QUERY)
            ? query(database, words.getLast())
            : tool.run(database, words);
    assertThat(done.failed()).as(command + ": " + done.output() + done.errors()).isEqualTo(fails);
    return done;
  }

  /** What a command is called in the page of applications: the tool's word for it. */
  static Optional<String> name(List<String> command) {
    String first = command.get(command.getFirst().equals(FAILS) ? 1 : 0);
    return Optional.of(first).filter(word -> !word.equals(QUERY));
  }

  /**
   * Runs a program.
   *
   * @param arguments what comes behind the database's address
   */
  static Program program(String name, Database database, List<String> arguments)
      throws IOException, InterruptedException {
    return program(Toolchain.JVM, name, database, arguments);
  }

  static Program program(
      Toolchain toolchain, String name, Database database, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(toolchain.command(name));
    command.add(database.jdbcUrl());
    command.addAll(arguments);
    return Program.run(command, toolchain.environment());
  }

  /** What a query gives, as if a program had printed it. */
  static Program query(Database database, String sql) {
    StringBuilder output = new StringBuilder();
    try (Connection connection = PlainPostgres.connect(database);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return new Program(0, statement.getUpdateCount() + " rows", "");
      }
      try (ResultSet rows = statement.getResultSet()) {
        while (rows.next()) {
          for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
            output.append(rows.getString(i)).append(" | ");
          }
          output.append('\n');
        }
      }
      return new Program(0, output.toString(), "");
    } catch (SQLException e) {
      return new Program(1, "", e.getSQLState() + " " + e.getMessage());
    }
  }

  /** A query that places a table where there are nodes, and elsewhere only looks like it. */
  static String placement(Database database, String call) {
    return "SELECT "
        + (database.distributed() ? call : "'' AS " + call.substring(0, call.indexOf('(')));
  }

  /** Without what is another thing on each server and at each time. */
  static String shown(String said) {
    return said.replaceAll("jdbc:postgresql://\\S+", "the database")
        .replaceAll("[0-9]{2}:[0-9]{2}\\.[0-9]{3}s", "some time")
        // What Argosy says besides when a placed table is made anew.
        .replaceAll("(?m)^.* has no placement, which the earlier table of that name had: .*\n", "");
  }
}
