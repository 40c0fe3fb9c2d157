package io.argosy.tests.client;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The table of drivers and behaviours in the documentation. */
final class ClientMatrix {
  private static final String HEAD =
      """
      # Drivers

      What each driver's program in `tests/clients` sees of Argosy with three nodes. "yes": the same as of
      one PostgreSQL, to the letter; "-": the driver has no such thing, or the program does not use it.
      `tests/clients/behaviours.json` says what a behaviour is. By TLS, drivers check the server's certificate
      and name; the psql of the servers' version that the tests install is built without, so another one is tested with it. Written by a test: do not edit, but run
      `mvn -pl tests -am test -Pslow -Dtest=ClientMatrixTest -Dsurefire.failIfNoSpecifiedTests=false -Dmatrix.update=true`.

      """;
  private static final String VERSION = "driver";

  private final Map<Driver, Map<String, String>> columns = new EnumMap<>(Driver.class);

  /** Adds what a driver's program has seen on both servers. */
  void add(Driver driver, DriverReport expected, DriverReport actual) {
    Map<String, String> cells = columns.computeIfAbsent(driver, added -> new LinkedHashMap<>());
    cells.put(VERSION, expected.driver());
    expected
        .behaviours()
        .forEach(
            (behaviour, seen) ->
                cells.put(
                    behaviour,
                    !expected.offers(behaviour)
                        ? "-"
                        : seen.equals(actual.behaviours().get(behaviour)) ? "yes" : "**no**"));
  }

  /** Takes over the columns of a document for drivers that have not been added. */
  void complete(String document) {
    List<List<String>> rows =
        document
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ")))
            .toList();
    for (Driver driver : Driver.values()) {
      Optional<Integer> column =
          rows.stream().findFirst().map(head -> head.indexOf(driver.title())).filter(i -> i > 0);
      if (column.isPresent() && !columns.containsKey(driver)) {
        Map<String, String> cells = new LinkedHashMap<>();
        rows.stream().skip(2).forEach(row -> cells.put(row.getFirst(), row.get(column.get())));
        columns.put(driver, cells);
      }
    }
  }

  /** The document. */
  String text() {
    Set<String> names = new LinkedHashSet<>();
    columns.values().forEach(cells -> names.addAll(cells.keySet()));
    StringBuilder text = new StringBuilder(HEAD);
    row(text, "behaviour", columns.keySet().stream().map(Driver::title).toList());
    row(text, "---", columns.keySet().stream().map(driver -> "---").toList());
    for (String name : names) {
      row(
          text,
          name,
          columns.values().stream().map(cells -> cells.getOrDefault(name, "-")).toList());
    }
    return text.toString();
  }

  private static void row(StringBuilder text, String name, List<String> cells) {
    List<String> all = new ArrayList<>();
    all.add(name);
    all.addAll(cells);
    text.append("| ").append(String.join(" | ", all)).append(" |\n");
  }
}
