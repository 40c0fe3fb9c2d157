package io.argosy.planner.movement;

/**
 * The planner's unit of cost: about a microsecond of one node, all nodes working at the same time.
 * Measured roughly on PostgreSQL 18; only the proportions matter.
 */
public final class Costs {
  /** A smaller table every node may just as well read by itself. */
  public static final double ROWS_WORTH_DIVIDING = 50_000;

  /** PostgreSQL's unit of cost; its own estimate of a scan knows filters and indexes. */
  private static final double WORK = 7;

  /** Joining, grouping a row that passed. */
  private static final double PROCESS = 0.4;

  /** Hashing a row's key to see whose share it is. */
  private static final double HASH = 0.1;

  /** Finding a value in an index that has been read before. */
  private static final double LOOKUP = 3;

  private static final double SEND = 0.5;
  private static final double LOAD = 1.0;

  /** Loading a row that PostgreSQL has made itself. */
  private static final double KEEP = 0.3;

  private static final double BYTE = 0.01;

  /** Making a temporary table on every node, and waiting for the slowest. */
  private static final double STAGE = 4000;

  /** Asking every node something, and waiting for the slowest. */
  private static final double ROUND = 1000;

  private final int nodes;

  public Costs(int nodes) {
    this.nodes = nodes;
  }

  public int nodes() {
    return nodes;
  }

  /** What PostgreSQL expects to cost so much, on one node. */
  public double work(double cost) {
    return cost * WORK;
  }

  /**
   * Reading a table.
   *
   * @param scan what PostgreSQL expects it to cost one node
   * @param passing the rows over all nodes that pass the filter
   * @param divided whether each node has a part of them
   */
  public double read(double scan, double passing, boolean divided) {
    return work(scan) + (divided ? passing / nodes : passing) * PROCESS;
  }

  /** Reading a share of a table that is divided by ranges of an indexed column. */
  public double readRange(double scan, double passing) {
    return read(scan, passing, false) / nodes;
  }

  /**
   * Reading a share of a table that is divided by hash.
   *
   * @param rows all rows of the table
   */
  public double readSlots(double scan, double rows, double passing) {
    return read(scan, passing, true) + rows * HASH;
  }

  /**
   * Looking rows of a table up.
   *
   * @param lookups of one node
   * @param matches rows that one finds
   */
  public double lookUp(double lookups, double matches) {
    return lookups * (LOOKUP + matches * PROCESS);
  }

  /** Reading what a stage left. */
  double readStage(double rows, boolean divided) {
    return divided ? rows * PROCESS / nodes : rows * PROCESS;
  }

  /** Moving rows to every node. */
  double broadcast(double rows, double width) {
    double arriving = rows * (nodes - 1) / nodes;
    return STAGE + rows / nodes * SEND * nodes + rows * LOAD + arriving * width * BYTE;
  }

  /** Moving each row to one node. */
  double repartition(double rows, double width) {
    double arriving = rows / nodes * (nodes - 1) / nodes;
    return STAGE + rows / nodes * (SEND + LOAD + HASH) + arriving * width * BYTE;
  }

  /** Moving rows to one node. */
  double gather(double rows, double width) {
    double arriving = rows * (nodes - 1) / nodes;
    return STAGE + rows / nodes * SEND + rows * LOAD + arriving * width * BYTE;
  }

  /** Bringing a few rows to the coordinator, and from there to every node. */
  double parameters(double rows) {
    return ROUND + rows * SEND * nodes;
  }

  /** Bringing the nodes' rows together. */
  public double collect(double rows) {
    return rows * SEND;
  }

  /**
   * Finishing partial results on the home node.
   *
   * @param rows of each node
   */
  public double finish(double rows) {
    return STAGE + rows * (SEND + nodes * (LOAD + PROCESS));
  }

  /**
   * Finishing partial groups each on the node that owns it.
   *
   * @param rows over all nodes
   * @param values how many different ones the column has that tells who owns a group
   */
  public double finishDivided(double rows, double width, double values) {
    return imbalance(values) * (repartition(rows, width) + readStage(rows, true));
  }

  /**
   * By how much the largest of the nodes' parts is expected to exceed an equal one when rows are
   * divided by the hash of a column: a share of 1/n has the standard deviation of so many throws of
   * a die, and the largest of n of them lies about the square root of 2 ln n of these above.
   *
   * @param values how many different ones the column has
   */
  double imbalance(double values) {
    double share = 1.0 / nodes;
    double deviation = Math.sqrt(share * (1 - share) / Math.max(values, 1));
    return Math.min(nodes, 1 + nodes * deviation * Math.sqrt(2 * Math.log(nodes)));
  }

  /** Keeping rows where they are. */
  double keep(double rows) {
    return STAGE + rows / nodes * KEEP;
  }
}
