package io.argosy.tests.histories;

import io.argosy.tests.process.Servers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which lists there are: many in a distributed table, and some in a replicated one. Few of them are
 * in use at a time; others take their place when they have become long.
 */
final class Lists {
  static final String DISTRIBUTED = "lists";
  static final String REPLICATED = "copies";

  private static final int NUMBERS = 6000;
  private static final int APPENDS = 60;
  private static final int DISTRIBUTED_IN_USE = 12;
  private static final int REPLICATED_IN_USE = 3;

  /** Rows of even numbers are there from the beginning. */
  private static final List<String> CREATE =
      List.of(
          "CREATE TABLE lists (key int PRIMARY KEY, items int[] NOT NULL)",
          "SELECT create_distributed_table('lists', 'key')",
          "CREATE TABLE copies (key int PRIMARY KEY, items int[] NOT NULL)",
          "SELECT create_reference_table('copies')",
          "CREATE TABLE links (id int PRIMARY KEY, target int NOT NULL)",
          "SELECT create_distributed_table('links', 'id')",
          "INSERT INTO links SELECT -i, i FROM generate_series(1, " + NUMBERS + ") i",
          "INSERT INTO lists SELECT i, '{}' FROM generate_series(1, " + NUMBERS + ") i",
          "INSERT INTO copies SELECT i, '{}' FROM generate_series(2, " + NUMBERS + ", 2) i");

  private final Map<Integer, Key> distributed = new HashMap<>();
  private final AtomicInteger nextDistributed = new AtomicInteger(1);
  private final AtomicInteger nextReplicated = new AtomicInteger(1);
  private final List<Key> inUse = new ArrayList<>();
  private final Map<Key, AtomicInteger> appends = new ConcurrentHashMap<>();
  private final Set<Key> used = ConcurrentHashMap.newKeySet();
  private final int nodes;

  /** Makes the tables. */
  Lists(String url, Servers servers) {
    nodes = servers.count();
    CREATE.forEach(sql -> Servers.ask(url, sql));
    for (int node = 0; node < nodes; node++) {
      for (String key : servers.ask(node, "SELECT key FROM lists")) {
        int number = Integer.parseInt(key);
        distributed.put(number, new Key(DISTRIBUTED, number, node));
      }
    }
    Servers.ask(url, "DELETE FROM lists WHERE key % 2 = 1");
    for (int i = 0; i < DISTRIBUTED_IN_USE + REPLICATED_IN_USE; i++) {
      inUse.add(another(i));
    }
  }

  private Key another(int place) {
    Key key =
        place < DISTRIBUTED_IN_USE
            ? distributed.get(nextDistributed.getAndIncrement())
            : new Key(REPLICATED, nextReplicated.getAndIncrement(), Key.EVERY_NODE);
    used.add(key);
    return key;
  }

  /** Whether an UPDATE finds its row, whatever was done before. */
  static boolean isThereFromTheBeginning(Key key) {
    return key.number() % 2 == 0;
  }

  /** Some of the distributed ones. */
  List<Key> anyDistributed(int count, Random random) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(inUse(random.nextInt(DISTRIBUTED_IN_USE)));
    }
    return keys;
  }

  /** One of those that a node has; nothing if none is in use. */
  List<Key> anyOf(int node, Random random) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < DISTRIBUTED_IN_USE; i++) {
      Key key = inUse(i);
      if (key.node() == node) {
        keys.add(key);
      }
    }
    return keys.isEmpty() ? keys : List.of(keys.get(random.nextInt(keys.size())));
  }

  Key anyReplicated(Random random) {
    return inUse(DISTRIBUTED_IN_USE + random.nextInt(REPLICATED_IN_USE));
  }

  private synchronized Key inUse(int place) {
    return inUse.get(place);
  }

  /** Something will be appended to it. */
  void count(Key key) {
    if (appends.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet() == APPENDS) {
      synchronized (this) {
        int place = inUse.indexOf(key);
        inUse.set(place, another(place));
      }
    }
  }

  /** All that have been in use. */
  Set<Key> used() {
    return used;
  }

  int nodes() {
    return nodes;
  }

  /** By table and number, as statements answer it. */
  Key named(String table, int number) {
    return table.equals(DISTRIBUTED)
        ? distributed.get(number)
        : new Key(REPLICATED, number, Key.EVERY_NODE);
  }
}
