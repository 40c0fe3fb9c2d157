package io.argosy.tpcd.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes a {@link Report} as one HTML document that refers to nothing outside of itself. */
public final class HtmlPage {
  private static final String STYLE = style();

  private HtmlPage() {}

  /** The document, to be stored as UTF-8. */
  public static String of(Report report) {
    Markup html = new Markup();
    html.open("html", "lang", "en").open("head");
    html.empty("meta", "charset", "utf-8");
    html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    // The browser is told, too, that nothing may be loaded or run.
    html.empty(
        "meta",
        "http-equiv",
        "Content-Security-Policy",
        "content",
        "default-src 'none'; style-src 'unsafe-inline'");
    html.element("title", report.title());
    html.style(STYLE);
    html.close("head").open("body");
    html.element("h1", report.title());
    html.element("p", report.notice(), "class", "notice");
    for (Report.Section section : report.sections()) {
      html.open("section").element("h2", section.heading());
      section.blocks().forEach(block -> block(html, block));
      html.close("section");
    }
    html.close("body").close("html");
    return "<!DOCTYPE html>\n" + html;
  }

  private static void block(Markup html, Block block) {
    switch (block) {
      case Block.Paragraph paragraph -> html.element("p", paragraph.text());
      case Block.Figures figures -> figures(html, figures);
      case ReportTable table -> table(html, table);
      case BarChart chart -> {
        html.open("figure").element("figcaption", chart.caption());
        new BarChartDrawing(chart).draw(html);
        html.close("figure");
      }
      case LineChart chart -> {
        html.open("figure").element("figcaption", chart.caption());
        new LineChartDrawing(chart).draw(html);
        html.close("figure");
      }
      case TimeLine line -> {
        html.open("figure").element("figcaption", line.caption());
        new TimeLineDrawing(line).draw(html);
        html.close("figure");
      }
    }
  }

  private static void figures(Markup html, Block.Figures figures) {
    html.open("div", "class", "figures");
    for (Block.Figure figure : figures.figures()) {
      html.open("div", "class", "figure");
      html.element("div", figure.name(), "class", "name");
      html.element("div", figure.value(), "class", "number");
      html.element("div", figure.meaning(), "class", "meaning");
      html.close("div");
    }
    html.close("div");
  }

  private static void table(Markup html, ReportTable table) {
    html.open("div", "class", "table").open("table").element("caption", table.caption());
    html.open("thead").open("tr");
    for (ReportTable.Column column : table.columns()) {
      html.element("th", column.name(), "title", column.meaning(), "class", alignment(column));
    }
    html.close("tr").close("thead").open("tbody");
    for (List<String> row : table.rows()) {
      html.open("tr");
      for (int i = 0; i < row.size(); i++) {
        html.element("td", row.get(i), "class", alignment(table.columns().get(i)));
      }
      html.close("tr");
    }
    html.close("tbody").close("table").close("div");
  }

  private static String alignment(ReportTable.Column column) {
    return column.number() ? "right" : "left";
  }

  private static String style() {
    try (InputStream stream = HtmlPage.class.getResourceAsStream("page.css")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
