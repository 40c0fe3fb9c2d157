package io.argosy.tests.effects;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.DifferencesPage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Every combination of the matrix. Its figures stand in the documentation. Two clusters have a half
 * each: a cell waits for one server at a time.
 */
@Tag("slow")
@Tag("long")
@Timeout(1200)
class LongEffectMatrixTest {
  private static final int CLUSTERS = 2;

  @Test
  void everyCellIsPostgresOrRefused() throws Exception {
    MatrixFigures figures = new MatrixFigures();
    List<Future<MatrixFigures>> parts = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(CLUSTERS)) {
      for (int part = 0; part < CLUSTERS; part++) {
        int own = part;
        parts.add(threads.submit(() -> figures(own)));
      }
    }
    for (Future<MatrixFigures> part : parts) {
      figures.add(part.get());
    }
    assertThat(figures.wrong()).isEmpty();
    DifferencesPage.check("statements/matrix", figures.page());
  }

  /** Of every second object. */
  private static MatrixFigures figures(int part) throws SQLException {
    List<SetOff> all = SetOffs.all();
    try (Matrix matrix = new Matrix()) {
      for (int number = part; number < all.size(); number += CLUSTERS) {
        SetOff setOff = all.get(number);
        for (Place target : Place.TARGETS) {
          for (Place other : setOff.others()) {
            matrix.run(setOff, target, other, MatrixStatement.all());
          }
        }
      }
      return matrix.figures();
    }
  }
}
