package io.argosy.tpcd.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.report.ReportTable.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
  private static final List<Column> COLUMNS =
      List.of(Column.text("name", "of it"), Column.number("number", ""));

  @Test
  void quotesWhatNeedsQuotes() {
    ReportTable table =
        new ReportTable(
            "caption",
            COLUMNS,
            List.of(List.of("plain", "1"), List.of("a, \"b\"\nc", ""), List.of("", "2")));
    assertThat(Csv.of(table)).isEqualTo("name,number\r\nplain,1\r\n\"a, \"\"b\"\"\nc\",\r\n,2\r\n");
  }

  @Test
  void everyRowHasACellForEveryColumn() {
    assertThatThrownBy(() -> new ReportTable("caption", COLUMNS, List.of(List.of("one"))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
