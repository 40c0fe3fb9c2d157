package io.argosy.tests.histories;

import io.argosy.tests.histories.Operation.Append;
import io.argosy.tests.histories.Operation.Read;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Statements that append to lists and read them, at random. */
final class ListStatements {
  private static final AtomicInteger VALUES = new AtomicInteger();
  private static final int ANY_NODE = -1;

  private final Lists lists;
  private final Random random;
  private final Recorder recorder;

  ListStatements(Lists lists, Random random, Recorder recorder) {
    this.lists = lists;
    this.random = random;
    this.recorder = recorder;
  }

  /** A statement that has not been run yet. */
  interface Intent {
    /** What it does, where it is not known whether it was done. */
    List<Operation> perhaps(long begin);

    Operation run(Connection connection) throws SQLException;
  }

  /** Any statement. */
  Intent any() {
    return of(ANY_NODE);
  }

  /** One that needs one node only. */
  Intent of(int node) {
    return random.nextInt(5) < 2 ? append(node) : read(node);
  }

  private Intent append(int node) {
    Set<Key> keys = new LinkedHashSet<>();
    int kind = random.nextInt(4);
    if (node != ANY_NODE) {
      keys.addAll(lists.anyOf(node, random));
    } else if (kind == 0) {
      keys.add(lists.anyReplicated(random));
    } else {
      keys.addAll(lists.anyDistributed(kind == 1 ? 3 : 1, random));
    }
    if (keys.isEmpty()) {
      return read(node);
    }
    keys.forEach(lists::count);
    boolean update = random.nextBoolean() && keys.stream().allMatch(Lists::isThereFromTheBeginning);
    return new AppendIntent(keys, VALUES.incrementAndGet(), update);
  }

  private Intent read(int node) {
    if (node != ANY_NODE) {
      List<Key> keys = lists.anyOf(node, random);
      return keys.isEmpty()
          ? new ReadIntent(ReadForm.COPY, List.of(lists.anyReplicated(random)))
          : new ReadIntent(ReadForm.ONE, keys);
    }
    ReadForm form = ReadForm.values()[random.nextInt(ReadForm.values().length)];
    if (form == ReadForm.SAMPLE && random.nextInt(4) > 0) {
      form = ReadForm.SEVERAL;
    }
    List<Key> keys = new ArrayList<>(lists.anyDistributed(form.distributed(), random));
    for (int i = 0; i < form.replicated(); i++) {
      keys.add(lists.anyReplicated(random));
    }
    return new ReadIntent(form, keys);
  }

  /** One statement, and how long it took. */
  private <T> T timed(String sql, Work<T> work) throws SQLException {
    return timed(recorder, sql, work);
  }

  static <T> T timed(Recorder recorder, String sql, Work<T> work) throws SQLException {
    long start = System.nanoTime();
    String answer = "well";
    try {
      return work.run();
    } catch (SQLException e) {
      answer = e.getSQLState() + " " + e.getMessage();
      throw e;
    } finally {
      recorder.waited(start, sql, answer);
    }
  }

  /** Something that waits for an answer. */
  interface Work<T> {
    T run() throws SQLException;
  }

  /**
   * The lists that rows tell of.
   *
   * @param keys that were asked for; where no row is, the list is empty
   */
  static Map<Key, List<Integer>> lists(Lists lists, Set<Key> keys, ResultSet rows)
      throws SQLException {
    Map<Key, List<Integer>> answer = new HashMap<>();
    keys.forEach(key -> answer.put(key, List.of()));
    while (rows.next()) {
      String row = rows.getString(1);
      for (String list : row == null ? new String[0] : row.split(";")) {
        String[] parts = list.split("[:=]", -1);
        Key key = lists.named(parts[0], Integer.parseInt(parts[1]));
        List<Integer> values =
            Arrays.stream(parts[2].split(","))
                .filter(value -> !value.isEmpty())
                .map(Integer::valueOf)
                .toList();
        if (!keys.contains(key) || !answer.put(key, values).isEmpty()) {
          throw new AssertionError(list + " where " + keys + " were asked for");
        }
      }
    }
    return answer;
  }

  private final class ReadIntent implements Intent {
    private final ReadForm form;
    private final List<Key> keys;

    ReadIntent(ReadForm form, List<Key> keys) {
      this.form = form;
      this.keys = keys;
    }

    @Override
    public List<Operation> perhaps(long begin) {
      return List.of();
    }

    @Override
    public Operation run(Connection connection) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(form.sql())) {
        for (int i = 0; i < keys.size(); i++) {
          statement.setInt(i + 1, keys.get(i).number());
        }
        return timed(
            form.sql(),
            () -> {
              long begin = System.nanoTime();
              try (ResultSet rows = statement.executeQuery()) {
                long end = System.nanoTime();
                return new Read(lists(lists, Set.copyOf(keys), rows), begin, end);
              }
            });
      }
    }
  }

  private final class AppendIntent implements Intent {
    private final Set<Key> keys;
    private final int value;
    private final boolean update;

    AppendIntent(Set<Key> keys, int value, boolean update) {
      this.keys = keys;
      this.value = value;
      this.update = update;
    }

    @Override
    public List<Operation> perhaps(long begin) {
      return List.of(new Append(keys, value, begin, System.nanoTime()));
    }

    private String sql() {
      String table = keys.iterator().next().table();
      return update
          ? "UPDATE %s SET items = items || ? WHERE key IN (%s)"
              .formatted(table, String.join(", ", Collections.nCopies(keys.size(), "?")))
          : "INSERT INTO %1$s VALUES %2$s ON CONFLICT (key) DO UPDATE SET items = %1$s.items || excluded.items"
              .formatted(
                  table, String.join(", ", Collections.nCopies(keys.size(), "(?, ARRAY[?::int])")));
    }

    @Override
    public Operation run(Connection connection) throws SQLException {
      String sql = sql();
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        int parameter = 1;
        if (update) {
          statement.setInt(parameter++, value);
        }
        for (Key key : keys) {
          statement.setInt(parameter++, key.number());
          if (!update) {
            statement.setInt(parameter++, value);
          }
        }
        return timed(
            sql,
            () -> {
              long begin = System.nanoTime();
              int count = statement.executeUpdate();
              if (count != keys.size()) {
                throw new AssertionError(sql + " has changed " + count + " of " + keys);
              }
              return new Append(keys, value, begin, System.nanoTime());
            });
      }
    }
  }
}
