package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.PairedOutcome;
import java.util.List;

/** Shows paired outcomes, each as soon as it is known. */
interface PairedReport {
  void header();

  void row(PairedOutcome paired);

  void footer(List<PairedOutcome> outcomes);
}
