package io.argosy.coordinator.statement.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * What a COPY is refused for: as one PostgreSQL refuses it, down to the line, and nothing stays.
 * The PostgreSQL compared with is the home node, which a table that is not distributed lives on.
 */
class CopyErrorTest extends SessionTest {
  private static final int ROWS = 60_000;

  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE items (id bigint PRIMARY KEY, name text)",
        "SELECT create_distributed_table('items', 'id')",
        "CREATE SCHEMA single",
        "CREATE TABLE single.items (id bigint PRIMARY KEY, name text)");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP SCHEMA single CASCADE", "DROP TABLE items");
  }

  @ParameterizedTest
  @CsvSource({"text,0", "text,1", "text,2", "csv,0", "csv,1", "csv,2"})
  void aMalformedLineLateInTheDataOfAnyNode(String format, int node) throws Exception {
    int bad = rowOf(node, ROWS - 5000);
    String separator = format.equals("csv") ? "," : "\t";
    byte[] data = lines(id -> id + separator + "row " + id + (id == bad ? separator + "more" : ""));
    ServerErrorMessage error = refused("(FORMAT " + format + ")", data);
    assertThat(error.getSQLState()).isEqualTo("22P04");
    assertThat(error.getWhere()).startsWith("COPY items, line " + (bad + 1) + ":");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aMalformedRowOfBinaryData(int node) throws Exception {
    int bad = rowOf(node, ROWS - 5000);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(bytes);
    data.writeBytes("PGCOPY\n");
    data.write(new byte[] {(byte) 0xff, '\r', '\n', 0});
    data.writeInt(0);
    data.writeInt(0);
    for (int id = 0; id < ROWS; id++) {
      data.writeShort(2);
      data.writeInt(Long.BYTES);
      data.writeLong(id);
      data.writeInt(1);
      data.writeByte(id == bad ? 0 : 'x');
    }
    data.writeShort(-1);
    ServerErrorMessage error = refused("(FORMAT binary)", bytes.toByteArray());
    assertThat(error.getSQLState()).isEqualTo("22021");
    assertThat(error.getWhere()).startsWith("COPY items, line " + (bad + 1) + ",");
  }

  @Test
  void theFirstOfSeveralMalformedLinesIsNamedWhicheverNodesTheyAreFor() throws Exception {
    for (int first = 0; first < 3; first++) {
      for (int second = 0; second < 3; second++) {
        int early = rowOf(first, 20_000);
        int late = rowOf(second, early + 1);
        ServerErrorMessage error =
            refused("", lines(id -> id == early || id == late ? id + "" : id + "\trow"));
        assertThat(error.getWhere())
            .isEqualTo("COPY items, line " + (early + 1) + ": \"" + early + "\"");
      }
    }
  }

  @Test
  void aMalformedLineInABlockLeavesItFailed() throws Exception {
    connection.setAutoCommit(false);
    byte[] data = lines(id -> id == 50_000 ? "x\trow" : id + "\trow");
    assertThat(copy("COPY items FROM STDIN", data).getWhere())
        .isEqualTo("COPY items, line 50001, column id: \"x\"");
    SQLException inFailedBlock = catchThrowableOfType(SQLException.class, () -> rows("SELECT 1"));
    assertThat(inFailedBlock.getSQLState()).isEqualTo("25P02");
    connection.rollback();
    connection.setAutoCommit(true);
    assertNothingIsLeft();
  }

  /** The error of both servers, which must be the same. */
  private ServerErrorMessage refused(String options, byte[] data) throws Exception {
    ServerErrorMessage expected = copy("COPY single.items FROM STDIN " + options, data);
    ServerErrorMessage actual = copy("COPY items FROM STDIN " + options, data);
    assertThat(fields(actual)).isEqualTo(fields(expected));
    assertNothingIsLeft();
    return actual;
  }

  private ServerErrorMessage copy(String sql, byte[] data) {
    return Objects.requireNonNull(
        catchThrowableOfType(
                PSQLException.class,
                () ->
                    connection
                        .unwrap(PGConnection.class)
                        .getCopyAPI()
                        .copyIn(sql, new ByteArrayInputStream(data)))
            .getServerErrorMessage());
  }

  private static List<String> fields(ServerErrorMessage error) {
    List<String> fields = new ArrayList<>();
    fields.add(error.getSQLState());
    fields.add(error.getMessage());
    fields.add(error.getDetail());
    fields.add(error.getHint());
    fields.add(error.getWhere());
    return fields;
  }

  private void assertNothingIsLeft() throws SQLException, IOException {
    assertThat(rows("SELECT count(*) FROM items")).containsExactly("0");
    assertThat(
            SharedCluster.onNodes(
                "SELECT (SELECT count(*) FROM items), (SELECT count(*) FROM pg_stat_activity"
                    + " WHERE state LIKE 'idle in transaction%' AND datname = 'argosy')"))
        .containsOnly(List.of("0|0"));
  }

  /** The first row from a number on whose key a node owns; a row's key is its number, from 0. */
  private int rowOf(int node, int from) throws SQLException {
    return Integer.parseInt(
        rows("SELECT min(id) FROM generate_series("
                + from
                + "::bigint, "
                + (from + 100)
                + ") AS id WHERE (hashint8extended(id, 0) & 1023) * 3 / 1024 = "
                + node)
            .getFirst());
  }

  private static byte[] lines(IntFunction<String> line) {
    return IntStream.range(0, ROWS)
        .mapToObj(line)
        .collect(Collectors.joining("\n", "", "\n"))
        .getBytes(UTF_8);
  }
}
