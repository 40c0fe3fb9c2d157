package io.argosy.planner;

import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.Stage;
import io.argosy.sql.template.SqlTemplate;

/** A plan as text for golden files. */
final class PlanText {
  private PlanText() {}

  static String of(Plan plan) {
    return switch (plan) {
      case Plan.Route route -> "ROUTE " + target(route.target()) + "\n";
      case Plan.Pushdown push ->
          "PUSHDOWN"
              + pruning(push.pruning())
              + "\n  fragment: "
              + words(push.fragment())
              + "\n"
              + (push.once().isEmpty() ? "" : "  once: " + push.once() + "\n")
              + "  merge: "
              + merge(push.merge())
              + "\n";
      case Plan.Staged staged -> staged(staged);
      case Plan.Gather gather ->
          "GATHER "
              + gather.relations().stream().map(relation -> relation.name()).toList()
              + "\n  reason: "
              + gather.reason()
              + "\n";
      case Plan.Modify modify ->
          "MODIFY"
              + (modify.replicated() ? " replicated" : "")
              + pruning(modify.pruning())
              + "\n  fragment: "
              + modify.fragment().replace('\n', ' ')
              + "\n"
              + (modify.once().isEmpty() ? "" : "  once: " + modify.once() + "\n");
      case Plan.Carried carried ->
          "CARRIED by "
              + carried.key()
              + "\n  at home: "
              + carried.sql().replace('\n', ' ')
              + "\n  reason: "
              + carried.reason()
              + "\n";
      case Plan.Refused refused ->
          "REFUSED "
              + refused.sqlState()
              + "\n  reason: "
              + refused.reason()
              + "\n  hint: "
              + refused.hint()
              + "\n";
    };
  }

  private static String staged(Plan.Staged staged) {
    StringBuilder text = new StringBuilder("STAGED\n");
    for (Stage stage : staged.stages()) {
      text.append("  stage ").append(stage.table()).append(": ").append(stage.purpose());
      text.append("\n    on ").append(source(stage.source())).append(": ");
      text.append(words(stage.query())).append("\n    ").append(stage.movement());
      text.append(stage.indexes().isEmpty() ? "" : " indexes " + stage.indexes());
      text.append(stage.analyzed().isEmpty() ? "" : " analyzes " + stage.analyzed());
      text.append(stage.notReal().isEmpty() ? "" : " not real " + stage.notReal());
      stage
          .query()
          .gaps(SqlTemplate.Part.Type.class)
          .map(SqlTemplate.Part.Type::table)
          .distinct()
          .forEach(table -> text.append(" types of ").append(table));
      text.append('\n');
    }
    switch (staged.last()) {
      case Plan.Last.Merged merged ->
          text.append("  fragment: ")
              .append(words(merged.fragment()))
              .append("\n  merge: ")
              .append(merge(merged.merge()));
      case Plan.Last.Modified modified ->
          text.append(modified.replicated() ? "  fragment replicated" : "  fragment")
              .append(pruning(modified.pruning()))
              .append(": ")
              .append(words(modified.fragment()));
      case Plan.Last.OneNode node ->
          text.append(node.home() ? "  on the home node: " : "  on any node: ")
              .append(words(node.sql()));
    }
    staged.shares().forEach(share -> text.append("\n  ").append(share));
    return text.append(staged.once().isEmpty() ? "" : "\n  once: " + staged.once())
        .append("\n  reason: ")
        .append(staged.reason())
        .append('\n')
        .toString();
  }

  private static String words(SqlTemplate template) {
    return template.toString().replace('\n', ' ');
  }

  private static String source(Stage.Source source) {
    return switch (source) {
      case Stage.Source.EveryNode every -> "every node";
      case Stage.Source.HomeNode home -> "the home node";
      case Stage.Source.AnyNode any -> "any node";
    };
  }

  private static String target(Plan.Target target) {
    return switch (target) {
      case Plan.Target.AnyNode any -> "any node";
      case Plan.Target.HomeNode home -> "home node";
      case Plan.Target.KeyOwner owner -> "owner of" + pruning(owner.key());
    };
  }

  private static String pruning(Pruning pruning) {
    return switch (pruning) {
      case Pruning.AllNodes all -> "";
      case Pruning.Keys keys -> " " + keys.values() + " (" + keys.keyType() + ")";
    };
  }

  private static String merge(Merge merge) {
    return switch (merge) {
      case Merge.Concatenate concatenate -> "concatenate";
      case Merge.Limited limited -> "limit " + limited.limit() + " offset " + limited.offset();
      case Merge.Ordered ordered ->
          "ordered "
              + ordered.keys()
              + " hidden "
              + ordered.hidden()
              + " limit "
              + ordered.limit()
              + " offset "
              + ordered.offset()
              + "\n    or "
              + merge(ordered.finish());
      case Merge.Finish finish ->
          "finish "
              + (finish.notReal().isEmpty() ? "" : "(not real: " + finish.notReal() + ") ")
              + words(finish.template());
    };
  }
}
