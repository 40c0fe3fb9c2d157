package io.argosy.tests.client;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of what one client sees of another one; both are there anew for each test. */
abstract class TwoClientsSuite extends ConnectedSuite {
  /** Of the connection of the test. */
  Statement statement;

  Connection other;

  /** Of the other one. */
  Statement beside;

  TwoClientsSuite(Target target) {
    super(target);
  }

  @BeforeEach
  void connectOther() throws SQLException {
    statement = connection().createStatement();
    other = Shop.connect(database());
    beside = other.createStatement();
  }

  @AfterEach
  void disconnectOther() throws SQLException {
    other.close();
  }
}
