package io.argosy.tests.histories;

import io.argosy.tests.histories.Operation.Append;
import io.argosy.tests.histories.Operation.Read;
import io.argosy.tests.histories.Transaction.Level;
import io.argosy.tests.histories.Transaction.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Histories as text. A line is a transaction, such as {@code T1 RR committed 0-9: x=[1 2] y=[];
 * +x=3}: in one statement it has read x and y, in another one appended 3 to x, both at any time
 * from 0 to 9. With {@code 0-5-9} the statements had ended and COMMIT was sent at 5. Two lists are
 * on the first node, x and y, one on the second, z, and one on all, all.
 */
final class WrittenHistory {
  private static final Map<String, Key> KEYS =
      Map.of(
          "x", new Key("x", 1, 0),
          "y", new Key("y", 1, 0),
          "z", new Key("z", 1, 1),
          "all", new Key("all", 1, Key.EVERY_NODE));

  private static final Map<String, Level> LEVELS =
      Map.of("RC", Level.READ_COMMITTED, "RR", Level.REPEATABLE_READ, "S", Level.SERIALIZABLE);

  private WrittenHistory() {}

  static List<Transaction> of(String text) {
    return text.lines().filter(line -> !line.isBlank()).map(WrittenHistory::transaction).toList();
  }

  private static Transaction transaction(String line) {
    String[] parts = line.split(":", 2);
    String[] head = parts[0].split(" ");
    String[] times = head[3].split("-");
    long begin = Long.parseLong(times[0]);
    long commit = Long.parseLong(times[times.length - 2]);
    long end = Long.parseLong(times[times.length - 1]);
    List<Operation> operations = new ArrayList<>();
    for (String statement : parts[1].split(";")) {
      operations.add(operation(statement.strip(), begin, times.length > 2 ? commit : end));
    }
    Outcome outcome = Outcome.valueOf(head[2].toUpperCase(Locale.ROOT));
    return new Transaction(head[0], LEVELS.get(head[1]), operations, outcome, commit, end);
  }

  private static Operation operation(String statement, long begin, long end) {
    if (statement.startsWith("+")) {
      String[] append = statement.substring(1).split("=");
      Set<Key> keys =
          Arrays.stream(append[0].split(",")).map(KEYS::get).collect(Collectors.toSet());
      return new Append(keys, Integer.parseInt(append[1]), begin, end);
    }
    return new Read(
        Arrays.stream(statement.split("(?<=]) +"))
            .map(list -> list.split("="))
            .collect(Collectors.toMap(list -> KEYS.get(list[0]), list -> values(list[1]))),
        begin,
        end);
  }

  private static List<Integer> values(String list) {
    return Arrays.stream(list.replaceAll("[\\[\\]]", "").split(" "))
        .filter(value -> !value.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }
}
