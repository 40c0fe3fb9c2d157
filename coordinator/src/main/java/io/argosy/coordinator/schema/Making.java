package io.argosy.coordinator.schema;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Makes on one node what another has and it has not. Definitions need each other in any order and
 * in circles: what fails is tried again whenever something else has been made since, also together
 * with what comes later.
 */
final class Making {
  private static final String BEGIN = "SAVEPOINT argosy_schema;\n";
  private static final String END = ";\nRELEASE SAVEPOINT argosy_schema";
  private static final String BACK =
      "ROLLBACK TO SAVEPOINT argosy_schema; RELEASE SAVEPOINT argosy_schema";

  /** How many statements go in one round trip, until one of them fails. */
  private static final int TOGETHER = 64;

  private static final int SHOWN = 10;

  private final CatalogReader from;
  private final CatalogReader to;
  private final Map<Definition.Key, Statement> waiting = new LinkedHashMap<>();
  private int made;

  Making(CatalogReader from, CatalogReader to) {
    this.from = from;
    this.to = to;
  }

  private record Statement(Definition.Key makes, String sql, PostgresException failure) {
    Statement failed(PostgresException why) {
      return new Statement(makes, sql, why);
    }
  }

  /**
   * Makes what one query tells of, as far as it can be made yet.
   *
   * @throws PostgresException that of a node that cannot answer
   */
  void make(Catalog catalog) {
    Map<Definition.Key, Definition> wanted = from.read(catalog);
    Map<Definition.Key, Definition> present = to.read(catalog);
    wanted.values().forEach(definition -> add(definition, present.get(definition.of())));
    present.values().stream()
        .filter(definition -> !wanted.containsKey(definition.of()))
        .filter(definition -> definition.isChangeable() && !definition.undo().isEmpty())
        .forEach(definition -> add(definition.of(), definition.undo()));
    run();
  }

  private void add(Definition wanted, Definition present) {
    if (wanted.make() == null) {
      return;
    }
    if (present == null) {
      add(wanted.of(), wanted.make());
    } else if (wanted.isChangeable() && !Objects.equals(wanted.text(), present.text())) {
      add(
          wanted.of(),
          present.undo().isEmpty() ? wanted.make() : present.undo() + "; " + wanted.make());
    }
  }

  /** Makes one thing with whatever comes next. */
  void add(Definition.Key makes, String sql) {
    waiting.putIfAbsent(makes, new Statement(makes, sql, null));
  }

  /** Tries what waits until nothing more can be made. */
  void run() {
    int before;
    do {
      before = waiting.size();
      List<Statement> tried = List.copyOf(waiting.values());
      waiting.clear();
      for (int start = 0; start < tried.size(); start += TOGETHER) {
        runTogether(tried.subList(start, Math.min(tried.size(), start + TOGETHER)));
      }
    } while (!waiting.isEmpty() && waiting.size() < before);
  }

  private void runTogether(List<Statement> statements) {
    String all = statements.stream().map(Statement::sql).collect(Collectors.joining(";\n"));
    if (statements.size() > 1 && tryToRun(all) == null) {
      made += statements.size();
      return;
    }
    for (Statement statement : statements) {
      PostgresException failure = tryToRun(statement.sql);
      if (failure == null) {
        made++;
      } else {
        waiting.put(statement.makes, statement.failed(failure));
      }
    }
  }

  /** Why it could not run; null if it has. */
  private PostgresException tryToRun(String sql) {
    NodeSession session = to.session();
    try {
      TextResult.run(session, BEGIN + sql + END);
      return null;
    } catch (PostgresException e) {
      if (session.transactionStatus() != 'E' || tellsOfCircumstances(e.error())) {
        throw e;
      }
      TextResult.run(session, BACK);
      return e;
    }
  }

  /** That an object is not in the state that a statement needs may be mended by another one. */
  private static boolean tellsOfCircumstances(PostgresError error) {
    return error.tellsOfCircumstances()
        && (!error.sqlStateClass().equals("55") || error.sqlState().equals("55P03"));
  }

  /**
   * Ends it.
   *
   * @return how many statements were needed
   * @throws PostgresException 55000 if something could not be made
   */
  int finish(String hint) {
    if (waiting.isEmpty()) {
      return made;
    }
    List<Statement> failed = waiting.values().stream().filter(this::isNoPartOfFailed).toList();
    String detail =
        failed.stream()
            .limit(SHOWN)
            .map(statement -> statement.makes + ": " + statement.failure.error().message())
            .collect(Collectors.joining("\n"));
    String more = failed.size() > SHOWN ? "\nand " + (failed.size() - SHOWN) + " more" : "";
    String node = to.session().node().name();
    throw new PostgresException(
        PostgresError.of("55000", "cannot make %d definitions on %s".formatted(failed.size(), node))
            .withDetail(detail + more)
            .withHint(hint));
  }

  private boolean isNoPartOfFailed(Statement statement) {
    return statement.makes.part() == null || !waiting.containsKey(statement.makes.whole());
  }
}
