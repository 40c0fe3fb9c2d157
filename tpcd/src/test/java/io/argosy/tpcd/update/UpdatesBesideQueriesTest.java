package io.argosy.tpcd.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.ArgosyCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.compare.AnswerComparison;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.schema.Placement;
import io.argosy.tpcd.update.QueryStream.Observed;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Streams of queries run on three nodes while both update functions commit. Every query sees some
 * first transactions of each function, which it reads in its own transaction; afterwards one
 * PostgreSQL makes the same updates, stops at each of these points, and must give the same answer.
 */
class UpdatesBesideQueriesTest {
  private static final int ORDERS_PER_TRANSACTION = 4;
  private static final int STREAMS = 2;

  /** What a run finds that takes longer: {@code -Dupdates.rounds=50}. */
  private static final int ROUNDS = Integer.getInteger("updates.rounds", 1);

  @RegisterExtension static final ArgosyCluster CLUSTER = new ArgosyCluster();

  @ParameterizedTest
  @MethodSource("placements")
  void everyAnswerIsThatOfOnePostgresAtTheSamePointOfTheUpdates(Placement placement)
      throws Exception {
    new Loader(CLUSTER.url(), PlainPostgres.SCALE, placement, LoadProgress.NONE).ensureLoaded();
    List<Observed> observed = observe();
    assertThat(observed.stream().map(Observed::updates).distinct().count())
        .as("different points of the updates that were seen")
        .isGreaterThan(10);
    assertThat(differences(observed, PlainPostgres.copyUrl("beside_queries"))).isEmpty();
  }

  /** {@code -Dupdates.placements=two_part,one_part,all_part} runs more than the first. */
  private static List<Placement> placements() {
    return Stream.of(System.getProperty("updates.placements", "two_part").split(","))
        .map(name -> Placement.valueOf(name.toUpperCase(Locale.ROOT)))
        .toList();
  }

  private static List<Observed> observe() throws Exception {
    AtomicBoolean queriesEnded = new AtomicBoolean();
    List<Observed> observed = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> updaters = new ArrayList<>();
      for (UpdateFunction function : UpdateFunction.values()) {
        updaters.add(threads.submit(() -> update(function, queriesEnded)));
      }
      List<Future<List<Observed>>> streams = new ArrayList<>();
      for (int stream = 0; stream < STREAMS; stream++) {
        QueryStream queries = new QueryStream(CLUSTER.url(), PlainPostgres.SCALE, stream % 2 == 0);
        List<Query> order = order(stream);
        streams.add(threads.submit(() -> queries.run(order)));
      }
      try {
        for (Future<List<Observed>> stream : streams) {
          observed.addAll(stream.get());
        }
      } finally {
        queriesEnded.set(true);
      }
      for (Future<Long> updater : updaters) {
        assertThat(updater.get()).as("transactions of an updater").isPositive();
      }
    }
    return observed;
  }

  private static long update(UpdateFunction function, AtomicBoolean queriesEnded) throws Exception {
    try (Connection connection = DriverManager.getConnection(CLUSTER.url())) {
      UpdateSequence updates =
          new UpdateSequence(connection, function, PlainPostgres.SCALE, ORDERS_PER_TRANSACTION);
      while (!queriesEnded.get()) {
        updates.next();
      }
      return updates.committed();
    }
  }

  /** The queries, beginning elsewhere in each stream. */
  private static List<Query> order(int stream) {
    List<Query> queries = new ArrayList<>(QuerySet.TPCH.queries());
    Collections.rotate(queries, stream * queries.size() / STREAMS);
    List<Query> rounds = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      rounds.addAll(queries);
    }
    return rounds;
  }

  private static List<String> differences(List<Observed> observed, String url) throws Exception {
    List<String> differences = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      UpdateSequence inserts =
          new UpdateSequence(
              connection, UpdateFunction.UF1, PlainPostgres.SCALE, ORDERS_PER_TRANSACTION);
      UpdateSequence deletes =
          new UpdateSequence(
              connection, UpdateFunction.UF2, PlainPostgres.SCALE, ORDERS_PER_TRANSACTION);
      for (Observed seen :
          observed.stream().sorted(Comparator.comparingLong(Observed::updates)).toList()) {
        assertThat(seen.inserts())
            .as("snapshots have a common order")
            .isGreaterThanOrEqualTo(inserts.committed());
        assertThat(seen.deletes()).isGreaterThanOrEqualTo(deletes.committed());
        inserts.advanceTo(seen.inserts());
        deletes.advanceTo(seen.deletes());
        AnswerComparison.firstDifference(
                QueryStream.answer(statement, seen.query(), PlainPostgres.SCALE),
                seen.answer(),
                seen.query().ordering())
            .ifPresent(difference -> differences.add(seen.query() + ": " + difference));
        long orders = new UpdatedData(url).number("SELECT count(*) FROM orders");
        if (seen.orders() != orders) {
          differences.add(seen.query() + ": " + seen.orders() + " orders instead of " + orders);
        }
      }
    }
    return differences;
  }
}
