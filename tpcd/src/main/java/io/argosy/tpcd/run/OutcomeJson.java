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
    outcomes.forEach(outcome -> add(rows, outcome));
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), rows);
  }

  /**
   * Writes paired outcomes: an object with {@code geometric_mean_ratio} and the array {@code
   * queries}, whose objects have {@code ratio}, {@code fragment_seconds} and {@code
   * ratio_to_fragment} besides.
   */
  public static void writePaired(Path file, List<PairedOutcome> outcomes) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    root.put("geometric_mean_ratio", rounded(PairedOutcome.geometricMean(outcomes)));
    ArrayNode rows = root.putArray("queries");
    for (PairedOutcome outcome : outcomes) {
      ObjectNode row = add(rows, outcome.outcome());
      row.put("ratio", rounded(outcome.ratio()));
      row.put("fragment_seconds", rounded(outcome.fragmentSeconds()));
      row.put("ratio_to_fragment", rounded(outcome.ratioToFragment()));
    }
    JSON.writerWithDefaultPrettyPrinter().writeValue(file.toFile(), root);
  }

  private static ObjectNode add(ArrayNode rows, QueryOutcome outcome) {
    ObjectNode row = rows.addObject();
    row.put("query", outcome.query().number());
    row.put("strategy", outcome.plan().strategy().orElse(null));
    row.put("seconds", rounded(outcome.seconds()));
    row.put("single_seconds", rounded(outcome.singleSeconds()));
    row.put("rows", number(outcome.rows()));
    row.put("network_bytes", number(outcome.plan().networkBytes()));
    row.put("node_bytes", number(outcome.plan().nodeBytes()));
    row.put("same", outcome.same().orElse(null));
    row.put("difference", outcome.difference().orElse(null));
    return row;
  }

  /** Seconds to the microsecond. */
  private static Double rounded(OptionalDouble value) {
    return value.isPresent() ? Math.round(value.getAsDouble() * 1e6) / 1e6 : null;
  }

  private static Long number(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }
}
