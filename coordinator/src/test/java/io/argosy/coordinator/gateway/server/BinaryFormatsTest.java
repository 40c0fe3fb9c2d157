package io.argosy.coordinator.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.protocol.message.FrontendMessages;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values of every built-in type in binary, as parameters and as results of all strategies: bytes as
 * the type's send function on a node makes them.
 */
class BinaryFormatsTest {
  private static final int ROWS = 12;

  /** A value of each type that can be stored. */
  private static final Map<String, String> VALUES = new TreeMap<>();

  static {
    VALUES.putAll(
        Map.of(
            "bool",
            "true",
            "int2",
            "-2",
            "int4",
            "-4",
            "int8",
            "-8",
            "float4",
            "1.5",
            "float8",
            "-2.25",
            "numeric",
            "-12345.6789000",
            "money",
            "12.34",
            "oid",
            "26"));
    VALUES.putAll(
        Map.of(
            "text",
            "tëxt",
            "varchar",
            "varchar",
            "bpchar",
            "b ",
            "\"char\"",
            "c",
            "name",
            "a_name",
            "bytea",
            "\\xdeadbeef00",
            "bit",
            "1",
            "varbit",
            "10101",
            "uuid",
            "00112233-4455-6677-8899-aabbccddeeff"));
    VALUES.putAll(
        Map.of(
            "date",
            "1999-12-31",
            "time",
            "23:59:59.5",
            "timetz",
            "12:00:00+02",
            "timestamp",
            "2000-01-01 00:00:01",
            "timestamptz",
            "infinity",
            "interval",
            "1 mon -3 days 04:05",
            "json",
            "{\"a\": [1]}",
            "jsonb",
            "{\"a\": [1]}",
            "jsonpath",
            "$.a[*] ? (@ > 1)"));
    VALUES.putAll(
        Map.of(
            "inet",
            "10.0.0.1/8",
            "cidr",
            "10.0.0.0/8",
            "macaddr",
            "08:00:2b:01:02:03",
            "macaddr8",
            "08:00:2b:01:02:03:04:05",
            "point",
            "(1,2)",
            "line",
            "{1,2,3}",
            "lseg",
            "[(0,0),(1,1)]",
            "box",
            "(1,1),(0,0)",
            "path",
            "[(0,0),(1,1)]"));
    VALUES.putAll(
        Map.of(
            "polygon",
            "((0,0),(1,1),(2,0))",
            "circle",
            "<(0,0),1>",
            "tsvector",
            "a:1 b:2",
            "tsquery",
            "a & b",
            "int4range",
            "[1,5)",
            "numrange",
            "(,2.5]",
            "tstzrange",
            "empty",
            "int4multirange",
            "{[1,5),[7,9)}",
            "int4[]",
            "{1,NULL,3}"));
    VALUES.putAll(
        Map.of(
            "text[]",
            "{a,\"b c\"}",
            "xid",
            "42",
            "xid8",
            "4200000000",
            "cid",
            "7",
            "tid",
            "(3,4)",
            "pg_lsn",
            "16/B374D848",
            "pg_snapshot",
            "10:20:10,14",
            "regtype",
            "integer",
            "oidvector",
            "1 2 3",
            "int2vector",
            "1 2 3"));
  }

  private static int port;

  @BeforeAll
  static void create() throws IOException, SQLException {
    port = URI.create(SharedCluster.url().substring("jdbc:".length())).getPort();
    String columns =
        VALUES.keySet().stream()
            .map(type -> column(type) + " " + type)
            .collect(Collectors.joining(", "));
    String values =
        VALUES.values().stream()
            .map(value -> "'" + value.replace("'", "''") + "'")
            .collect(Collectors.joining(", "));
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE every_type (id int PRIMARY KEY, " + columns + ")",
          "SELECT create_distributed_table('every_type', 'id')");
      for (int id = 1; id <= ROWS; id++) {
        SharedCluster.run(connection, "INSERT INTO every_type VALUES (" + id + ", " + values + ")");
      }
    }
  }

  @AfterAll
  static void drop() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP TABLE every_type");
    }
  }

  private static String column(String type) {
    return "of_" + type.replaceAll("[^a-z0-9]", "_");
  }

  /** What the types' own functions make of the values, in hexadecimal digits. */
  private static List<String> sent() throws IOException, SQLException {
    List<String> expressions = new ArrayList<>();
    for (Map.Entry<String, String> value : VALUES.entrySet()) {
      String function =
          SharedCluster.onNode(
                  0, "SELECT typsend FROM pg_type WHERE oid = '" + value.getKey() + "'::regtype")
              .getFirst();
      expressions.add(
          "encode(%s('%s'::%s), 'hex')"
              .formatted(function, value.getValue().replace("'", "''"), value.getKey()));
    }
    return List.of(
        SharedCluster.onNode(0, "SELECT " + String.join(", ", expressions))
            .getFirst()
            .split("\\|"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WHERE id = 3",
        "WHERE id < 100",
        "ORDER BY id DESC",
        "ORDER BY id LIMIT 3",
        "TABLESAMPLE SYSTEM (100)",
        "JOIN (SELECT id AS other FROM every_type) o ON o.other = of_int4 + 4 + id"
      })
  void resultsAreWhatTheTypesSend(String rest) throws IOException, SQLException {
    String columns =
        VALUES.keySet().stream().map(BinaryFormatsTest::column).collect(Collectors.joining(", "));
    List<String> sent = sent();
    List<List<String>> rows =
        ask("SELECT " + columns + " FROM every_type " + rest, List.of(), new int[0]);
    assertThat(rows).isNotEmpty().allSatisfy(row -> assertThat(row).isEqualTo(sent));
  }

  @Test
  void parametersArriveAsTheyWereSent() throws IOException, SQLException {
    List<String> sent = sent();
    List<String> types = List.copyOf(VALUES.keySet());
    List<String> parameters = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      parameters.add("$" + (i + 1) + "::" + types.get(i));
    }
    List<byte[]> values = sent.stream().map(HexFormat.of()::parseHex).toList();
    List<List<String>> rows =
        ask(
            "SELECT " + String.join(", ", parameters) + " FROM every_type WHERE id < 4",
            values,
            new int[0]);
    assertThat(rows).hasSize(3).allSatisfy(row -> assertThat(row).isEqualTo(sent));
  }

  /** Runs a query with everything in binary; gives the values in hexadecimal digits. */
  private static List<List<String>> ask(String sql, List<byte[]> values, int[] types) {
    try (RawClient client = new RawClient(port).startup("user", "postgres", "database", "argosy")) {
      client.until('Z');
      ByteBuffer messages =
          new FrontendMessages()
              .parse("", sql, types)
              .bind("", "", new short[] {1}, values, new short[] {1})
              .execute("", 0)
              .sync()
              .toByteBuffer();
      client.send(Arrays.copyOfRange(messages.array(), messages.position(), messages.limit()));
      List<List<String>> rows = new ArrayList<>();
      RawClient.Message message = client.read();
      while (message.type() != 'Z') {
        assertThat(message.type()).as(message.text()).isNotEqualTo('E');
        if (message.type() == 'D') {
          rows.add(row(message.body()));
        }
        message = client.read();
      }
      return rows;
    }
  }

  private static List<String> row(byte[] body) {
    ByteBuffer in = ByteBuffer.wrap(body);
    List<String> row = new ArrayList<>();
    for (int i = in.getShort(); i > 0; i--) {
      byte[] value = new byte[in.getInt()];
      in.get(value);
      row.add(HexFormat.of().formatHex(value));
    }
    return row;
  }
}
