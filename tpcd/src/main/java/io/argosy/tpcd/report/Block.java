package io.argosy.tpcd.report;

import java.util.List;

/** Something that a section shows. */
public sealed interface Block
    permits Block.Paragraph, Block.Figures, ReportTable, BarChart, LineChart, TimeLine {
  /** Text, without any markup. */
  record Paragraph(String text) implements Block {}

  /** Single numbers, large. */
  record Figures(List<Figure> figures) implements Block {
    public Figures {
      figures = List.copyOf(figures);
    }
  }

  /**
   * A number that stands for much.
   *
   * @param value as it is printed
   * @param meaning what it says, in a sentence
   */
  record Figure(String name, String value, String meaning) {}
}
