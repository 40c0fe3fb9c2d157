package io.argosy.lab.architecture;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.report.HtmlPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A comparison as files of a directory: {@code comparison.html} for people, {@code
 * comparison.json}, and the same as tables in {@code queries.csv} and {@code throughput.csv}.
 * Speed-ups are over the first architecture. Bytes and seconds throughout; what is not known is
 * null, and empty in the tables.
 */
public final class ComparisonFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUERY_HEADER =
      "architecture,query,seconds,speed_up,disk_bytes,client_network_bytes,answer_bytes,"
          + "compression_factor,client_cpu_seconds,nodes_cpu_seconds,same";

  private ComparisonFiles() {}

  /**
   * Writes the files, replacing those that are there.
   *
   * @param nodes how many nodes there were
   * @param outcomes what the architectures have shown so far, at least one
   */
  public static void write(
      Path directory, int nodes, Comparison.Workload workload, List<ArchitectureOutcome> outcomes)
      throws IOException {
    Files.createDirectories(directory);
    ObjectNode root = JSON.createObjectNode();
    root.put("scale", workload.scale());
    root.put("nodes", nodes);
    ObjectNode throttles = root.putObject("throttles");
    Throttles limits = workload.throttles();
    putNumber(throttles, "cores", limits.cores());
    limits.disk().ifPresent(rate -> throttles.put("disk_bytes_per_second", rate.bytesPerSecond()));
    limits
        .network()
        .ifPresent(rate -> throttles.put("network_bytes_per_second", rate.bytesPerSecond()));
    ArrayNode architectures = root.putArray("architectures");
    List<String> queryLines = new ArrayList<>(List.of(QUERY_HEADER));
    List<String> throughputLines =
        new ArrayList<>(List.of("architecture,block_bytes,bytes_per_second"));
    for (ArchitectureOutcome outcome : outcomes) {
      String name = outcome.architecture().name();
      ObjectNode architecture = architectures.addObject();
      architecture.put("name", name);
      architecture.put("description", outcome.architecture().description());
      ArrayNode throughputs = architecture.putArray("raw_reads");
      for (RawReads.Throughput throughput : outcome.throughputs()) {
        ObjectNode row = throughputs.addObject();
        row.put("block_bytes", throughput.blockBytes());
        row.put("bytes_per_second", throughput.rate().bytesPerSecond());
        row.put("client_cpu_seconds", throughput.clientCpuSeconds());
        row.put("nodes_cpu_seconds", throughput.nodesCpuSeconds());
        row.put("stolen_share", throughput.stolenShare());
        throughputLines.add(
            name + "," + throughput.blockBytes() + "," + throughput.rate().bytesPerSecond());
      }
      ArrayNode streams = architecture.putArray("streams");
      for (StreamCost stream : outcome.streams()) {
        ObjectNode row = streams.addObject();
        row.put("query", stream.query().toString());
        row.put("table_bytes", stream.tableBytes());
        row.put("seconds", stream.seconds());
        row.put("bytes_per_second", stream.bytesPerSecond());
        row.put("client_cpu_seconds", stream.clientCpuSeconds());
        row.put("nodes_cpu_seconds", stream.nodesCpuSeconds());
        row.put("stolen_share", stream.stolenShare());
      }
      ArrayNode queries = architecture.putArray("queries");
      for (QueryCost cost : outcome.queries()) {
        OptionalDouble speedUp = outcome.speedUp(cost, outcomes.getFirst());
        addQuery(queries.addObject(), cost, speedUp);
        queryLines.add(queryLine(name, cost, speedUp));
      }
    }
    JSON.writerWithDefaultPrettyPrinter()
        .writeValue(directory.resolve("comparison.json").toFile(), root);
    Files.write(directory.resolve("queries.csv"), queryLines);
    Files.write(directory.resolve("throughput.csv"), throughputLines);
    Files.writeString(
        directory.resolve("comparison.html"),
        HtmlPage.of(new ComparisonPage(nodes, workload, outcomes).report()));
  }

  private static void addQuery(ObjectNode row, QueryCost cost, OptionalDouble speedUp) {
    row.put("query", cost.query().number());
    putNumber(row, "seconds", cost.seconds());
    putNumber(row, "speed_up", speedUp);
    row.put("disk_bytes", cost.diskBytes());
    row.put("client_network_bytes", cost.clientNetworkBytes());
    row.put("answer_bytes", cost.answerBytes());
    putNumber(row, "compression_factor", cost.compressionFactor());
    row.put("client_cpu_seconds", cost.clientCpuSeconds());
    row.put("nodes_cpu_seconds", cost.nodesCpuSeconds());
    row.put("stolen_share", cost.stolenShare());
    row.put("same", cost.difference().isEmpty());
    row.put("difference", cost.difference().orElse(null));
  }

  private static void putNumber(ObjectNode row, String name, OptionalDouble value) {
    row.put(name, value.isPresent() ? (Double) value.getAsDouble() : null);
  }

  private static String queryLine(String name, QueryCost cost, OptionalDouble speedUp) {
    return String.join(
        ",",
        name,
        Integer.toString(cost.query().number()),
        text(cost.seconds()),
        text(speedUp),
        Long.toString(cost.diskBytes()),
        Long.toString(cost.clientNetworkBytes()),
        Long.toString(cost.answerBytes()),
        text(cost.compressionFactor()),
        text(OptionalDouble.of(cost.clientCpuSeconds())),
        text(OptionalDouble.of(cost.nodesCpuSeconds())),
        Boolean.toString(cost.difference().isEmpty()));
  }

  private static String text(OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, "%.6f", value.getAsDouble()) : "";
  }
}
