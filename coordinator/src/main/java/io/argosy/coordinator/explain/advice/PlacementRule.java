package io.argosy.coordinator.explain.advice;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.limit.ByteSize;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.ArrayList;
import java.util.List;

/** Rows are moved for each execution that would not have to be if they were placed otherwise. */
final class PlacementRule implements AdviceRule {
  @Override
  public List<Advice> advise(StatementEvidence evidence) {
    if (!(evidence.planned().plan() instanceof Plan.Staged staged)) {
      return List.of();
    }
    List<Advice> advice = new ArrayList<>();
    for (int i = 0; i < staged.stages().size(); i++) {
      Stage stage = staged.stages().get(i);
      List<String> columns = evidence.planned().checked().stages().get(i).columns();
      switch (stage.movement()) {
        case Stage.Movement.Repartition moved ->
            advice.add(
                advice(
                    "distribute the table by the column it is joined on, "
                        + Identifiers.shown(columns.get(moved.column())),
                    stage,
                    evidence));
        case Stage.Movement.Broadcast ignored -> advice.add(broadcast(stage, evidence));
        case Stage.Movement.BroadcastToOthers ignored -> advice.add(broadcast(stage, evidence));
        case Stage.Movement.Gather ignored -> {}
        case Stage.Movement.Keep ignored -> {}
        case Stage.Movement.Parameters ignored -> {}
      }
    }
    return advice;
  }

  private static Advice broadcast(Stage stage, StatementEvidence evidence) {
    return advice(
        "make the table a reference table, or distribute both by the columns they are joined on",
        stage,
        evidence);
  }

  private static Advice advice(String what, Stage stage, StatementEvidence evidence) {
    long bytes =
        evidence.report().requests().stream()
            .filter(request -> request.step().equals(stage.table()))
            .mapToLong(NodeRequest::rawBytes)
            .sum();
    return Advice.of(
        what,
        stage.purpose() + ": " + ByteSize.text(bytes) + " are moved each time",
        evidence.shareOf(stage.table()));
  }
}
