package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Compares the random statements of a seed. A statement depends on the seed and its number alone,
 * its placement on its number.
 *
 * @param seed the seed
 * @param first the number of the first statement
 * @param statements how many statements
 * @param placements the placements that take turns
 * @param connections how many statements run at the same time
 */
record RandomRun(
    long seed, long first, int statements, List<Placement> placements, int connections) {
  private static final Logger LOGGER = System.getLogger(RandomRun.class.getName());
  private static final int ENOUGH_DIFFERENCES = 20;
  private static final int SHRINK_ATTEMPTS = 250;

  /** Runs all statements, or those until there are differences enough. */
  Tally run(Database reference, Database subject)
      throws SQLException, InterruptedException, ExecutionException {
    List<Table> tables = Tables.read(reference);
    Tally tally = new Tally();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < connections; worker++) {
        int offset = worker;
        workers.add(
            executor.submit(
                () -> {
                  work(offset, tables, reference, subject, tally);
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
    return tally;
  }

  private void work(
      int worker, List<Table> tables, Database reference, Database subject, Tally tally)
      throws SQLException {
    for (int turn = 0; turn < placements.size(); turn++) {
      try (Lane lane = new Lane(placements.get(turn), reference, subject)) {
        long step = (long) placements.size() * connections;
        for (long number = turn + (long) placements.size() * worker;
            number < statements && tally.differences().size() < ENOUGH_DIFFERENCES;
            number += step) {
          compare(lane, first + number, tables, tally);
        }
      }
    }
  }

  private void compare(Lane lane, long number, List<Table> tables, Tally tally) {
    RandomStatement statement = RandomStatement.build(Choices.random(seed, number), tables);
    switch (lane.compare(statement)) {
      case Lane.Verdict.Same(long rows) -> tally.same(lane.strategy(statement), rows);
      case Lane.Verdict.SameError(String state, String message) -> tally.error(state, message);
      case Lane.Verdict.TooSlow() -> tally.tooSlow();
      case Lane.Verdict.Different different -> {
        String description = describe(lane, number, statement, tables);
        LOGGER.log(Level.WARNING, description);
        tally.different(description);
      }
    }
  }

  private String describe(Lane lane, long number, RandomStatement found, List<Table> tables) {
    RandomStatement shrunk =
        new Shrinker(
                tables,
                SHRINK_ATTEMPTS,
                candidate -> lane.compare(candidate) instanceof Lane.Verdict.Different)
            .shrink(found);
    String difference =
        lane.compare(shrunk) instanceof Lane.Verdict.Different(String words)
            ? words
            : "not when it runs again";
    return """

    -Drandom.seed=%d -Drandom.first=%d -Drandom.statements=1 -Drandom.placement=%s
    %s
    shrunk to
    %s
    %s
    %s\
    """
        .formatted(
            seed,
            number,
            lane.placement().schema(),
            found.asCorpusLines(),
            shrunk.asCorpusLines(),
            difference,
            lane.explanation(shrunk).indent(2));
  }
}
