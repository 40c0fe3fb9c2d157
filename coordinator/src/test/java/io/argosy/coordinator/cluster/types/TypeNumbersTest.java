package io.argosy.coordinator.cluster.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;
import org.postgresql.util.PSQLException;

/** Types of users mean the same whatever node a row comes from, or a parameter goes to. */
class TypeNumbersTest extends SessionTest {
  private static final String VALUES =
      "g, (ARRAY['red', 'green'])[1 + g % 2]::color, ARRAY['red', 'green']::color[],"
          + " row('red', g)::pair, ARRAY[row('green', g)::pair, NULL],"
          + " row(ARRAY['green']::color[], row('red', 1)::pair)::nest, ARRAY['red']::shade[],"
          + " span('red', 'green', '[]'), span('red', NULL)";

  @BeforeEach
  void createTypes() throws Exception {
    SharedCluster.makeNumbersDiffer();
    run(
        "CREATE TYPE color AS ENUM ('red', 'green')",
        "CREATE TYPE pair AS (c color, n int)",
        "CREATE TYPE nest AS (cs color[], p pair)",
        "CREATE DOMAIN shade AS color",
        "CREATE TYPE span AS RANGE (subtype = color)",
        "CREATE TABLE things (k int PRIMARY KEY, c color, cs color[], p pair, ps pair[], n nest,"
            + " d shade[], s span, half span)",
        "CREATE TABLE at_home (LIKE things)",
        "SELECT create_distributed_table('things', 'k')",
        "INSERT INTO things SELECT " + VALUES + " FROM generate_series(1, 12) g",
        "INSERT INTO at_home SELECT " + VALUES + " FROM generate_series(1, 12) g");
  }

  @AfterEach
  void dropTypes() throws Exception {
    run(
        "DROP TABLE IF EXISTS things, at_home",
        "DROP TYPE span, nest, pair",
        "DROP DOMAIN shade",
        "DROP TYPE color");
  }

  @Test
  void numbersDifferBetweenNodes() throws Exception {
    assertThat(SharedCluster.onNodes("SELECT 'color'::regtype::oid")).doesNotHaveDuplicates();
  }

  @Test
  void binaryRowsHaveTheHomeNodesNumbers() throws Exception {
    String columns = "SELECT k, c, cs, p, ps, n, d, s, half, row(k, c), ARRAY[row(c, k)]";
    for (String condition : List.of("k = 1", "k = 2", "k = 3", "k = 4", "k < 13")) {
      String rest = " WHERE " + condition + " ORDER BY k";
      assertThat(binary(columns + " FROM things" + rest))
          .as(rest)
          .isEqualTo(binary(columns + " FROM at_home" + rest));
    }
  }

  /** The home node's number may have been read with those of a node that was asked before. */
  @Test
  void typesThatAreMadeAgainHaveTheirNewNumbers() throws Exception {
    for (int k = 1; k <= 6; k++) {
      String rest = " WHERE k = " + k;
      assertThat(binary("SELECT cs, p FROM things" + rest))
          .as(rest)
          .isEqualTo(binary("SELECT cs, p FROM at_home" + rest));
      dropTypes();
      createTypes();
    }
  }

  @Test
  void parametersReachAllNodes() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      for (int k = 1; k <= 12; k++) {
        assertThat(
                count(
                    connection,
                    "SELECT count(*) FROM things WHERE k = ? AND c = ?",
                    k,
                    k % 2 == 0 ? "red" : "green"))
            .isEqualTo(1);
      }
      assertThat(count(connection, "SELECT count(*) FROM things WHERE k > ? AND c = ?", 0, "red"))
          .isEqualTo(6);
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE things SET c = ? WHERE k > ?")) {
        update.setObject(1, color("green"));
        update.setInt(2, 6);
        assertThat(update.executeUpdate()).isEqualTo(6);
      }
      assertThat(count(connection, "SELECT count(*) FROM things WHERE k > ? AND c = ?", 0, "red"))
          .isEqualTo(3);
    }
  }

  /** The numbers of types within them are the home node's, which is all that a client knows. */
  @Test
  void parametersInBinaryReachAllNodes() throws Exception {
    String columns = "c, cs, p, ps, n, d, s, half";
    List<String> types =
        List.of("color", "_color", "pair", "_pair", "nest", "_shade", "span", "span");
    List<String> red = binary("SELECT " + columns + " FROM at_home WHERE k = 2").getFirst();
    run("UPDATE at_home SET (%1$s) = (SELECT %1$s FROM at_home WHERE k = 2)".formatted(columns));
    try (Connection connection = binaryConnection()) {
      try (PreparedStatement update =
          connection.prepareStatement(
              "UPDATE things SET ("
                  + columns
                  + ") = (?, ?, ?, ?, ?, ?, ?, ?) WHERE k BETWEEN ? AND ?")) {
        for (int i = 0; i < types.size(); i++) {
          update.setObject(i + 1, new BinaryObject(types.get(i), red.get(i)));
        }
        for (int k = 1; k <= 9; k++) {
          update.setInt(9, k);
          update.setInt(10, k == 9 ? 12 : k);
          assertThat(update.executeUpdate()).isEqualTo(k == 9 ? 4 : 1);
        }
      }
      String all = "SELECT k, " + columns;
      assertThat(rows(all + " FROM things ORDER BY k"))
          .isEqualTo(rows(all + " FROM at_home ORDER BY k"));
      for (String where : List.of("", " AND k = 5", " AND k = 6", " AND k = 7")) {
        try (PreparedStatement count =
            connection.prepareStatement(
                "SELECT count(*) FROM things WHERE c = ? AND cs = ? AND p = ? AND ps = ? AND n = ?"
                    + " AND d = ? AND s = ? AND half = ?"
                    + where)) {
          for (int i = 0; i < types.size(); i++) {
            count.setObject(i + 1, new BinaryObject(types.get(i), red.get(i)));
          }
          try (ResultSet result = count.executeQuery()) {
            assertThat(result.next()).isTrue();
            assertThat(result.getInt(1)).isEqualTo(where.isEmpty() ? 12 : 1);
          }
        }
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO things VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        for (int k = 21; k <= 30; k++) {
          insert.setInt(1, k);
          for (int i = 0; i < types.size(); i++) {
            insert.setObject(i + 2, new BinaryObject(types.get(i), red.get(i)));
          }
          insert.executeUpdate();
        }
      }
      assertThat(rows("SELECT DISTINCT " + columns + " FROM things")).hasSize(1);
    }
  }

  /** A value that the driver sends as it is. */
  private static final class BinaryObject extends PGobject implements PGBinaryObject {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    BinaryObject(String type, String hex) {
      setType(type);
      this.bytes = HexFormat.of().parseHex(hex);
    }

    @Override
    public void setByteValue(byte[] value, int offset) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int lengthInBytes() {
      return bytes.length;
    }

    @Override
    public void toBytes(byte[] target, int offset) {
      System.arraycopy(bytes, 0, target, offset, bytes.length);
    }
  }

  /** PostgreSQL takes another node's numbers in what it receives for its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT cs, count(*) FROM T GROUP BY cs",
        "SELECT DISTINCT p, ps FROM T",
        "SELECT k, n, rank() OVER (ORDER BY k) FROM T",
        "SELECT a.k, b.cs, b.p FROM T a JOIN T b ON a.k = b.k + 1",
        "SELECT a.k, b.cs FROM T a JOIN LATERAL (SELECT * FROM T b WHERE b.k > a.k ORDER BY b.k"
            + " LIMIT 1) b ON true",
        "SELECT array_agg(p ORDER BY k) FROM T",
        "SELECT max(c), min(d[1]::color) FROM T",
        "SELECT k FROM T WHERE cs = ARRAY['red', 'green']::color[] ORDER BY ps, k DESC LIMIT 3",
      })
  void rowsMove(String sql) throws Exception {
    assertThat(rows(sql.replace(" T", " things")))
        .containsExactlyInAnyOrderElementsOf(rows(sql.replace(" T", " at_home")));
  }

  /** Rows of other nodes would name types by the numbers of these. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "T",
        "T (k, ps, cs)",
        "(SELECT * FROM T)",
        "(SELECT n, p FROM T WHERE k = 2)",
        "(SELECT n, p FROM T WHERE k = 3)",
        "(SELECT cs FROM T ORDER BY k LIMIT 3)",
        "(SELECT row(c, k)::pair FROM T WHERE k < 7)",
      })
  void copiesHaveTheHomeNodesNumbers(String what) throws Exception {
    assertThat(copied(what.replaceAll("\\bT\\b", "things")))
        .isEqualTo(copied(what.replaceAll("\\bT\\b", "at_home")));
  }

  @Test
  void rowsOfNoNamedTypeAreNotCopied() {
    assertThatThrownBy(() -> copied("(SELECT row(c, k) FROM things)"))
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining("rows without a named type")
        .extracting("SQLState")
        .isEqualTo("0A000");
  }

  /** The rows that COPY sends in binary format, in some order that is always the same. */
  private static List<String> copied(String what) throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyOut("COPY " + what + " TO STDOUT (FORMAT binary)", data);
      ByteBuffer rows = ByteBuffer.wrap(data.toByteArray()).position(19);
      List<String> copied = new ArrayList<>();
      for (int fields = rows.getShort(); fields >= 0; fields = rows.getShort()) {
        int start = rows.position();
        for (int i = 0; i < fields; i++) {
          int size = rows.getInt();
          rows.position(rows.position() + Math.max(size, 0));
        }
        copied.add(HexFormat.of().formatHex(rows.array(), start, rows.position()));
      }
      Collections.sort(copied);
      return copied;
    }
  }

  private static int count(Connection connection, String sql, int k, String color)
      throws Exception {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setInt(1, k);
      statement.setObject(2, color(color));
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private static PGobject color(String value) throws Exception {
    PGobject object = new PGobject();
    object.setType("color");
    object.setValue(value);
    return object;
  }

  /** All columns as bytes; -1 has the driver prepare at once, and ask for the types it is told. */
  private List<List<String>> binary(String sql) throws Exception {
    try (Connection connection = binaryConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      List<List<String>> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
          row.add(HexFormat.of().formatHex(result.getBytes(column)));
        }
        rows.add(row);
      }
      return rows;
    }
  }

  private Connection binaryConnection() throws Exception {
    String types =
        rows("SELECT string_agg(oid::text, ',') FROM pg_type WHERE oid >= 16384 OR typname IN"
                + " ('record', '_record')")
            .getFirst();
    return DriverManager.getConnection(
        SharedCluster.url() + "?user=postgres&prepareThreshold=-1&binaryTransferEnable=" + types);
  }
}
