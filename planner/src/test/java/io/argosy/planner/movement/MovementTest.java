package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.plan.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Few rows for all nodes are sent as parameters. */
class MovementTest {
  private static final List<Relation.Column> NUMBERS =
      List.of(
          new Relation.Column("a", "integer", true), new Relation.Column("b", "numeric", false));
  private static final List<Relation.Column> TEXT =
      List.of(new Relation.Column("a", "integer", true), new Relation.Column("b", "text", false));

  private static Stage.Movement movement(
      Choice choice, double rows, double width, List<Relation.Column> columns, boolean indexed) {
    return Movement.of(choice, columns, new Colocation.Slots())
        .forRows(rows, width, columns, indexed)
        .movement();
  }

  @Test
  void ofFewRows() {
    Stage.Movement few = movement(new Choice.Broadcast(), 200, 8, NUMBERS, false);
    assertThat(few).isEqualTo(new Stage.Movement.Parameters(false));
    Stage.Movement many = movement(new Choice.Broadcast(), 20_000, 8, NUMBERS, false);
    assertThat(many).isEqualTo(new Stage.Movement.Broadcast());
    Stage.Movement wide = movement(new Choice.Broadcast(), 200, 8_000, NUMBERS, false);
    assertThat(wide).isEqualTo(new Stage.Movement.Broadcast());
  }

  @Test
  void notWhereATableCanDoMore() {
    // A parameter has no collation of its own, and no index.
    Stage.Movement text = movement(new Choice.Broadcast(), 200, 8, TEXT, false);
    assertThat(text).isEqualTo(new Stage.Movement.Broadcast());
    Stage.Movement indexed = movement(new Choice.Broadcast(), 200, 8, NUMBERS, true);
    assertThat(indexed).isEqualTo(new Stage.Movement.Broadcast());
    Stage.Movement divided = movement(new Choice.Repartition(0), 200, 8, NUMBERS, false);
    assertThat(divided).isInstanceOf(Stage.Movement.Repartition.class);
  }
}
