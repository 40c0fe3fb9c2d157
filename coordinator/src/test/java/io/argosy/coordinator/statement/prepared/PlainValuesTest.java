package io.argosy.coordinator.statement.prepared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.protocol.message.TypeOids;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainValuesTest {
  private static final Map<String, Integer> TYPES =
      Map.ofEntries(
          Map.entry("bool", TypeOids.BOOL),
          Map.entry("int2", TypeOids.INT2),
          Map.entry("int4", TypeOids.INT4),
          Map.entry("int8", TypeOids.INT8),
          Map.entry("text", TypeOids.TEXT),
          Map.entry("json", TypeOids.JSON),
          Map.entry("float4", TypeOids.FLOAT4),
          Map.entry("float8", TypeOids.FLOAT8),
          Map.entry("date", TypeOids.DATE),
          Map.entry("time", TypeOids.TIME),
          Map.entry("timestamp", TypeOids.TIMESTAMP),
          Map.entry("timestamptz", TypeOids.TIMESTAMPTZ),
          Map.entry("numeric", TypeOids.NUMERIC),
          Map.entry("uuid", TypeOids.UUID),
          Map.entry("jsonb", TypeOids.JSONB));

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "t",
          "true",
          "yes",
          "T",
          "0",
          "1",
          "-1",
          "- 1",
          "--1",
          "9999",
          "32768",
          "-32768",
          "123456789",
          "2147483648",
          "123456789012345678",
          "9223372036854775808",
          "1.5",
          "-1.5",
          "1.",
          ".5",
          "1e5",
          "1e400",
          "NaN",
          "9".repeat(50),
          "999999999999999.999999999999999",
          "9".repeat(200),
          "0x1F",
          "1_000",
          "2020-01-01",
          "2020-02-29",
          "2021-02-29",
          "2020-13-01",
          "2020-00-10",
          "0000-01-01",
          "0001-01-01",
          "9999-12-31",
          "01-02-2020",
          "20200101",
          "now",
          "today",
          "infinity",
          "10:00",
          "10:00:00",
          "23:59:59.999999",
          "24:00:00",
          "25:00:00",
          "10:60",
          "10:00:60",
          "10:00:00.1234567",
          "2020-01-01 10:00",
          "2020-01-01 10:00:00",
          "2020-01-01T10:00:00Z",
          "2020-01-01 10:00:00.123456+02",
          "2020-01-01 10:00:00+02:30",
          "2020-01-01 10:00:00-1430",
          "2020-01-01 10:00:00+15",
          "2020-01-01 10:00:00+99",
          "2020-01-01 25:00:00",
          "2020-01-01 10:00:00 PM",
          "2020-01-01 10:00:00 BC",
          "0001-01-01 00:00:00+14",
          "9999-12-31 23:59:59-14",
          "2020-01-01+02",
          "2020-01-01Z",
          "2020-01-01 ",
          "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
          "6F9619FF-8B86-D011-B42D-00CF4FC964FF",
          "{6f9619ff-8b86-d011-b42d-00cf4fc964ff}",
          "6f9619ff8b86d011b42d00cf4fc964ff",
          "6f9619ff-8b86-d011-b42d-00cf4fc964fg",
          "{}",
          "[]",
          "null",
          "[1, 2.5, \"x\", {\"a\": null}]",
          "{\"a\": 1} x",
          "{} {}",
          "{\"a\": 1",
          "{'a': 1}",
          "{a: 1}",
          "[1,]",
          "[01]",
          "[+1]",
          "[.5]",
          "[5.]",
          "[NaN]",
          "[1e999999]",
          "\"\\u0000\"",
          "[// x\n1]",
          "\"a\tb\"",
          "\"\u0001\"",
          "[".repeat(50) + "]".repeat(50),
          "\ufeff{}");

  /** Under settings that read dates in another order, too. */
  @Test
  void postgresRefusesNone() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      for (String setting :
          List.of(
              "DateStyle = 'ISO, MDY'",
              "DateStyle = 'ISO, DMY'",
              "IntervalStyle = 'sql_standard'",
              "TimeZone = 'Asia/Kolkata'")) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SET " + setting);
        }
        for (String type : TYPES.keySet()) {
          long plain = TEXTS.stream().filter(text -> accepts(connection, type, text)).count();
          assertThat(plain).as(type).isPositive();
        }
      }
    }
  }

  private static boolean accepts(Connection connection, String type, String text) {
    if (!PlainValues.isOne(TYPES.get(type), text)) {
      return false;
    }
    assertThatCode(
            () -> {
              try (PreparedStatement statement =
                  connection.prepareStatement("SELECT ?::text::" + type)) {
                statement.setString(1, text);
                statement.executeQuery();
              }
            })
        .as("%s as %s", text, type)
        .doesNotThrowAnyException();
    return true;
  }
}
