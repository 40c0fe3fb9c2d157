package io.argosy.planner.plan;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.UserFunction;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a statement is answered. */
public sealed interface Plan {
  /** Why it is this strategy and not a better one, in words; empty when there is no better one. */
  String reason();

  /**
   * One node answers the original text.
   *
   * @param target which node
   */
  record Route(Target target, String reason) implements Plan {}

  /**
   * Every node that may have rows runs the fragment; the results are merged.
   *
   * @param fragment the statement that is shipped. Its parameters are the statement's own, then the
   *     values of {@code once}
   * @param pruning which nodes can have rows
   * @param once expressions that mean one value for the whole statement (now(), ..): computed on
   *     the home node and passed as the parameters after the statement's own, in text format
   * @param merge how the nodes' rows become the answer
   * @param keys the positions of the columns by which the fragment's rows lie on the nodes, from 0;
   *     none where that is not known
   * @param colocation the group of these keys
   */
  record Pushdown(
      SqlTemplate fragment,
      Pruning pruning,
      List<Once> once,
      Merge merge,
      Set<Integer> keys,
      Colocation colocation,
      String reason)
      implements Plan {}

  /**
   * Stages move rows until the last step can run where its rows are. All of them see one snapshot
   * of each node. Without stages, the last step reads replicated tables by shares.
   *
   * @param stages in the order in which they run
   * @param last what then gives the answer
   * @param shares those that stages and the last step have, by number
   * @param once as in {@link Pushdown}, for all steps
   * @param considered what was compared, cheapest first, for EXPLAIN
   */
  record Staged(
      List<Stage> stages,
      Last last,
      List<Share> shares,
      List<Once> once,
      String reason,
      List<SearchSummary.Alternative> considered)
      implements Plan {}

  /** The last step of a staged plan. */
  sealed interface Last {
    /** As {@link Pushdown}: every node runs the fragment, the results are merged. */
    record Merged(SqlTemplate fragment, Merge merge) implements Last {}

    /**
     * One node has all that is read.
     *
     * @param home whether it must be the home node
     */
    record OneNode(SqlTemplate sql, boolean home) implements Last {}

    /**
     * An UPDATE or DELETE, which every node runs for its own rows of a distributed table, or for
     * its copy of a replicated one.
     *
     * @param pruning which nodes can have rows
     * @param replicated as in {@link Modify}
     */
    record Modified(SqlTemplate fragment, Pruning pruning, boolean replicated) implements Last {}
  }

  /**
   * The rows that the statement needs are moved to one node, which runs the canonical text over
   * them.
   *
   * @param relations the partitioned tables whose rows must be moved
   */
  record Gather(List<Relation> relations, String reason) implements Plan {}

  /**
   * An INSERT, UPDATE, DELETE or MERGE that runs as it is on every node that may be concerned.
   *
   * @param fragment the statement that is shipped
   * @param pruning which nodes are concerned
   * @param once as in {@link Pushdown}
   * @param replicated whether the target is replicated, so that every node does the same and one
   *     node's answer is the answer
   */
  record Modify(
      String fragment, Pruning pruning, List<Once> once, boolean replicated, String reason)
      implements Plan {}

  /**
   * An UPDATE or DELETE of a replicated table that the home node computes. The other nodes change
   * the rows with the same keys, and give the columns the same values.
   *
   * @param sql the statement; behind its own columns it returns those of the key, and those that it
   *     has assigned
   * @param target the table
   * @param key the columns that tell a row from the others, which it does not assign
   * @param assigned the columns that it assigns; none for a DELETE
   */
  record Carried(
      String sql, Relation target, List<String> key, List<String> assigned, String reason)
      implements Plan {}

  /**
   * The statement cannot be answered; the reason is the error's message.
   *
   * @param function the one that is in the way; empty for any other reason
   */
  record Refused(String sqlState, String reason, String hint, Optional<UserFunction> function)
      implements Plan {
    /** For any reason but a function. */
    public Refused(String sqlState, String reason, String hint) {
      this(sqlState, reason, hint, Optional.empty());
    }
  }

  /** Which node answers a routed statement. */
  sealed interface Target {
    /** Any: all of them have what is read. */
    record AnyNode() implements Target {}

    /** The home node. */
    record HomeNode() implements Target {}

    /**
     * The node that owns a key.
     *
     * @param timed the same as a fragment to which the time of the transaction is passed, if the
     *     statement asks for it: within a transaction it is that of the home node
     */
    record KeyOwner(Pruning.Keys key, Optional<Pushdown> timed) implements Target {}
  }

  /**
   * @param expression an expression without column references
   * @param type the type it has, as PostgreSQL names it
   */
  record Once(String expression, String type) {
    /** The expression as a value of its type, as SQL. */
    public String sql() {
      return "CAST(" + expression + " AS " + type + ")";
    }
  }
}
