package io.argosy.tpcd.run;

import io.argosy.tpcd.schema.Placement;

/** Loads the benchmark's data into a server, unless it is there from an earlier time. */
@FunctionalInterface
public interface DataLoader {
  /** Loads into the server at a URL; the label is for messages. */
  void load(String url, double scale, Placement placement, String label)
      throws ServerFailedException, InterruptedException;
}
