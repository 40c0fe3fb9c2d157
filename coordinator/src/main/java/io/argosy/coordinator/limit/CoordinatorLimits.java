package io.argosy.coordinator.limit;

import java.util.Map;

/**
 * The limits of one coordinator, which its operator sets and clients can only look at. Thread-safe.
 */
public final class CoordinatorLimits {
  /** How many statements run at a time, as SHOW knows it. */
  public static final String CONCURRENT_STATEMENTS = "argosy.concurrent_statements";

  /** How much it holds in memory for all clients. */
  public static final String MEMORY = "argosy.memory";

  /** How much of that for answers to one statement. */
  public static final String STATEMENT_MEMORY = "argosy.statement_memory";

  /** A part of the heap; the rest is for plans, for what is on its way, and for the collector. */
  private static final int HEAP_TO_MEMORY = 4;

  private final StatementQueue statements;
  private final MemoryBudget memory;
  private volatile Map<String, String> shown;

  /**
   * What an operator says.
   *
   * @param concurrentStatements how many statements run at a time; 0 for any number
   * @param memoryMegabytes how much is held in memory for all clients; 0 for a quarter of the heap
   * @param statementMemoryMegabytes how much of that for answers to one statement; 0 for all
   */
  public record Values(
      int concurrentStatements, int memoryMegabytes, int statementMemoryMegabytes) {
    /** What holds if nothing is said. */
    public static final Values DEFAULT = new Values(0, 0, 0);

    /** The same with another number of statements at a time. */
    public Values withConcurrentStatements(int number) {
      return new Values(number, memoryMegabytes, statementMemoryMegabytes);
    }

    private long memory() {
      return memoryMegabytes == 0
          ? Runtime.getRuntime().maxMemory() / HEAP_TO_MEMORY
          : Megabytes.bytes(memoryMegabytes);
    }

    private long statementMemory() {
      return statementMemoryMegabytes == 0 ? memory() : Megabytes.bytes(statementMemoryMegabytes);
    }
  }

  public CoordinatorLimits(Values values) {
    statements = new StatementQueue(values.concurrentStatements());
    memory = new MemoryBudget(values.memory(), values.statementMemory());
    shown = shown(values);
  }

  /** Changes the limits, for what comes from now on and for what waits. */
  public void change(Values values) {
    statements.limit(values.concurrentStatements());
    memory.limits(values.memory(), values.statementMemory());
    shown = shown(values);
  }

  /** Where statements wait until they may run. */
  public StatementQueue statements() {
    return statements;
  }

  /** What is held in memory for clients. */
  public MemoryBudget memory() {
    return memory;
  }

  /** The limits as settings, by name, with what SHOW says of them; the same until one changes. */
  public Map<String, String> shown() {
    return shown;
  }

  private static Map<String, String> shown(Values values) {
    return Map.of(
        CONCURRENT_STATEMENTS,
        Integer.toString(values.concurrentStatements()),
        MEMORY,
        Megabytes.shown(values.memory()),
        STATEMENT_MEMORY,
        Megabytes.shown(values.statementMemory()));
  }
}
