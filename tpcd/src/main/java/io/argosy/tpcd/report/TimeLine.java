package io.argosy.tpcd.report;

import java.util.List;

/**
 * What happened when, side by side.
 *
 * @param caption what is shown
 * @param lanes from the top to the bottom
 */
public record TimeLine(String caption, List<Lane> lanes) implements Block {
  public TimeLine {
    lanes = List.copyOf(lanes);
  }

  /** What happened in one place, one span after the other. */
  public record Lane(String name, List<Span> spans) {
    public Lane {
      spans = List.copyOf(spans);
    }
  }

  /**
   * @param label short, for the span itself
   * @param meaning shown when the pointer is over it
   * @param start seconds
   * @param seconds how long it took
   * @param color spans of one kind have the same, from 0
   */
  public record Span(String label, String meaning, double start, double seconds, int color) {}
}
