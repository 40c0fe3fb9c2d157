package io.argosy.lab.testbed;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The machines' network: a namespace for each, and one with a bridge that all are plugged into. The
 * addresses are from the range that RFC 2544 sets apart for tests of devices, and lead nowhere.
 */
final class Network {
  /** The name of everything that the testbed makes begins so. */
  static final String PREFIX = "argosy-testbed-";

  /** The mask of all machines' addresses, as PostgreSQL writes it. */
  static final String RANGE = "198.18.0.0/24";

  private static final String ADDRESS = "198.18.0.";
  private static final int MASK_BITS = 24;

  private static final String SWITCH = PREFIX + "switch";
  private static final String BRIDGE = "bridge";
  private static final String MACHINE_END = "eth0";

  /** The real machine's own end; a name has at most 15 characters. */
  private static final String HOST_END = "argosy-testbed";

  private static final int HOST_NUMBER = 254;

  /** What passes at once: the kernel hands over up to 64 KiB, and looks again after a while. */
  private static final long SMALLEST_BURST = 128 << 10;

  private static final long BURSTS_PER_SECOND = 250;

  private Network() {}

  static String namespace(String machine) {
    return PREFIX + machine;
  }

  /** How a command enters a namespace, in front of its own words. */
  static List<String> enter(String namespace) {
    // Not "ip netns exec", which keeps mounts from being undone.
    return List.of("nsenter", "--net=/run/netns/" + namespace);
  }

  static String address(int number) {
    return ADDRESS + number;
  }

  /** Makes the bridge, and plugs the real machine in. */
  static void createSwitch() throws TestbedException, InterruptedException {
    run("ip", "netns", "add", SWITCH);
    inside(SWITCH, "ip", "link", "add", BRIDGE, "type", "bridge");
    inside(SWITCH, "ip", "link", "set", BRIDGE, "up");
    run("ip", "link", "add", HOST_END, "type", "veth", "peer", "name", "host", "netns", SWITCH);
    inside(SWITCH, "ip", "link", "set", "host", "master", BRIDGE, "up");
    run("ip", "address", "add", address(HOST_NUMBER) + "/" + MASK_BITS, "dev", HOST_END);
    run("ip", "link", "set", HOST_END, "up");
  }

  /** Makes a machine's namespace and plugs it in. */
  static void plugIn(String machine, int number) throws TestbedException, InterruptedException {
    String namespace = namespace(machine);
    run("ip", "netns", "add", namespace);
    run(
        "ip",
        "link",
        "add",
        port(number),
        "netns",
        SWITCH,
        "type",
        "veth",
        "peer",
        "name",
        MACHINE_END,
        "netns",
        namespace);
    inside(SWITCH, "ip", "link", "set", port(number), "master", BRIDGE, "up");
    inside(
        namespace, "ip", "address", "add", address(number) + "/" + MASK_BITS, "dev", MACHINE_END);
    inside(namespace, "ip", "link", "set", MACHINE_END, "up");
    inside(namespace, "ip", "link", "set", "lo", "up");
  }

  /** Holds what a machine sends, and what it is sent, to a rate each, or to none. */
  static void throttle(String machine, int number, Optional<DataRate> rate)
      throws TestbedException, InterruptedException {
    throttleEnd(namespace(machine), MACHINE_END, rate);
    throttleEnd(SWITCH, port(number), rate);
  }

  private static void throttleEnd(String namespace, String end, Optional<DataRate> rate)
      throws TestbedException, InterruptedException {
    if (rate.isEmpty()) {
      inside(namespace, "tc", "qdisc", "replace", "dev", end, "root", "pfifo_fast");
      return;
    }
    long bytes = rate.get().bytesPerSecond();
    long burst = Math.max(SMALLEST_BURST, bytes / BURSTS_PER_SECOND);
    inside(
        namespace,
        "tc",
        "qdisc",
        "replace",
        "dev",
        end,
        "root",
        "tbf",
        "rate",
        bytes * 8 + "bit",
        "burst",
        Long.toString(burst),
        "latency",
        "50ms");
  }

  /** Bytes that a machine has been sent. */
  static long bytesReceived(String machine) throws TestbedException, InterruptedException {
    // In a table with a line for each device: its name, a colon, and bytes received first.
    List<String> command = new ArrayList<>(enter(namespace(machine)));
    command.addAll(List.of("cat", "/proc/net/dev"));
    String prefix = MACHINE_END + ":";
    return new Command(command)
        .run()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).strip().split("\\s+")[0]))
        .sum();
  }

  private static String port(int number) {
    return "port" + number;
  }

  private static void run(String... words) throws TestbedException, InterruptedException {
    try {
      Command.of(words).run();
    } catch (TestbedException e) {
      throw new TestbedException(
          e.getMessage()
              + System.lineSeparator()
              + "The kernel needs network namespaces, veth, bridge and tbf (CONFIG_NET_NS,"
              + " CONFIG_VETH, CONFIG_BRIDGE, CONFIG_NET_SCH_TBF).",
          e);
    }
  }

  private static void inside(String namespace, String... words)
      throws TestbedException, InterruptedException {
    List<String> command = new ArrayList<>(enter(namespace));
    command.addAll(List.of(words));
    run(command.toArray(String[]::new));
  }

  /**
   * Removes every namespace of a testbed; the links go with their ends. The one that has an end
   * here goes first: the kernel removes namespaces, and what is in them, when it likes.
   */
  static void removeAll() throws TestbedException, InterruptedException {
    if (Command.of("ip", "-o", "link", "show").run().contains(" " + HOST_END + "@")) {
      Command.of("ip", "link", "delete", HOST_END).run();
    }
    for (String line : Command.of("ip", "netns", "list").run().lines().toList()) {
      String name = line.split(" ")[0];
      if (name.startsWith(PREFIX)) {
        Command.of("ip", "netns", "delete", name).run();
      }
    }
  }
}
