package io.argosy.tests.histories;

import io.argosy.tests.histories.Operation.Append;
import io.argosy.tests.histories.Operation.Read;
import io.argosy.tests.histories.Transaction.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The order in which values have come to each list, as reads tell it, and who has appended them. On
 * the way it reports what single reads have that they should not have.
 */
final class Versions {
  private final Report report;
  private final Map<Integer, Transaction> writers = new HashMap<>();
  private final Map<Key, List<Integer>> orders = new HashMap<>();

  /**
   * Reads a history.
   *
   * @param report gets what is wrong with it
   */
  Versions(Collection<Transaction> history, Report report) {
    this.report = report;
    for (Transaction transaction : history) {
      for (Append append : transaction.appends()) {
        writers.put(append.value(), transaction);
      }
    }
    for (Transaction transaction : history) {
      for (int i = 0; i < transaction.operations().size(); i++) {
        if (transaction.operations().get(i) instanceof Read read) {
          for (Key key : read.lists().keySet()) {
            look(transaction, i, read, key);
          }
        }
      }
    }
    checkOutcomes(history);
  }

  /** All values that were seen in a list, in their order. */
  List<Integer> order(Key key) {
    return orders.getOrDefault(key, List.of());
  }

  Set<Key> keys() {
    return orders.keySet();
  }

  /** Whose a value is. */
  Transaction writer(Integer value) {
    return writers.get(value);
  }

  /** What others have appended to a list, as one has read it: its own values are behind it. */
  List<Integer> others(Transaction reader, Read read, Key key) {
    List<Integer> list = read.lists().get(key);
    int end = list.size();
    while (end > 0 && writers.get(list.get(end - 1)) == reader) {
      end--;
    }
    return list.subList(0, end);
  }

  private void look(Transaction reader, int operation, Read read, Key key) {
    List<Integer> list = read.lists().get(key);
    String what = reader.name() + " has read " + key + " = " + list;
    if (new HashSet<>(list).size() < list.size() || !writers.keySet().containsAll(list)) {
      report.add(Anomaly.GARBAGE, what);
      return;
    }
    List<Integer> others = others(reader, read, key);
    List<Integer> own = list.subList(others.size(), list.size());
    if (!own.equals(reader.appended(key, operation))) {
      report.add(Anomaly.OWN_WRITE_MISSING, what + ": " + reader);
    }
    for (Integer value : others) {
      lookAt(value, read, what);
    }
    if (!others.isEmpty()) {
      Transaction last = writers.get(others.getLast());
      List<Integer> all = last.appended(key, last.operations().size());
      if (last != reader && !all.getLast().equals(others.getLast())) {
        report.add(Anomaly.INTERMEDIATE_READ, what + ": " + last);
      }
    }
    merge(key, reader.outcome() == Outcome.COMMITTED ? list : others, what);
  }

  private void lookAt(Integer value, Read read, String what) {
    Transaction writer = writers.get(value);
    if (writer.outcome() == Outcome.ABORTED) {
      report.add(Anomaly.ABORTED_READ, what + ": " + writer);
    } else if (read.end() < writer.commitBegin()) {
      report.add(Anomaly.DIRTY_READ, what + " until " + read.end() + ": " + writer);
    }
  }

  /** The longer one of both is the order, and the other one its beginning. */
  private void merge(Key key, List<Integer> list, String what) {
    List<Integer> known = order(key);
    int common = Math.min(known.size(), list.size());
    if (!known.subList(0, common).equals(list.subList(0, common))) {
      report.add(Anomaly.INCOMPATIBLE_ORDER, what + ", and another one " + known);
    } else if (list.size() > known.size()) {
      orders.put(key, new ArrayList<>(list));
    }
  }

  /** All lists have been read in the end, so what is in none of them is not there. */
  private void checkOutcomes(Collection<Transaction> history) {
    Map<Key, Set<Integer>> present = new HashMap<>();
    orders.forEach((key, order) -> present.put(key, new HashSet<>(order)));
    for (Transaction transaction : history) {
      int there = 0;
      int all = 0;
      for (Append append : transaction.appends()) {
        for (Key key : append.keys()) {
          all++;
          there += present.getOrDefault(key, Set.of()).contains(append.value()) ? 1 : 0;
        }
      }
      if (there > 0 && there < all) {
        report.add(Anomaly.TORN_WRITE, there + " of " + all + " values are there: " + transaction);
      } else if (there < all && transaction.outcome() == Outcome.COMMITTED) {
        report.add(Anomaly.LOST_WRITE, transaction.toString());
      }
    }
  }
}
