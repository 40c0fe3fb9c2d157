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
 * its placement and the database that it is tried on depend on its number.
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
  private static final int STATEMENTS_BETWEEN_REPORTS = 500;

  /**
   * Runs all statements, or those until there are differences enough.
   *
   * @param subjects the databases that take turns
   */
  Tally run(Database reference, List<? extends Database> subjects)
      throws SQLException, InterruptedException, ExecutionException {
    List<Table> tables = Tables.read(reference);
    Tally tally = new Tally();
    int lanes = placements.size() * subjects.size();
    try (ExecutorService executor = Executors.newFixedThreadPool(connections)) {
      List<Future<?>> running = new ArrayList<>();
      for (int number = 0; number < lanes; number++) {
        int turn = number;
        Placement placement = placements.get(turn % placements.size());
        Database subject = subjects.get(turn / placements.size());
        running.add(
            executor.submit(
                () -> {
                  try (Lane lane = new Lane(placement, reference, subject)) {
                    work(lane, turn, lanes, tables, tally);
                  }
                  return null;
                }));
      }
      for (Future<?> lane : running) {
        lane.get();
      }
    }
    return tally;
  }

  private void work(Lane lane, int turn, int lanes, List<Table> tables, Tally tally) {
    for (long number = turn;
        number < statements && tally.differences().size() < ENOUGH_DIFFERENCES;
        number += lanes) {
      compare(lane, first + number, tables, tally);
      int compared = tally.compared();
      if (compared % STATEMENTS_BETWEEN_REPORTS == 0) {
        LOGGER.log(Level.INFO, "{0} of {1} statements: {2}", compared, statements, tally.summary());
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
    on %s:
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
            lane.subject(),
            found.asCorpusLines(),
            shrunk.asCorpusLines(),
            difference,
            lane.explanation(shrunk).indent(2));
  }
}
