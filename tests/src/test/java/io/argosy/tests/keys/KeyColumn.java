package io.argosy.tests.keys;

import java.util.List;

/**
 * A type whose values are distribution keys.
 *
 * @param name of its tables
 * @param type as SQL
 * @param values different ones, and some that are equal to others in another writing, as PostgreSQL
 *     reads them; enough that no node has all
 */
record KeyColumn(String name, String type, List<String> values) {
  /** What the types are made of. */
  static final List<String> DEFINITIONS =
      List.of(
          "CREATE EXTENSION citext SCHEMA public",
          "CREATE TYPE mood AS ENUM ('sad', 'Sad', 'ok', 'happy', 'glad', 'blue', 'it''s')",
          "CREATE DOMAIN counted AS int CHECK (value > -1000)",
          "CREATE DOMAIN code AS varchar(3)",
          "CREATE DOMAIN price AS numeric(10, 2)",
          "CREATE DOMAIN feeling AS mood",
          "CREATE DOMAIN mail AS citext CHECK (value <> '')",
          "CREATE TYPE place AS (x numeric, name text)",
          "CREATE DOMAIN named_place AS place",
          "CREATE TYPE stretch AS RANGE (SUBTYPE = float8)");

  static final List<KeyColumn> ALL =
      List.of(
          of("booleans", "boolean", "true", "f", "t", "false", "on"),
          of("byteas", "bytea", "\\x", "\\x00", "\\xdeadBEEF", "abc", "\\x616263", "\\xff", "z"),
          of("oids", "oid", "0", "1", "16384", "4294967295", "7", "8", "-1"),
          of("letters", "\"char\"", "", "a", "b", "c", "d", "\\377", "abc"),
          of("names", "name", "", "a", "A", "b", "long".repeat(20), "long".repeat(15) + "lon", "c"),
          of("bits", "bit(3)", "000", "001", "010", "011", "100", "101", "110"),
          of("varbits", "bit varying", "", "0", "00", "1", "01", "10", "0101", "111"),
          of("floats", "float8", "0", "-0", "NaN", "nan", "Infinity", "-inf", "1e300", "0.1", "1"),
          of("reals", "float4", "0", "-0", "NaN", "Infinity", "1e30", "0.1", "0.10000000149", "2"),
          of("dates", "date", "infinity", "-infinity", "2000-01-01", "20000101", "1999-12-31"),
          of("times", "time", "00:00", "24:00", "12:30", "12:30:00.000", "23:59:59.999999", "1:00"),
          of("zoned", "timetz", "10:00+00", "11:00+01", "10:00Z", "2:00", "3:00", "3:00+2"),
          of(
              "spans",
              "interval",
              "1 month",
              "30 days",
              "720 hours",
              "0",
              "-1 day",
              "1 year",
              "1 s"),
          of("seconds", "interval second(0)", "1.4", "1", "0.6", "2 hours", "59", "-1", "17"),
          of("inets", "inet", "10.0.0.1", "10.0.0.1/32", "10.0.0.1/8", "::1", "::ffff:1.2.3.4"),
          of("cidrs", "cidr", "10", "10.0.0.0/8", "10.0.0.0/9", "::/0", "192.168.1", "1.2.3.4"),
          of(
              "macs",
              "macaddr",
              "08:00:2b:01:02:03",
              "08002b010203",
              "00:00:00:00:00:00",
              "ff-ff-ff-ff-ff-ff"),
          of(
              "mac8s",
              "macaddr8",
              "08:00:2b:01:02:03",
              "08002bfffe010203",
              "00:00:00:00:00:00:00:00",
              "01:02:03:04:05:06:07:08"),
          of(
              "jsonbs",
              "jsonb",
              "{\"a\": 1.0, \"b\": null}",
              "{\"b\": null, \"a\": 1}",
              "[]",
              "{}",
              "1.00",
              "1",
              "\"x\"",
              "null",
              "[1, 2.0]",
              "[1, 2]"),
          of("moods", "mood", "sad", "Sad", "ok", "happy", "glad", "blue", "it's"),
          of(
              "citexts", "citext", "abc", "ABC", "aBc", "ÄÖ", "äö", "", " ", "x", "y", "STRASSE",
              "straße"),
          of("domains", "counted", "1", "02", "-5", "77", "12345", "+1", "0"),
          of("codes", "code", "abc", "abc   ", "x", "x  ", "", "yz", "q"),
          of("prices", "price", "1", "1.00", "1.004", "-0", "0", "99.99", "12345678"),
          of("feelings", "feeling", "sad", "Sad", "ok", "happy", "glad", "blue"),
          of("mails", "mail", "A@b", "a@B", "c@d", "e", "f", "G"),
          of(
              "numbers",
              "numeric[]",
              "{}",
              "{1.0,2}",
              "{1,2.00}",
              "{{1,2},{3,4}}",
              "[0:1]={1,2}",
              "{NULL}",
              "{1,NULL}",
              "{NaN}"),
          of(
              "texts",
              "varchar(5)[]",
              "{}",
              "{a,b}",
              "{a,B}",
              "{\"\"}",
              "{NULL}",
              "{abcde,x}",
              "{y}"),
          of("zeros", "float8[]", "{0}", "{-0}", "{NaN}", "{0,0}", "{1}", "{2}", "{3}"),
          of("ranges", "int4range", "[1,3]", "[1,4)", "empty", "(,)", "[1,)", "(3,3]", "[7,9)"),
          of("numranges", "numrange", "[1.0,2]", "[1,2.00]", "[1,2)", "empty", "(,1]", "[3,3]"),
          of(
              "multiranges",
              "datemultirange",
              "{}",
              "{[2000-01-01,2000-01-03),[2000-01-03,2000-01-05)}",
              "{[2000-01-01,2000-01-04]}",
              "{(,)}",
              "{[2020-02-29,2020-02-29]}",
              "{[2001-01-01,)}"),
          of(
              "stretches",
              "stretch",
              "[0,1]",
              "[-0,1]",
              "[0,1)",
              "empty",
              "(,NaN]",
              "[2,3]",
              "[4,5]"),
          of(
              "places",
              "place",
              "(1,a)",
              "(1.0,a)",
              "(,)",
              "(,\"\")",
              "(1,)",
              "(2,\"b c\")",
              "(NaN,x)"),
          of("named", "named_place", "(1,a)", "(1.0,a)", "(,)", "(,\"\")", "(1,)", "(2,\"b c\")"),
          of(
              "tours",
              "place[]",
              "{}",
              "{\"(1,a)\"}",
              "{\"(1.00,a)\"}",
              "{\"(,)\"}",
              "{\"(2,b)\",\"(3,c)\"}",
              "{NULL}"));

  private static KeyColumn of(String name, String type, String... values) {
    return new KeyColumn(name, type, List.of(values));
  }

  /** A value as a typed constant. */
  String constant(String value) {
    return "CAST(" + literal(value) + " AS " + type + ")";
  }

  static String literal(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  @Override
  public String toString() {
    return type;
  }
}
