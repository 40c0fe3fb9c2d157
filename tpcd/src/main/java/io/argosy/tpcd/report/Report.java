package io.argosy.tpcd.report;

import java.util.List;

/**
 * A page.
 *
 * @param title what it is about
 * @param notice what every reader must know before the figures
 */
public record Report(String title, String notice, List<Section> sections) {
  public Report {
    sections = List.copyOf(sections);
  }

  /** A part of the page under a heading. */
  public record Section(String heading, List<Block> blocks) {
    public Section {
      blocks = List.copyOf(blocks);
    }
  }
}
