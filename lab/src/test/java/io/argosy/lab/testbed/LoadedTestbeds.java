package io.argosy.lab.testbed;

import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.sql.SQLException;

/** Loads what runs on a testbed. */
public final class LoadedTestbeds {
  private LoadedTestbeds() {}

  /** Loads silently. */
  public static void load(String url, double scale, Placement placement, String label)
      throws ServerFailedException, InterruptedException {
    try {
      new Loader(url, scale, placement, LoadProgress.NONE).ensureLoaded();
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }
}
