package io.argosy.tpcd.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Outcomes as a JSON array of one object per query: {@code query} (number), {@code strategy},
 * {@code seconds}, {@code single_seconds}, {@code rows}, {@code network_bytes}, {@code node_bytes},
 * {@code same} (boolean) and {@code difference}. What is not known is null.
 */
public final class OutcomeJson {
  private static final ObjectMapper JSON = new ObjectMapper();

  private OutcomeJson() {}

  /** Writes the file, replacing one that is there. */
  public static void write(Path file, List<QueryOutcome> outcomes) throws IOException {
    ArrayNode rows = JSON.createArrayNode();
    for (QueryOutcome outcome : outcomes) {
      ObjectNode row = rows.addObject();
      row.put("query", outcome.query().number());
      row.put("strategy", outcome.plan().strategy().orElse(null));
      row.put("seconds", seconds(outcome.seconds()));
      row.put("single_seconds", seconds(outcome.singleSeconds()));
      row.put("rows", number(outcome.rows()));
      row.put("network_bytes", number(outcome.plan().networkBytes()));
      row.put("node_bytes", number(outcome.plan().nodeBytes()));
      row.put("same", outcome.same().orElse(null));
      row.put("difference", outcome.difference().orElse(null));
    }
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), rows);
  }

  /** To the microsecond. */
  private static Double seconds(OptionalDouble seconds) {
    return seconds.isPresent() ? Math.round(seconds.getAsDouble() * 1e6) / 1e6 : null;
  }

  private static Long number(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }
}
