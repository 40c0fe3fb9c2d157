package io.argosy.server.cli;

import io.argosy.server.rebalance.Rebalancing;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Shows how far a rebalance is: on a line that is written over on a terminal, and elsewhere on a
 * line for every tenth, so that a log stays readable. Not thread-safe.
 */
final class RebalanceProgress implements Rebalancing.Observer, AutoCloseable {
  private static final String BEGINNING_OF_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private long tenths = -1;
  private boolean open;

  RebalanceProgress(PrintWriter out) {
    this.out = out;
    // Set by the launcher, which can ask the operating system what standard error is.
    this.terminal = Boolean.getBoolean("argosy.terminal");
  }

  @Override
  public void makesIndexes(int tables) {
    out.println("making indexes on the slots of " + tables + " large tables");
    out.flush();
  }

  @Override
  public void moved(String source, String target, Rebalancing.State state, int left) {
    int slots = state.slots() + left;
    String line =
        String.format(
            Locale.ROOT,
            "%3d%%  rebalance: %s -> %s, %d of %d slots, %,d rows",
            100 * state.slots() / slots,
            source,
            target,
            state.slots(),
            slots,
            state.rows());
    if (terminal) {
      out.print(BEGINNING_OF_LINE + line);
      open = true;
    } else if (10L * state.slots() / slots > tenths) {
      tenths = 10L * state.slots() / slots;
      out.println(line);
    }
    out.flush();
  }

  @Override
  public void waits(SQLException reason) {
    close();
    out.println("waits: " + reason.getMessage());
    out.flush();
  }

  /** Ends the line that is written over. */
  @Override
  public void close() {
    if (open) {
      out.println();
      out.flush();
      open = false;
    }
  }
}
