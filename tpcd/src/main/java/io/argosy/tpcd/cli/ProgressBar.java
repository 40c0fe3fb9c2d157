package io.argosy.tpcd.cli;

import io.argosy.tpcd.data.LoadProgress;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows how far a load or an update is: a bar that is redrawn on a terminal, and elsewhere a line
 * for every tenth, so that a log stays readable. Thread-safe.
 */
final class ProgressBar implements LoadProgress, AutoCloseable {
  /** Set by the launcher, which can ask the operating system what standard error is. */
  private static final String TERMINAL_PROPERTY = "argosy.terminal";

  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = 100_000_000;

  private final PrintWriter out;
  private final String label;
  private final String unit;
  private final boolean terminal;
  private final long started = System.nanoTime();
  private long drawn;
  private long tenths = -1;
  private String shownStep = "";
  private boolean open;

  /**
   * @param unit what is counted
   */
  ProgressBar(PrintWriter out, String label, String unit, boolean terminal) {
    this.out = out;
    this.label = label;
    this.unit = unit;
    this.terminal = terminal;
  }

  static boolean onTerminal() {
    return Boolean.getBoolean(TERMINAL_PROPERTY);
  }

  @Override
  public synchronized void report(String step, long done, long total) {
    long now = System.nanoTime();
    double share = total == 0 ? 0 : Math.min(1, (double) done / total);
    if (terminal) {
      if (!step.equals(shownStep) || now - drawn > REDRAW_NANOS) {
        drawn = now;
        shownStep = step;
        out.print("\r\u001b[K" + bar(share) + " " + line(step, done, share, now));
        out.flush();
        open = true;
      }
    } else if ((long) (share * 10) > tenths) {
      tenths = (long) (share * 10);
      out.println(line(step, done, share, now));
      out.flush();
    }
  }

  private static String bar(double share) {
    int filled = (int) Math.round(share * WIDTH);
    return "[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "]";
  }

  private String line(String step, long done, double share, long now) {
    return String.format(
        Locale.ROOT,
        "%3.0f%%  %s: %s, %,d %s, %.0f s",
        share * 100,
        label,
        step,
        done,
        unit,
        (now - started) / 1e9);
  }

  /** Ends the line of a bar. */
  @Override
  public synchronized void close() {
    if (open) {
      out.println();
      out.flush();
      open = false;
    }
  }
}
