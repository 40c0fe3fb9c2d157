package io.argosy.tpcd.cli;

import io.argosy.tpcd.oltp.OltpBenchmark.Lengths;
import io.argosy.tpcd.oltp.ProcessGroup;
import io.argosy.tpcd.oltp.TestedServer;
import io.argosy.tpcd.oltp.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what load is put on which servers, for a command to mix in. */
final class OltpOptions {
  /** There would be more accounts than an integer can number. */
  private static final int LARGEST_SCALE = 20_000;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--server",
      paramLabel = "NAME=JDBC_URL",
      description =
          "A server, and what the report calls it; may be given several times, ratios are to each"
              + " (default: one PostgreSQL and an Argosy, which are started).")
  private Map<String, String> urls = new LinkedHashMap<>();

  @Option(
      names = "--only",
      paramLabel = "NAME=WORKLOAD,..",
      description = "Run nothing but these workloads on this server.")
  private Map<String, String> only = new LinkedHashMap<>();

  @Option(
      names = "--processes",
      paramLabel = "NAME=PID,..",
      description =
          "The first processes of this server, if they are on this machine (Linux): the processor"
              + " time of these and of all that they started is shown for each transaction.")
  private Map<String, String> processes = new LinkedHashMap<>();

  @Option(
      names = "--workloads",
      split = ",",
      defaultValue = "select,update,tpc-b,tpc-b-colocated,batch",
      paramLabel = "WORKLOAD",
      description = {
        "What clients execute (default: ${DEFAULT-VALUE}): select and update of one account by key,"
            + " pgbench's transaction tpc-b over tables with keys of their own, tpc-b-colocated"
            + " over tables that are distributed by the branch, and batch-insert, batch-update and"
            + " batch-select (all three: batch) of 1,000 rows.",
        "A mode may follow, :literal, :simple, :extended or :prepared. select without one is run in"
            + " all four, the others are prepared."
      })
  private List<String> workloads;

  @Option(
      names = "--clients",
      split = ",",
      defaultValue = "1,8,32",
      paramLabel = "N",
      description = "How many clients there are at the same time (default: ${DEFAULT-VALUE}).")
  private List<Integer> clients;

  @Option(
      names = "--scale",
      defaultValue = "10",
      paramLabel = "N",
      description =
          "How many branches the tables have, each with 100,000 accounts, as pgbench counts"
              + " (default: ${DEFAULT-VALUE}).")
  private int scale;

  @Option(
      names = "--repeat",
      defaultValue = "5",
      paramLabel = "N",
      description =
          "How many rounds there are, of which the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      paramLabel = "SECONDS",
      description = "How long each measurement is (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "1",
      paramLabel = "SECONDS",
      description = "How long clients run before each measurement (default: ${DEFAULT-VALUE}).")
  private double warmUp;

  /** Throws where values cannot be. */
  void check() {
    OptionBounds bounds = new OptionBounds(command);
    bounds.atLeastOne("--repeat", rounds);
    bounds.atLeastOne("--scale", scale);
    bounds.require(scale <= LARGEST_SCALE, "--scale must be at most " + LARGEST_SCALE);
    bounds.require(seconds > 0, "--seconds must be more than 0");
    bounds.require(warmUp >= 0, "--warm-up must be at least 0");
    clients.forEach(count -> bounds.atLeastOne("--clients", count));
    bounds.require(
        urls.values().stream().noneMatch(url -> url.contains("preferQueryMode=")),
        "--server must not say preferQueryMode: --workloads does");
  }

  /** JDBC URLs by name, in their order; none if servers are to be started. */
  Map<String, String> urls() {
    return urls;
  }

  /**
   * The servers under these URLs.
   *
   * @throws ParameterException when another option names a server that is not among them, or
   *     processes that are not there
   */
  List<TestedServer> servers(Map<String, String> known) {
    OptionBounds bounds = new OptionBounds(command);
    Set<String> named = new HashSet<>(only.keySet());
    named.addAll(processes.keySet());
    named.removeAll(known.keySet());
    bounds.require(named.isEmpty(), "no --server is called " + String.join(", ", named));
    List<TestedServer> servers = new ArrayList<>();
    known.forEach(
        (name, url) ->
            servers.add(
                new TestedServer(
                    name,
                    url,
                    Optional.ofNullable(processes.get(name)).map(this::group),
                    Optional.ofNullable(only.get(name))
                        .map(text -> Set.copyOf(parse("--only", Arrays.asList(text.split(",")))))
                        .orElse(Set.of()))));
    return servers;
  }

  private ProcessGroup group(String text) {
    try {
      ProcessGroup group =
          new ProcessGroup(Arrays.stream(text.split(",")).map(Long::parseLong).toList());
      new OptionBounds(command)
          .require(group.isKnown(), "--processes: not all of " + text + " are on this machine");
      return group;
    } catch (NumberFormatException e) {
      throw new ParameterException(
          command.commandLine(), "--processes: not numbers of processes: " + text, e);
    }
  }

  List<Workload> workloads() {
    return parse("--workloads", workloads);
  }

  private List<Workload> parse(String option, List<String> texts) {
    try {
      return texts.stream().flatMap(text -> Workload.parse(text).stream()).distinct().toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  List<Integer> clients() {
    return clients;
  }

  int scale() {
    return scale;
  }

  Lengths lengths() {
    return new Lengths(rounds, warmUp, seconds);
  }
}
