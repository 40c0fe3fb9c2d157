package io.argosy.tests.effects;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever PostgreSQL runs because of a statement has PostgreSQL's result, or the statement is
 * refused and changes nothing. All kinds of statements with all that they can set off, in one
 * placement of the tables for each; {@link LongEffectMatrixTest} has all placements.
 */
@Tag("contained")
class EffectMatrixTest {
  @Test
  void everyCellIsPostgresOrRefused() throws SQLException {
    try (Matrix matrix = new Matrix()) {
      int number = 0;
      for (SetOff setOff : SetOffs.all()) {
        List<Place> others = setOff.others();
        Place target = Place.TARGETS.get(number % Place.TARGETS.size());
        Place other = others.get(number / Place.TARGETS.size() % others.size());
        matrix.run(setOff, target, other, MatrixStatement.all());
        number++;
      }
      assertThat(matrix.figures().wrong()).isEmpty();
    }
  }
}
