package io.argosy.coordinator.statement.copy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;

class CopyTest extends SessionTest {
  private CopyManager copies;

  @BeforeEach
  void createTables() throws SQLException {
    copies = connection.unwrap(PGConnection.class).getCopyAPI();
    run(
        "CREATE TABLE items (id bigint PRIMARY KEY, name text, price numeric(10,2))",
        "SELECT create_distributed_table('items', 'id')");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP TABLE IF EXISTS items, other");
  }

  private long load(String sql, String data) throws SQLException, IOException {
    return copies.copyIn(sql, new ByteArrayInputStream(data.getBytes(UTF_8)));
  }

  private String unload(String sql) throws SQLException, IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    copies.copyOut(sql, out);
    return out.toString(UTF_8);
  }

  private List<String> items() throws SQLException {
    return rows("SELECT * FROM items ORDER BY id");
  }

  private static String manyItems(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> i + "\tname " + i + "\t" + i + ".50\n")
        .collect(Collectors.joining());
  }

  @Test
  void rowsGoToTheOwnersOfTheirKeys() throws Exception {
    assertThat(load("COPY items FROM STDIN", manyItems(5000))).isEqualTo(5000);
    List<List<String>> counts =
        SharedCluster.onNodes(
            "SELECT count(*), bool_and((hashint8extended(id, 0) & 1023) * 3 / 1024"
                + " = (SELECT position FROM argosy.nodes WHERE self)) FROM items");
    assertThat(counts).allSatisfy(rows -> assertThat(rows.getFirst()).endsWith("|t"));
    assertThat(counts.stream().mapToLong(r -> Long.parseLong(r.getFirst().split("\\|")[0])).sum())
        .isEqualTo(5000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COPY items FROM STDIN WITH (FORMAT text, DELIMITER '|', NULL 'none')",
        "COPY items FROM STDIN DELIMITERS '|' WITH NULL AS 'none'",
        "COPY items (id, name, price) FROM STDIN WITH DELIMITER AS '|' NULL AS 'none'"
      })
  void textWithOptionsOldAndNew(String sql) throws Exception {
    load(sql, "1|a\\|b|1.5\n\\x32|none|none\n-3|tab\\there|0\n");
    assertThat(items()).containsExactly("-3|tab\there|0.00", "1|a|b|1.50", "2|null|null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void csvWithEveryKindOfLineEnd(String end) throws Exception {
    String data =
        String.join(end, "id,name,price", "1,\"say \"\"hi\"\"\",2", "\"2\",\"a,b\",", "3,,4");
    assertThat(load("COPY items FROM STDIN (FORMAT csv, HEADER true)", data)).isEqualTo(3);
    assertThat(items()).containsExactly("1|say \"hi\"|2.00", "2|a,b|null", "3|null|4.00");
  }

  @Test
  void csvFieldsOfSeveralLinesWithAnotherQuote() throws Exception {
    load(
        "COPY items FROM STDIN CSV QUOTE '''' ESCAPE '\\'",
        "1,'line 1\nline, 2',1\n2,'it\\'s',2\n'3','',3\n");
    assertThat(items()).containsExactly("1|line 1\nline, 2|1.00", "2|it's|2.00", "3||3.00");
  }

  @Test
  void binaryThereAndBack() throws Exception {
    load("COPY items FROM STDIN", manyItems(1000) + "5000\t\\N\t\\N\n");
    List<String> before = items();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(copies.copyOut("COPY items TO STDOUT (FORMAT binary)", out)).isEqualTo(1001);
    run("TRUNCATE items");
    assertThat(
            copies.copyIn(
                "COPY items FROM STDIN BINARY", new ByteArrayInputStream(out.toByteArray())))
        .isEqualTo(1001);
    assertThat(items()).isEqualTo(before);
  }

  @Test
  void binaryOfAnEmptyTableIsAHeaderAndATrailer() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    copies.copyOut("COPY items TO STDOUT (FORMAT binary)", out);
    assertThat(out.size()).isEqualTo(11 + 4 + 4 + 2);
  }

  @Test
  void theErrorNamesTheClientsLine() {
    String data = manyItems(3000) + "3000\tonly two\n" + "3001\tx\t1\n";
    assertThatThrownBy(() -> load("COPY items FROM STDIN", data))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("missing data for column \"price\"")
        .hasMessageContaining("COPY items, line 3001: \"3000\tonly two\"");
    assertNothingIsLeft();
  }

  @Test
  void aKeyThatIsNoKeyIsRefusedByPostgres() {
    assertThatThrownBy(() -> load("COPY items FROM STDIN CSV HEADER", "a,b,c\n1,x,1\nx2,x,1\n"))
        .hasMessageContaining("invalid input syntax for type bigint: \"x2\"")
        .hasMessageContaining("COPY items, line 3, column id: \"x2\"");
    assertThatThrownBy(() -> load("COPY items FROM STDIN", "1\tx\t1\n\\N\tx\t1\n"))
        .hasMessageContaining("null value in column \"id\" of relation \"items\"");
    assertNothingIsLeft();
  }

  @Test
  void keysInAnyFormOfPostgres() throws Exception {
    load("COPY items FROM STDIN CSV", "0x10,hex,1\n 17,space,1\n1_8,under,1\n+19,plus,1\n");
    assertThat(items()).hasSize(4);
    for (int id = 16; id < 20; id++) {
      assertThat(rows("SELECT id FROM items WHERE id = " + id))
          .containsExactly(Integer.toString(id));
    }
  }

  @Test
  void aDuplicateKeyLeavesNothing() {
    assertThatThrownBy(() -> load("COPY items FROM STDIN", manyItems(5000) + "17\tagain\t1\n"))
        .hasMessageContaining("duplicate key value violates unique constraint \"items_pkey\"");
    assertNothingIsLeft();
  }

  @Test
  void theClientFails() throws Exception {
    CopyIn copy = copies.copyIn("COPY items FROM STDIN");
    byte[] data = manyItems(2000).getBytes(UTF_8);
    copy.writeToCopy(data, 0, data.length);
    copy.cancelCopy();
    assertNothingIsLeft();
  }

  @Test
  void cancelInTheMiddle() throws Exception {
    CopyIn copy = copies.copyIn("COPY items FROM STDIN");
    byte[] data = manyItems(2000).getBytes(UTF_8);
    copy.writeToCopy(data, 0, data.length);
    connection.unwrap(PGConnection.class).cancelQuery();
    assertThatThrownBy(
            () -> {
              copy.writeToCopy(data, 0, data.length);
              copy.endCopy();
            })
        .isInstanceOf(SQLException.class);
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    try {
      assertThat(rows("SELECT count(*) FROM items")).containsExactly("0");
      assertThat(
              SharedCluster.onNodes(
                  "SELECT (SELECT count(*) FROM pg_class WHERE relname LIKE 'argosy\\_%'"
                      + " AND relpersistence = 't'), (SELECT count(*) FROM pg_stat_activity"
                      + " WHERE state LIKE 'idle in transaction%' AND datname = 'argosy')"))
          .containsOnly(List.of("0|0"));
    } catch (SQLException | IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRolledBackCopyLeavesNothing() throws Exception {
    connection.setAutoCommit(false);
    load("COPY items FROM STDIN", manyItems(10));
    assertThat(items()).hasSize(10);
    connection.rollback();
    connection.setAutoCommit(true);
    assertNothingIsLeft();
  }

  @Test
  void whereIsTheNodesWork() throws Exception {
    assertThat(load("COPY items FROM STDIN WHERE id % 10 = 0", manyItems(100))).isEqualTo(10);
  }

  @Test
  void defaultsThatDifferAreEvaluatedOnce() throws Exception {
    run(
        "CREATE TABLE other (k text, n serial, at timestamptz DEFAULT clock_timestamp())",
        "SELECT create_reference_table('other')");
    load("COPY other (k) FROM STDIN", "a\nb\nc\n");
    List<List<String>> nodes = SharedCluster.onNodes("SELECT * FROM other ORDER BY n");
    assertThat(nodes.get(0)).hasSize(3);
    assertThat(nodes.get(1)).isEqualTo(nodes.get(0));
    assertThat(nodes.get(2)).isEqualTo(nodes.get(0));
  }

  @Test
  void sequencesStayUniqueOverTheNodes() throws Exception {
    run(
        "CREATE TABLE other (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, x text)",
        "SELECT create_distributed_table('other', 'id')");
    String data = "x\n".repeat(500);
    load("COPY other (x) FROM STDIN", data);
    load("COPY other (x) FROM STDIN", data);
    assertThat(rows("SELECT count(*), min(id), max(id) FROM other")).containsExactly("1000|1|1000");
  }

  @Test
  void keysThatOnlyPostgresHashes() throws Exception {
    run("CREATE TABLE other (d date, n numeric)", "SELECT create_distributed_table('other', 'd')");
    load("COPY other FROM STDIN", "2020-01-01\t1\nJan 2, 2020\t2\n2020-01-03\t3\n");
    assertThat(rows("SELECT n FROM other WHERE d = '2020-01-02'")).containsExactly("2");
    assertThatThrownBy(() -> load("COPY other FROM STDIN", "2020-01-01\t1\nnever\t2\n"))
        .hasMessageContaining("invalid input syntax for type date: \"never\"")
        .hasMessageContaining("COPY other, line 2, column d");
  }

  @Test
  void aVarcharKeyIsCutToItsLength() throws Exception {
    run(
        "CREATE TABLE other (k varchar(3), n int)",
        "SELECT create_distributed_table('other', 'k')");
    load("COPY other FROM STDIN", "abc   \t1\nxyz\t2\n");
    assertThat(rows("SELECT n FROM other WHERE k = 'abc'")).containsExactly("1");
  }

  @Test
  void headersComeOnce() throws Exception {
    load("COPY items FROM STDIN", manyItems(50));
    String csv = unload("COPY items TO STDOUT (FORMAT csv, HEADER)");
    assertThat(csv).startsWith("id,name,price\n");
    assertThat(csv.lines().filter(line -> line.startsWith("id,"))).hasSize(1);
    assertThat(csv.lines()).hasSize(51).contains("7,name 7,7.50");
  }

  @Test
  void queriesOfEveryStrategy() throws Exception {
    load("COPY items FROM STDIN", manyItems(100));
    assertThat(unload("COPY (SELECT 1 AS a, 'x' AS a) TO STDOUT CSV HEADER"))
        .isEqualTo("a,a\n1,x\n");
    assertThat(unload("COPY (SELECT id AS \"Id\" FROM items WHERE id < 3) TO STDOUT CSV HEADER"))
        .startsWith("Id\n")
        .contains("0\n", "1\n", "2\n");
    assertThat(unload("COPY (SELECT id, price FROM items ORDER BY id DESC LIMIT 2) TO STDOUT"))
        .isEqualTo("99\t99.50\n98\t98.50\n");
    assertThat(unload("COPY (SELECT count(*), sum(price), max(name) FROM items) TO STDOUT CSV"))
        .isEqualTo("100,5000.00,name 99\n");
  }

  @Test
  void whatIsRefused() {
    assertThatThrownBy(() -> load("COPY items FROM '/tmp/file'", ""))
        .hasMessageContaining("COPY with a file or a program of the server is not supported")
        .hasMessageContaining("\\copy");
    assertThatThrownBy(() -> load("COPY nowhere FROM STDIN", ""))
        .hasMessageContaining("relation \"nowhere\" does not exist");
    assertThatThrownBy(() -> load("COPY items (id, nope) FROM STDIN", ""))
        .hasMessageContaining("column \"nope\" of relation \"items\" does not exist");
  }
}
