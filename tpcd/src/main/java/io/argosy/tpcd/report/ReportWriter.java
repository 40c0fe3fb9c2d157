package io.argosy.tpcd.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a report in its three forms, under the same names for every benchmark: {@code report.html}
 * for people, {@code report.csv} and {@code report.json} for programs.
 *
 * @param directory created where it does not exist
 */
public record ReportWriter(Path directory) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Where the page is. */
  public Path page() {
    return directory.resolve("report.html");
  }

  /** Writes the files, replacing those that are there. */
  public void write(Report report, ReportTable table, JsonNode data) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(page(), HtmlPage.of(report));
    Files.writeString(directory.resolve("report.csv"), Csv.of(table));
    JSON.writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve("report.json").toFile(), data);
  }
}
