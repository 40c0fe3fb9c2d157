package io.argosy.coordinator.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Java and PostgreSQL must compute the same hash of the same key. */
class KeyHashTest {
  private static EmbeddedPostgres server;
  private static Connection connection;

  @BeforeAll
  static void start() throws Exception {
    server = EmbeddedPostgres.start();
    connection = server.getPostgresDatabase().getConnection();
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    server.close();
  }

  @Test
  void integersHashAsInPostgres() throws SQLException {
    List<Long> values = new ArrayList<>(List.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      values.add(random.nextLong() >> random.nextInt(64));
    }
    try (PreparedStatement query = connection.prepareStatement("SELECT hashint8extended(?, 0)")) {
      for (long value : values) {
        query.setLong(1, value);
        assertThat(KeyHash.ofLong(value)).as("%d", value).isEqualTo(single(query));
      }
    }
  }

  @Test
  void integersOfAllWidthsHashAlike() throws SQLException {
    for (int value : new int[] {0, 7, -7, Short.MAX_VALUE, Short.MIN_VALUE}) {
      assertThat(KeyHash.ofInt(value)).isEqualTo(KeyHash.ofLong(value));
      assertThat(single("SELECT hashint2extended(CAST(" + value + " AS smallint), 0)"))
          .isEqualTo(KeyHash.ofInt(value));
      assertThat(single("SELECT hashint4extended(" + value + ", 0)"))
          .isEqualTo(KeyHash.ofInt(value));
    }
  }

  @Test
  void textHashesAsInPostgresWhateverItsLength() throws SQLException {
    Random random = new Random(2);
    try (PreparedStatement query = connection.prepareStatement("SELECT hashtextextended(?, 0)")) {
      for (int length = 0; length < 80; length++) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
          text.appendCodePoint("aäß€z0 𝄞".codePointAt(0) + random.nextInt(0x300));
        }
        query.setString(1, text.toString());
        assertThat(KeyHash.ofBytes(text.toString().getBytes(UTF_8)))
            .as("%d characters", length)
            .isEqualTo(single(query));
      }
    }
  }

  @Test
  void everyKeyTypeHasTheSameSlotInSqlAndInJava() throws SQLException {
    record Example(KeyType type, String sqlType, String text) {}
    List<Example> examples =
        List.of(
            new Example(KeyType.of("smallint"), "smallint", "-300"),
            new Example(KeyType.of("integer"), "integer", "123456"),
            new Example(KeyType.of("bigint"), "bigint", "-900000000000"),
            new Example(KeyType.of("text"), "text", "Straße"),
            new Example(KeyType.of("character varying"), "varchar(20)", "abc"),
            new Example(
                KeyType.of("uuid"), "uuid", UUID.nameUUIDFromBytes(new byte[] {1}).toString()));
    for (Example example : examples) {
      long slot =
          single(
              "SELECT "
                  + example
                      .type()
                      .slotExpression(
                          "CAST('" + example.text() + "' AS " + example.sqlType() + ")"));
      OptionalLong hash = example.type().hashOfText(example.text().getBytes(UTF_8));
      assertThat(hash).as("%s", example).isPresent();
      assertThat(SlotMap.slot(hash.getAsLong())).as("%s", example).isEqualTo((int) slot);
    }
  }

  @Test
  void typesThatOnlySqlHashesHaveASlotThere() throws SQLException {
    assertThat(single("SELECT " + KeyType.of("date").slotExpression("date '2020-02-29'")))
        .isBetween(0L, 1023L);
    assertThat(
            single(
                "SELECT "
                    + KeyType.of("timestamp without time zone")
                        .slotExpression("timestamp '2020-02-29 12:00'")))
        .isBetween(0L, 1023L);
    assertThat(
            single(
                "SELECT "
                    + KeyType.of("timestamp with time zone")
                        .slotExpression("timestamptz '2020-02-29 12:00+01'")))
        .isBetween(0L, 1023L);
    assertThat(single("SELECT " + KeyType.of("numeric").slotExpression("1.50::numeric")))
        .isEqualTo(single("SELECT " + KeyType.of("numeric").slotExpression("1.5::numeric")));
    assertThat(single("SELECT " + KeyType.of("character").slotExpression("'a'::char(5)")))
        .isEqualTo(single("SELECT " + KeyType.of("character").slotExpression("'a'::char(9)")));
  }

  /** Of types that PostgreSQL hashes otherwise or not at all. */
  @Test
  void equalValuesHaveEqualSlots() throws SQLException {
    assertEqualSlots("date", "date 'infinity'", "'infinity'::timestamp::date");
    assertEqualSlots("double precision", "0::float8", "'-0'::float8");
    assertEqualSlots("real", "'NaN'::float4", "'nan'::float4");
    assertEqualSlots("boolean", "true", "'t'::boolean");
    assertEqualSlots("bytea", "'\\x6162'::bytea", "'ab'::bytea");
    assertEqualSlots("bit", "B'101'::bit(3)", "'101'::bit(3)");
    assertEqualSlots("interval", "'1 month'::interval", "'30 days'::interval");
    assertEqualSlots("jsonb", "'{\"a\":1.0,\"b\":2}'::jsonb", "'{\"b\":2,\"a\":1}'::jsonb");
    assertEqualSlots("citext", "'Straße'::text", "'STRAßE'::text");
    assertEqualSlots("numeric[]", "'{1.0}'::numeric[]", "'{1}'::numeric[]");
    assertEqualSlots("int4range", "'[1,3]'::int4range", "'[1,4)'::int4range");
  }

  private static void assertEqualSlots(String type, String value, String equal)
      throws SQLException {
    KeyType keyType = KeyType.of(type);
    assertThat(single("SELECT " + keyType.slotExpression(value)))
        .as("%s as %s", value, type)
        .isEqualTo(single("SELECT " + keyType.slotExpression(equal)))
        .isBetween(0L, 1023L);
  }

  @Test
  void othersAreRefused() {
    for (String type : List.of("money", "public.mood", "json", "point")) {
      assertThat(KeyType.find(type)).as(type).isEmpty();
    }
  }

  @Test
  void textThatMayNotReadAsANumberIsLeftToPostgres() {
    for (String text : List.of("", "-", " 1", "1.0", "0x10", "1_000", "12345678901234567890")) {
      assertThat(KeyType.of("bigint").hashOfText(text.getBytes(UTF_8))).as("'%s'", text).isEmpty();
    }
    assertThat(KeyType.of("uuid").hashOfText("{not-a-uuid}".getBytes(UTF_8))).isEmpty();
  }

  @Test
  void slotsCoverAllNodesInRanges() {
    for (int nodes : List.of(1, 3, 4, 7, 1024)) {
      SlotMap map = SlotMap.even(nodes);
      int[] slots = new int[nodes];
      for (int slot = 0; slot < SlotMap.SLOTS; slot++) {
        int owner = map.owner(slot);
        slots[owner]++;
        assertThat(map.slots(owner)).contains(slot);
      }
      for (int count : slots) {
        assertThat(count).isBetween(SlotMap.SLOTS / nodes, SlotMap.SLOTS / nodes + 1);
      }
    }
  }

  private static long single(String sql) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      return single(query);
    }
  }

  private static long single(PreparedStatement query) throws SQLException {
    try (ResultSet rows = query.executeQuery()) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
