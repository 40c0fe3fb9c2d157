package io.argosy.planner.search;

import java.util.List;

/** The forms that the search knows, in the order in which it tries them. */
final class Forms {
  /** Groups that are finished each on the node that owns it. */
  static final List<Form> OF_GROUPS =
      List.of(
          Form.of("groups by themselves", GroupsApart::rewrite),
          Form.of("groups before a join", GroupsBeforeJoin::rewrite));

  /** All. */
  static final List<Form> ALL =
      List.of(
          Form.of("groups before an outer join", EarlyGrouping::rewrite),
          OF_GROUPS.get(0),
          OF_GROUPS.get(1),
          Form.of("rows of several SELECTs once", SharedRows::rewrite),
          Form.ofPlaces("a definition once", SharedDefinition::rewrite));

  private Forms() {}
}
