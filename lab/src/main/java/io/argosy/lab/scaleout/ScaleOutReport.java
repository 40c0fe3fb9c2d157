package io.argosy.lab.scaleout;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.BarChart;
import io.argosy.tpcd.report.BarChart.Series;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * The report of a scale-out, as a page and as data.
 *
 * @param machine the real machine
 * @param clusters what was measured; of each placement, the first is what speed-ups are over
 */
public record ScaleOutReport(
    String machine, ScaleOut.Workload workload, List<ClusterOutcome> clusters) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public ScaleOutReport {
    clusters = List.copyOf(clusters);
  }

  /** The cluster that another one's speed-ups are over. */
  public ClusterOutcome smallest(ClusterOutcome cluster) {
    return clusters.stream()
        .filter(other -> other.placement() == cluster.placement())
        .findFirst()
        .orElseThrow();
  }

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), table(value -> Double.toString(value)), json());
  }

  private Report report() {
    List<Section> sections = new ArrayList<>();
    for (Placement placement : placements()) {
      sections.add(section(placement));
    }
    sections.add(
        new Section(
            "All measurements",
            List.of(
                new Paragraph(
                    "What limits a query is told from the processor time that the machines used:"
                        + " whoever used up its share was what the others waited for."),
                table(Numbers::rounded))));
    sections.add(
        new Section("Where it ran", List.of(new Paragraph("The real machine: " + machine))));
    return new Report(
        "Scale-out at scale %s, nodes of %s of a core"
            .formatted(Numbers.rounded(workload.scale()), Numbers.rounded(workload.cores().node())),
        "Every machine has a fixed share of a processor of one real machine, the coordinator's %s"
                .formatted(Numbers.rounded(workload.cores().coordinator()))
            + " of a core. Data and programs are warm; times are medians of %d executions%s."
                .formatted(workload.repetitions(), settings()),
        sections);
  }

  private String settings() {
    return workload.settings().isEmpty()
        ? ""
        : workload.settings().stream()
            .map(SessionSetting::toString)
            .collect(Collectors.joining(", ", " with ", ""));
  }

  private List<Placement> placements() {
    return clusters.stream().map(ClusterOutcome::placement).distinct().toList();
  }

  private Section section(Placement placement) {
    List<ClusterOutcome> larger =
        clusters.stream()
            .filter(cluster -> cluster.placement() == placement && cluster != smallest(cluster))
            .toList();
    List<Block> blocks = new ArrayList<>();
    for (ClusterOutcome cluster : larger) {
      blocks.add(
          new Paragraph(
              "%d nodes against %d: %s in the geometric mean."
                  .formatted(
                      cluster.nodes(),
                      smallest(cluster).nodes(),
                      Numbers.factor(cluster.meanSpeedUp(smallest(cluster))))));
    }
    if (!larger.isEmpty()) {
      blocks.add(
          new BarChart(
              "Speed-up of each query over the smallest cluster",
              0,
              false,
              Numbers::factor,
              workload.queries().stream().map(Query::title).toList(),
              larger.stream().map(this::speedUps).toList()));
    }
    return new Section("Placement " + placement, blocks);
  }

  private Series speedUps(ClusterOutcome cluster) {
    return new Series(
        cluster.nodes() + " nodes",
        workload.queries().stream()
            .map(query -> OptionalDouble.of(cluster.speedUp(smallest(cluster), query)))
            .toList());
  }

  private ReportTable table(DoubleFunction<String> number) {
    List<List<String>> rows = new ArrayList<>();
    for (ClusterOutcome cluster : clusters) {
      for (QueryTime time : cluster.queries()) {
        rows.add(
            List.of(
                cluster.placement().toString(),
                Integer.toString(cluster.nodes()),
                time.query().title(),
                number.apply(time.seconds()),
                number.apply(cluster.speedUp(smallest(cluster), time.query())),
                number.apply(time.coordinatorCpuSeconds()),
                number.apply(time.busiestNodeCpuSeconds()),
                number.apply(time.nodesCpuSeconds()),
                Limit.of(time.query(), cluster, smallest(cluster)).meaning(),
                time.difference().orElse("same")));
      }
    }
    return new ReportTable(
        "Times and processor times",
        List.of(
            Column.text("placement", ""),
            Column.number("nodes", ""),
            Column.text("query", ""),
            Column.number("seconds", "the median"),
            Column.number("speed_up", "over the smallest cluster with this placement"),
            Column.number("coordinator_cpu", "processor seconds of the coordinator's machine"),
            Column.number("busiest_node_cpu", "processor seconds of the busiest node"),
            Column.number("nodes_cpu", "processor seconds of all nodes"),
            Column.text("limit", "what keeps it from being faster"),
            Column.text("answer", "against the first cluster's")),
        rows);
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("machine", machine);
    root.put("scale", workload.scale());
    root.put("cores", workload.cores().node());
    root.put("coordinator_cores", workload.cores().coordinator());
    root.put("repetitions", workload.repetitions());
    ArrayNode settings = root.putArray("settings");
    workload.settings().forEach(setting -> settings.add(setting.toString()));
    ArrayNode all = root.putArray("clusters");
    for (ClusterOutcome cluster : clusters) {
      ObjectNode node = all.addObject();
      node.put("placement", cluster.placement().toString());
      node.put("nodes", cluster.nodes());
      node.put("mean_speed_up", cluster.meanSpeedUp(smallest(cluster)));
      ArrayNode rows = node.putArray("queries");
      for (QueryTime time : cluster.queries()) {
        ObjectNode row = rows.addObject();
        row.put("query", time.query().number());
        row.put("seconds", time.seconds());
        row.put("speed_up", cluster.speedUp(smallest(cluster), time.query()));
        row.put("coordinator_cpu_seconds", time.coordinatorCpuSeconds());
        row.put("busiest_node_cpu_seconds", time.busiestNodeCpuSeconds());
        row.put("nodes_cpu_seconds", time.nodesCpuSeconds());
        row.put("limit", Limit.of(time.query(), cluster, smallest(cluster)).name());
        row.put("difference", time.difference().orElse(null));
      }
    }
    return root;
  }
}
