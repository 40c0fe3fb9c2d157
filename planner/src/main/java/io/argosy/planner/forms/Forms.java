package io.argosy.planner.forms;

import java.util.List;

/** The forms that the search knows, in the order in which it tries them. */
public final class Forms {
  private static final Form GROUPS_BY_THEMSELVES =
      Form.of("groups by themselves", GroupsApart::rewrite);

  private static final Form GROUPS_BEFORE_A_JOIN =
      Form.of("groups before a join", GroupsBeforeJoin::rewrite);

  /** All. */
  public static final List<Form> ALL =
      List.of(
          Form.of("groups before an outer join", EarlyGrouping::rewrite),
          GROUPS_BY_THEMSELVES,
          GROUPS_BEFORE_A_JOIN,
          Form.of("conditions within derived tables", ConditionsWithin::rewrite),
          Form.of("rows of several SELECTs once", SharedRows::rewrite),
          Form.ofPlaces("a definition once", SharedDefinition::rewrite));

  /** Those in which groups are finished each on the node that owns it. */
  public static final List<Form> OF_GROUPS = List.of(GROUPS_BY_THEMSELVES, GROUPS_BEFORE_A_JOIN);

  private Forms() {}
}
