package io.argosy.coordinator.settings;

import io.argosy.coordinator.cluster.tuning.PlannerSettings;
import io.argosy.protocol.message.PostgresException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What a session wants its fragments to run with: setting {@code argosy.fragment_settings}. */
public sealed interface FragmentSettings {
  /** The setting that users change. */
  String SETTING = "argosy.fragment_settings";

  /** What it is if they do not. */
  String DEFAULT = "auto";

  /** The settings that change how fast an answer comes, and never what it is. */
  Set<String> ALLOWED =
      Set.of(
          "cpu_index_tuple_cost",
          "cpu_operator_cost",
          "cpu_tuple_cost",
          "effective_cache_size",
          "effective_io_concurrency",
          "from_collapse_limit",
          "hash_mem_multiplier",
          "join_collapse_limit",
          "jit",
          "jit_above_cost",
          "max_parallel_workers_per_gather",
          "parallel_setup_cost",
          "parallel_tuple_cost",
          "random_page_cost",
          "seq_page_cost",
          "work_mem");

  /** What suits each node, but for what the session has set itself. */
  record Auto() implements FragmentSettings {}

  /** What the session has. */
  record Off() implements FragmentSettings {}

  /** What it says, whatever else the session has. */
  record Given(Map<String, String> values) implements FragmentSettings {}

  /**
   * Reads the setting's value: {@code auto}, {@code off}, or {@code name=value, ..}.
   *
   * @throws PostgresException 22023 for anything else
   */
  static FragmentSettings parse(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "auto" -> new Auto();
      case "off", "" -> new Off();
      default -> new Given(values(text));
    };
  }

  private static Map<String, String> values(String text) {
    Map<String, String> values = new TreeMap<>();
    for (String assignment : text.split(",", -1)) {
      int equals = assignment.indexOf('=');
      if (equals < 0) {
        throw invalid(text);
      }
      String name = assignment.substring(0, equals).strip().toLowerCase(Locale.ROOT);
      String value = assignment.substring(equals + 1).strip();
      if (!(ALLOWED.contains(name) || name.startsWith("enable_")) || value.isEmpty()) {
        throw invalid(text);
      }
      values.put(name, value);
    }
    return values;
  }

  private static PostgresException invalid(String text) {
    return new PostgresException(
        "22023",
        "invalid value for parameter \"" + SETTING + "\": \"" + text + "\"",
        "Use auto, off, or name=value, .. with the names of the planner's settings, as in"
            + " 'random_page_cost=2, work_mem=64MB'.");
  }

  /**
   * What a fragment on a node runs with.
   *
   * @param suitable what suits the node
   * @param setBySession whether the session has set a setting itself
   */
  default Map<String, String> on(
      Supplier<Map<String, String>> suitable, Predicate<String> setBySession) {
    return switch (this) {
      case Off ignored -> Map.of();
      case Given given -> given.values();
      case Auto ignored -> {
        Map<String, String> settings = new TreeMap<>(suitable.get());
        if (setBySession.test(PlannerSettings.SEQ_PAGE_COST)) {
          // The one is relative to the other.
          settings.remove(PlannerSettings.RANDOM_PAGE_COST);
        }
        settings.keySet().removeIf(setBySession);
        yield settings;
      }
    };
  }
}
