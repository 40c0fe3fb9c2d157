package io.argosy.tests.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.DifferencesPage;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every combination of the matrix. Its figures stand in the documentation. */
@Tag("slow")
@Timeout(1200)
class LongEffectMatrixTest {
  @Test
  void everyCellIsPostgresOrRefused() throws SQLException {
    try (Matrix matrix = new Matrix()) {
      for (SetOff setOff : SetOffs.all()) {
        for (Place target : Place.TARGETS) {
          for (Place other : setOff.others()) {
            matrix.run(setOff, target, other, MatrixStatement.all());
          }
        }
      }
      assertThat(matrix.figures().wrong()).isEmpty();
      DifferencesPage.check("statements/matrix", matrix.figures().page());
    }
  }
}
