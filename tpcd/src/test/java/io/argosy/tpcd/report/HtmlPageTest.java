package io.argosy.tpcd.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.report.ReportTable.Column;
import java.io.StringReader;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlPageTest {
  private static final String NASTY = "<script>alert(\"1\" & '2')</script>\u0000";
  private static final String ESCAPED =
      "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\uFFFD";

  @Test
  void whateverComesFromElsewhereIsText() {
    String html = HtmlPage.of(page(NASTY, OptionalDouble.of(2), OptionalDouble.of(0.5)));
    assertThat(html).doesNotContain("<script").doesNotContain("\u0000");
    // Title twice, notice, heading, paragraph, three of a figure, caption, column and its meaning,
    // cell; caption and its label, two categories in labels and titles, two series in the legend
    // and four titles; caption and its label, lane, label and meaning of the span.
    assertThat(Pattern.compile(Pattern.quote(ESCAPED)).matcher(html).results().count())
        .isGreaterThan(25);
  }

  @Test
  void nothingIsLoadedFromElsewhere() {
    String html = HtmlPage.of(page("x", OptionalDouble.of(2), OptionalDouble.empty()));
    assertThat(html)
        .doesNotContain("src=")
        .doesNotContain("href=")
        .doesNotContain("url(")
        .doesNotContain("@import")
        .contains("default-src &#39;none&#39;");
  }

  @Test
  void barsAreAsLongAsTheirValues() throws Exception {
    String html = HtmlPage.of(page("x", OptionalDouble.of(4), OptionalDouble.of(1)));
    NodeList bars = svg(html, 0).getElementsByTagName("rect");
    double[] widths = new double[4];
    for (int i = 0; i < 4; i++) {
      // Two rectangles of the legend come first.
      widths[i] = number(bars, i + 2, "width");
    }
    assertThat(widths[0] / widths[2]).isCloseTo(4, org.assertj.core.data.Offset.offset(0.01));
    assertThat(widths[1]).isEqualTo(widths[0]);
  }

  @Test
  void onALogarithmicScaleBarsGoToBothSidesOfTheBaseline() throws Exception {
    BarChart chart =
        new BarChart(
            "speed-up",
            1,
            true,
            Numbers::factor,
            List.of("a", "b"),
            List.of(
                new BarChart.Series("s", List.of(OptionalDouble.of(4), OptionalDouble.of(0.25)))));
    Document svg =
        svg(HtmlPage.of(new Report("", "", List.of(new Report.Section("", List.of(chart))))), 0);
    NodeList bars = svg.getElementsByTagName("rect");
    double faster = number(bars, 0, "width");
    assertThat(number(bars, 1, "width"))
        .as("a quarter is as far away as four times")
        .isCloseTo(faster, org.assertj.core.data.Offset.offset(0.2));
    assertThat(number(bars, 1, "x") + number(bars, 1, "width"))
        .as("one ends where the other begins")
        .isCloseTo(number(bars, 0, "x"), org.assertj.core.data.Offset.offset(0.2));
  }

  @Test
  void linesAreAsHighAsTheirValues() throws Exception {
    LineChart chart =
        new LineChart(
            "speed",
            Numbers::rounded,
            List.of(
                new LineChart.Line(
                    NASTY,
                    List.of(
                        new LineChart.Point(0, 0),
                        new LineChart.Point(5, 4),
                        new LineChart.Point(10, 2)))),
            List.of(new LineChart.Period(NASTY, 2.5, 5)));
    String html = HtmlPage.of(new Report("", "", List.of(new Report.Section("", List.of(chart)))));
    assertThat(html).doesNotContain("<script");
    Document svg = svg(html, 0);
    String[] points =
        ((org.w3c.dom.Element) svg.getElementsByTagName("polyline").item(0))
            .getAttribute("points")
            .split("[ ,]");
    double[] places = java.util.Arrays.stream(points).mapToDouble(Double::parseDouble).toArray();
    assertThat(places[1] - places[3])
        .as("4 is twice as high as 2")
        .isCloseTo(2 * (places[1] - places[5]), org.assertj.core.data.Offset.offset(0.3));
    NodeList shaded = svg.getElementsByTagName("rect");
    assertThat(number(shaded, 0, "width"))
        .as("half of the time is shaded")
        .isCloseTo((places[4] - places[0]) / 2, org.assertj.core.data.Offset.offset(0.3));
  }

  @Test
  void spansAreWhereTheyWereInTime() throws Exception {
    String html = HtmlPage.of(page("x", OptionalDouble.of(1), OptionalDouble.of(1)));
    NodeList spans = svg(html, 1).getElementsByTagName("rect");
    assertThat(number(spans, 1, "x") - number(spans, 0, "x"))
        .as("the second begins when the first has ended")
        .isCloseTo(number(spans, 0, "width"), org.assertj.core.data.Offset.offset(0.2));
    assertThat(number(spans, 1, "width") / number(spans, 0, "width"))
        .isCloseTo(3, org.assertj.core.data.Offset.offset(0.01));
  }

  private static double number(NodeList elements, int index, String attribute) {
    return Double.parseDouble(
        elements.item(index).getAttributes().getNamedItem(attribute).getNodeValue());
  }

  /** The drawing, which is XML. */
  private static Document svg(String html, int index) throws Exception {
    int start = -1;
    for (int i = 0; i <= index; i++) {
      start = html.indexOf("<svg", start + 1);
    }
    String svg = html.substring(start, html.indexOf("</svg>", start) + "</svg>".length());
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static Report page(String text, OptionalDouble first, OptionalDouble second) {
    return new Report(
        text,
        text,
        List.of(
            new Report.Section(
                text,
                List.of(
                    new Block.Paragraph(text),
                    new Block.Figures(List.of(new Block.Figure(text, text, text))),
                    new ReportTable(text, List.of(Column.text(text, text)), List.of(List.of(text))),
                    new BarChart(
                        text,
                        0,
                        false,
                        Numbers::seconds,
                        List.of(text, text),
                        List.of(
                            new BarChart.Series(text, List.of(first, second)),
                            new BarChart.Series(text, List.of(first, second)))),
                    new TimeLine(
                        text,
                        List.of(
                            new TimeLine.Lane(
                                text,
                                List.of(
                                    new TimeLine.Span(text, text, 0, 1, 0),
                                    new TimeLine.Span(text, text, 1, 3, 0)))))))));
  }
}
