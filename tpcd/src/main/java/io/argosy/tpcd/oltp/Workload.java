package io.argosy.tpcd.oltp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What clients execute, and how it reaches the server. */
public record Workload(WorkloadKind kind, QueryMode mode) {
  private static final String BATCH = "batch";

  /**
   * Reads one or several: {@code update:simple}, {@code select} for that in all modes, {@code
   * batch} for the three batches. What is said without a mode is prepared.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static List<Workload> parse(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text : text.substring(0, colon);
    List<WorkloadKind> kinds =
        Arrays.stream(WorkloadKind.values())
            .filter(kind -> kind.toString().equals(name) || name.equals(BATCH) && kind.isBatch())
            .toList();
    if (kinds.isEmpty()) {
      throw unknown(
          "workload", name, Stream.concat(names(WorkloadKind.values()), Stream.of(BATCH)));
    }
    List<QueryMode> modes =
        colon < 0
            ? defaultModes(kinds.getFirst())
            : Arrays.stream(QueryMode.values())
                .filter(mode -> mode.toString().equals(text.substring(colon + 1)))
                .toList();
    if (modes.isEmpty()) {
      throw unknown("mode", text.substring(colon + 1), names(QueryMode.values()));
    }
    return kinds.stream()
        .flatMap(kind -> modes.stream().map(mode -> new Workload(kind, mode)))
        .toList();
  }

  private static List<QueryMode> defaultModes(WorkloadKind kind) {
    return kind == WorkloadKind.SELECT ? List.of(QueryMode.values()) : List.of(QueryMode.PREPARED);
  }

  private static Stream<String> names(Object[] values) {
    return Arrays.stream(values).map(Object::toString);
  }

  private static IllegalArgumentException unknown(String what, String text, Stream<String> known) {
    return new IllegalArgumentException(
        "no " + what + " " + text + " (there are " + String.join(", ", known.toList()) + ")");
  }

  /** As {@link #parse} reads it, with the mode. */
  @Override
  public String toString() {
    return kind + ":" + mode;
  }
}
