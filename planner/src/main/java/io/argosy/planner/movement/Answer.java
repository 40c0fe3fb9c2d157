package io.argosy.planner.movement;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A way to answer a query.
 *
 * @param keys if the nodes' rows are simply all of the result's: the positions of the columns that
 *     are the key by which they lie on the nodes; empty if none is
 * @param group the colocation group of that key
 * @param groupKeys columns by which partial groups can be divided among the nodes
 * @param unwanted how many operations are shipped otherwise than the session wants them bundled
 * @param fragmentCost of all that comes before the nodes' rows are brought together, as {@link
 *     Costs} measures it
 * @param mergeCost of bringing them together
 * @param dividedMergeCost the same if each node brings together the groups that it owns
 * @param description which rows are moved how
 */
public record Answer(
    List<Stage> stages,
    Plan.Last last,
    Set<Integer> keys,
    Colocation group,
    List<GroupKey> groupKeys,
    int unwanted,
    double fragmentCost,
    double mergeCost,
    double dividedMergeCost,
    String description) {
  /** What an answer is compared for; the better one comes first. */
  public enum Order implements Comparator<Answer> {
    /** The result of the statement. */
    RESULT {
      @Override
      double cost(Answer answer) {
        return answer.cost();
      }
    },

    /** A query within another, whose groups need not be on one node in the end. */
    WITHIN {
      @Override
      double cost(Answer answer) {
        return answer.fragmentCost() + Math.min(answer.mergeCost(), answer.dividedMergeCost());
      }
    };

    /** What counts of an answer's cost, at least its {@link Answer#fragmentCost}. */
    abstract double cost(Answer answer);

    @Override
    public int compare(Answer answer, Answer other) {
      return answer.unwanted() != other.unwanted()
          ? Integer.compare(answer.unwanted(), other.unwanted())
          : Double.compare(cost(answer), cost(other));
    }

    /** From which fragment cost on an answer cannot be better than another one. */
    public double limit(Answer best) {
      return best.unwanted() == 0 ? cost(best) : Double.POSITIVE_INFINITY;
    }
  }

  /** Of all of it. */
  public double cost() {
    return fragmentCost + mergeCost;
  }

  /** The same answer, what comes before the nodes' rows are brought together costing no more. */
  public Answer costingAtMost(double most) {
    return new Answer(
        stages,
        last,
        keys,
        group,
        groupKeys,
        unwanted,
        Math.min(fragmentCost, most),
        mergeCost,
        dividedMergeCost,
        description);
  }

  /** The description of an answer for which nothing is moved or shared. */
  public static final String AS_IT_STANDS = "as it stands";

  /**
   * A column that GROUP BY contains, so that all partial rows of a group have it in common.
   *
   * @param partial its position among the fragment's columns, from 0
   * @param output its position among the result's columns; -1 if it is not there
   * @param type its type
   * @param values how many different ones it has
   */
  public record GroupKey(int partial, int output, String type, double values) {}
}
