package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;
import org.postgresql.core.BaseConnection;
import org.postgresql.fastpath.Fastpath;
import org.postgresql.fastpath.FastpathArg;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;

/** Large objects, which drivers read and write by calling functions by their numbers. */
@Timeout(120)
@SuppressWarnings("deprecation")
abstract class LargeObjectsSuite extends ConnectedSuite {
  private static final int SIZE = 300_000;

  private Statement statement;
  private LargeObjectManager objects;
  private final byte[] content = new byte[SIZE];

  LargeObjectsSuite(Target target) {
    super(target);
    new Random(1).nextBytes(content);
  }

  @BeforeEach
  void begin() throws SQLException {
    connection().setAutoCommit(false);
    statement = connection().createStatement();
    objects = connection().unwrap(PGConnection.class).getLargeObjectAPI();
  }

  @AfterEach
  void end() throws SQLException {
    connection().rollback();
  }

  private long createObject() throws Exception {
    long oid = objects.createLO();
    try (LargeObject object = objects.open(oid, LargeObjectManager.WRITE);
        OutputStream out = object.getOutputStream()) {
      out.write(content);
    }
    return oid;
  }

  private byte[] read(long oid) throws Exception {
    try (LargeObject object = objects.open(oid, LargeObjectManager.READ);
        InputStream in = object.getInputStream()) {
      return in.readAllBytes();
    }
  }

  @Test
  void areWrittenAndRead() throws Exception {
    long oid = createObject();
    assertThat(read(oid)).isEqualTo(content);
    connection().commit();
    assertThat(read(oid)).isEqualTo(content);
    try (LargeObject object = objects.open(oid, LargeObjectManager.READWRITE)) {
      object.seek64(1000, LargeObject.SEEK_SET);
      assertThat(object.read(10)).isEqualTo(Arrays.copyOfRange(content, 1000, 1010));
      assertThat(object.tell64()).isEqualTo(1010);
      object.write(new byte[] {1, 2, 3});
      object.truncate64(2000);
      assertThat(object.size64()).isEqualTo(2000);
    }
    connection().rollback();
    assertThat(read(oid)).isEqualTo(content);
    objects.unlink(oid);
    connection().commit();
    assertThatThrownBy(() -> objects.open(oid, LargeObjectManager.READ))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42704"));
    assertThatThrownBy(() -> objects.open(oid, LargeObjectManager.READ))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
  }

  @Test
  void arePartOfATransactionWithRows() throws Exception {
    long oid = createObject();
    statement.executeUpdate("UPDATE shop.parts SET note = '" + oid + "'");
    connection().rollback();
    try (ResultSet rows =
        statement.executeQuery(
            "SELECT (SELECT count(*) FROM shop.parts WHERE note = '"
                + oid
                + "'),"
                + " (SELECT count(*) FROM pg_largeobject_metadata WHERE oid = "
                + oid
                + ")")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isZero();
      assertThat(rows.getInt(2)).isZero();
    }
    oid = createObject();
    statement.executeUpdate("UPDATE shop.goods SET kind = kind");
    connection().commit();
    assertThat(read(oid)).isEqualTo(content);
    objects.unlink(oid);
    connection().commit();
  }

  @Test
  void functionsAreCalledByTheirNumbers() throws Exception {
    statement.execute("CREATE FUNCTION shop.twice(int) RETURNS int IMMUTABLE RETURN $1 * 2");
    connection().commit();
    try {
      Fastpath fastpath = connection().unwrap(BaseConnection.class).getFastpathAPI();
      fastpath.addFunction("twice", number("shop.twice(int)"));
      fastpath.addFunction("now", number("now()"));
      fastpath.addFunction("missing", 1);
      fastpath.addFunction("count", number("count()"));
      assertThat(fastpath.getInteger("twice", new FastpathArg[] {new FastpathArg(21)}))
          .isEqualTo(42);
      assertThat(fastpath.fastpath("now", new FastpathArg[0])).hasSize(8);
      connection().commit();
      assertState("08P01", () -> fastpath.fastpath("twice", new FastpathArg[0]));
      assertState("42883", () -> fastpath.fastpath("missing", new FastpathArg[0]));
      assertState("0A000", () -> fastpath.fastpath("count", new FastpathArg[0]));
      connection().setAutoCommit(true);
      assertThat(fastpath.getInteger("twice", new FastpathArg[] {new FastpathArg(-1)}))
          .isEqualTo(-2);
      connection().setAutoCommit(false);
    } finally {
      connection().rollback();
      statement.execute("DROP FUNCTION shop.twice");
      connection().commit();
    }
  }

  private int number(String function) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT '" + function + "'::regprocedure::oid")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private void assertState(String state, ThrowingCallable call) throws SQLException {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).as("%s", e).isEqualTo(state));
    connection().rollback();
  }
}
