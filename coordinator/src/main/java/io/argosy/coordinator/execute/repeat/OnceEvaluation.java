package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.NodesSavepoint;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.SmallResult;
import io.argosy.planner.function.CalledFunctions;
import io.argosy.planner.plan.Plan;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Values that must be computed once for a statement, on the home node. They are more parameters of
 * it.
 *
 * @param once the values; they read no tables, since runs before may change these
 * @param formats of each: 0 text, 1 binary
 * @param ofParameters whether they are made of the statement's own parameters
 */
public record OnceEvaluation(List<Plan.Once> once, short[] formats, boolean ofParameters) {
  /** Texts that are made of nothing. */
  public static OnceEvaluation ofTexts(List<Plan.Once> once) {
    return new OnceEvaluation(once, new short[once.size()], false);
  }

  /**
   * Computes them for one run, in one statement: functions that have one value for a statement have
   * the same in each.
   *
   * @param own the values of the statement's own parameters
   * @param home a backend of the home node
   */
  public Binding of(Binding own, NodeSession home) {
    SmallResult<List<byte[]>> result = SmallResult.run(home, request(own), OnceEvaluation::values);
    return own.and(types(result), result.rows().getFirst(), formats);
  }

  /**
   * Computes them for several runs, in one request.
   *
   * @param bindings the values of the statement's own parameters in each run
   * @param home a backend of the home node, in the transaction of {@code backends}
   * @return empty where those of some run cannot be computed, so that it is to fail when its turn
   *     comes, or where there are too few runs to start them together
   */
  public Optional<List<Binding>> of(
      Iterator<Binding> bindings, NodeSession home, NodeBackends backends) {
    List<Binding> runs = new ArrayList<>();
    bindings.forEachRemaining(runs::add);
    if (runs.size() < RunsWithoutWaiting.FEWEST) {
      return Optional.empty();
    }
    boolean same =
        once.stream().allMatch(each -> CalledFunctions.isTimeOfTransaction(each.expression()));
    NodesSavepoint savepoint = NodesSavepoint.set(List.of(Cluster.HOME), backends);
    SmallResult<List<byte[]>> result;
    try {
      List<List<byte[]>> more =
          same ? List.of() : runs.stream().skip(1).map(own -> given(own).values()).toList();
      result =
          SmallResult.run(
              home, new Request.Repeated(request(runs.getFirst()), more), OnceEvaluation::values);
    } catch (PostgresException e) {
      if (home.transactionStatus() != 'E') {
        throw e;
      }
      savepoint.undo();
      return Optional.empty();
    }
    savepoint.release();
    int[] types = types(result);
    return Optional.of(
        IntStream.range(0, runs.size())
            .mapToObj(i -> runs.get(i).and(types, result.rows().get(same ? 0 : i), formats))
            .toList());
  }

  private Request.Extended request(Binding own) {
    String query =
        once.stream().map(Plan.Once::sql).collect(Collectors.joining(", ", "SELECT ", ""));
    // The statement itself asks whether the catalog is the one that it is based on.
    return given(own)
        .withResultFormats(formats)
        .request(query)
        .withGuard(Request.Guard.NONE)
        .described();
  }

  private Binding given(Binding own) {
    return ofParameters ? own : Binding.none();
  }

  private static int[] types(SmallResult<?> result) {
    return result.columns().stream().mapToInt(Field::typeOid).toArray();
  }

  private static List<byte[]> values(DataRowReader row) {
    return IntStream.range(0, row.columnCount()).mapToObj(row::bytes).toList();
  }
}
