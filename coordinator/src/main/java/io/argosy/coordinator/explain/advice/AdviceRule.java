package io.argosy.coordinator.explain.advice;

import java.util.List;

/** One kind of things that make statements slow. */
interface AdviceRule {
  /** What the evidence speaks for; nothing where it does not. */
  List<Advice> advise(StatementEvidence evidence);
}
