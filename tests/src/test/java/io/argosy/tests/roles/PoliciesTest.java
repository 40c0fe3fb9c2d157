package io.argosy.tests.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whoever is subject to policies sees and changes what one PostgreSQL would let him see and change,
 * or is told that the statement is refused: never other rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoliciesTest {
  /** One statement of so many runs with tables everywhere; all of them, 1, take half an hour. */
  private static final int STEP = Integer.getInteger("policies.step", 7);

  private PolicyMatrix matrix;

  @BeforeAll
  void start() throws SQLException {
    matrix = new PolicyMatrix();
  }

  @AfterAll
  void stop() throws SQLException {
    matrix.close();
  }

  /** What a row, the role and settings decide is decided by each node. */
  @ParameterizedTest
  @EnumSource(PolicyPlacement.class)
  void policiesOfTheRowHoldEverywhere(PolicyPlacement docs) throws SQLException, IOException {
    matrix.prepare(docs, PolicyPlacement.REPLICATED, PolicyPlacement.BY_GROUP);
    compare(PolicyCase.OF_THE_ROW, 2);
  }

  static Stream<Arguments> some() {
    return Stream.of(
        Arguments.of(PolicyPlacement.BY_OTHER, PolicyPlacement.LOCAL),
        Arguments.of(PolicyPlacement.BY_GROUP, PolicyPlacement.BY_GROUP),
        Arguments.of(PolicyPlacement.REPLICATED, PolicyPlacement.BY_OTHER),
        Arguments.of(PolicyPlacement.LOCAL, PolicyPlacement.BY_GROUP));
  }

  @ParameterizedTest
  @MethodSource("some")
  void policiesThatReadOtherTablesHold(PolicyPlacement docs, PolicyPlacement members)
      throws SQLException, IOException {
    matrix.prepare(docs, members, PolicyPlacement.BY_GROUP);
    compare(PolicyCase.OF_MEMBERS, 5);
  }

  /** Proven to be beside the row, replicated, or not of this role: nothing of it is refused. */
  @ParameterizedTest
  @CsvSource({"BY_GROUP,BY_GROUP", "BY_OTHER,REPLICATED", "LOCAL,LOCAL"})
  void whatIsWhereTheRowIsCanBeRead(PolicyPlacement docs, PolicyPlacement members)
      throws SQLException, IOException {
    matrix.prepare(docs, members, PolicyPlacement.REPLICATED);
    for (PolicyCase policies : PolicyCase.OF_MEMBERS) {
      if (List.of("exists", "in", "restrictive", "another role's", "view")
          .contains(policies.name())) {
        matrix.create(policies);
        String sql = "SELECT id, grp FROM docs";
        assertThat(matrix.onCluster(sql)).as(policies.name()).isEqualTo(matrix.onPostgres(sql));
        matrix.drop(policies);
      }
    }
  }

  static Stream<Arguments> all() {
    return Stream.of(PolicyPlacement.values())
        .flatMap(
            docs ->
                Stream.of(PolicyPlacement.values()).map(members -> Arguments.of(docs, members)));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("all")
  void policiesHoldWithTablesEverywhere(PolicyPlacement docs, PolicyPlacement members)
      throws SQLException, IOException {
    matrix.prepare(docs, members, PolicyPlacement.LOCAL);
    compare(PolicyCase.OF_THE_ROW, STEP);
    compare(PolicyCase.OF_MEMBERS, STEP);
  }

  /** Runs one statement of so many under each of some policies. */
  private void compare(List<PolicyCase> cases, int step) throws SQLException, IOException {
    int next = 0;
    List<String> wrong = new ArrayList<>();
    for (PolicyCase policies : cases) {
      matrix.create(policies);
      for (String sql : PolicyMatrix.STATEMENTS) {
        if (next++ % step != 0) {
          continue;
        }
        List<String> told = matrix.onCluster(sql);
        List<String> expected = matrix.onPostgres(sql);
        boolean refused = told.getFirst().equals("error 0A000");
        // What an error says in detail is a node's.
        boolean same =
            told.getFirst().startsWith("error")
                ? told.getFirst().equals(expected.getFirst())
                : told.equals(expected);
        if (!refused && !same) {
          wrong.add(policies.name() + ": " + sql + "\n  " + told + "\n  " + expected);
        }
      }
      matrix.drop(policies);
    }
    assertThat(wrong).isEmpty();
  }
}
