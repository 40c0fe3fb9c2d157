package io.argosy.tests.roles;

import java.util.List;
import java.util.Optional;

/** Where a table of a test's lives. */
enum PolicyPlacement {
  LOCAL,
  REPLICATED,
  /** By the column that both tables have. */
  BY_GROUP,
  /** By another column. */
  BY_OTHER;

  /** The call that places a table; none for one that stays where it is. */
  List<String> of(String table, String group, String other) {
    Optional<String> call =
        switch (this) {
          case LOCAL -> Optional.empty();
          case REPLICATED -> Optional.of("create_reference_table('" + table + "')");
          case BY_GROUP ->
              Optional.of("create_distributed_table('" + table + "', '" + group + "')");
          case BY_OTHER ->
              Optional.of("create_distributed_table('" + table + "', '" + other + "')");
        };
    return call.map(placement -> "SELECT " + placement).stream().toList();
  }
}
