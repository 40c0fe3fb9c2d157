package io.argosy.tests.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/** A file of behaviours of {@code tests/clients} by a driver of Java. */
final class JvmBehaviours {
  private final Path file;
  private final JvmDriver.Connector connector;
  private final List<String> lines = new ArrayList<>();
  private JvmDriver driver;

  JvmBehaviours(Path file, JvmDriver.Connector connector) {
    this.file = file;
    this.connector = connector;
  }

  /** Does all of them; gives what a program of another language would print. */
  List<String> run() throws IOException, SQLException {
    for (JsonNode behaviour : new ObjectMapper().readTree(file.toFile())) {
      lines.add("== " + behaviour.get("behaviour").asText());
      try (JvmDriver connected =
          connector.connect(behaviour.path("format").asText().equals("binary"))) {
        driver = connected;
        steps(behaviour.get("steps"));
      } catch (UnsupportedOperationException e) {
        lines.add(DriverReport.NOT_OFFERED);
      }
    }
    return lines;
  }

  private void steps(JsonNode steps) throws SQLException {
    for (JsonNode step : steps) {
      for (int time = 0; time < step.path("times").asInt(1); time++) {
        try {
          lines.addAll(step(step));
        } catch (SQLException | RuntimeException e) {
          String description = driver.described(e);
          if (description == null) {
            throw e;
          }
          lines.add("error " + description);
        }
      }
    }
  }

  private List<String> step(JsonNode step) throws SQLException {
    String kind = step.fieldNames().next();
    String sql = step.get(kind).asText();
    return switch (kind) {
      case "query" -> driver.query(sql, row(step.path("parameters")));
      case "stream" -> {
        JvmDriver.Streamed streamed =
            driver.stream(sql, step.get("rows").asInt(), step.path("until").asInt());
        yield List.of(streamed.rows() + " rows, " + streamed.total() + " in all");
      }
      case "copy in" ->
          List.of(Long.toString(driver.copyIn(sql, step.get("data").asText().getBytes(UTF_8))));
      case "copy out" -> everyHundredth(new String(driver.copyOut(sql), UTF_8));
      case "cancel" -> {
        driver.cancel(sql);
        yield List.of("not cancelled");
      }
      case "batch" -> {
        driver.batch(
            sql,
            StreamSupport.stream(step.get("parameters").spliterator(), false)
                .map(JvmBehaviours::row)
                .toList());
        yield List.of("done");
      }
      case "pipeline" -> throw new UnsupportedOperationException(kind);
      case "notices" -> driver.notices(sql);
      case "transaction" -> {
        driver.transaction(sql.equals("commit"), () -> steps(step.get("steps")));
        yield List.of(sql);
      }
      default -> throw new IllegalArgumentException("unknown step " + step);
    };
  }

  private static List<DriverValue> row(JsonNode parameters) {
    return StreamSupport.stream(parameters.spliterator(), false).map(DriverValue::parse).toList();
  }

  private static List<String> everyHundredth(String output) {
    List<String> sorted = output.lines().sorted().toList();
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i += 100) {
      seen.add(sorted.get(i));
    }
    seen.add(sorted.size() + " lines");
    return seen;
  }
}
