package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One of the machines that the real one pretends to be. Its processes may use any thread. */
public final class Machine {
  /**
   * Joins the control groups, then becomes the command, in a session that Ctrl-C does not reach.
   */
  private static final String JOIN =
      "for group in $0; do echo $$ > \"$group/cgroup.procs\" || exit 126; done; exec \"$@\"";

  private final String name;
  private final int number;
  private final ControlGroup group;
  private final BlockDevice disk;

  Machine(String name, int number, ControlGroup group, BlockDevice disk) {
    this.name = name;
    this.number = number;
    this.group = group;
    this.disk = disk;
  }

  public String name() {
    return name;
  }

  /** Its address in the testbed's network. */
  public String address() {
    return Network.address(number);
  }

  /** The words of a command that runs on this machine. */
  List<String> onThisMachine(List<String> command) {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "sh",
            "-c",
            JOIN,
            String.join(" ", group.directories().stream().map(Path::toString).toList()),
            "setsid"));
    words.addAll(Network.enter(Network.namespace(name)));
    words.addAll(command);
    return words;
  }

  /**
   * Runs a command to its end.
   *
   * @return what it wrote
   */
  public String run(String... command) throws TestbedException, InterruptedException {
    return new Command(onThisMachine(List.of(command))).run();
  }

  /**
   * Takes a process of the real machine in: from now on it, and what it starts, shares this
   * machine's processor and disk. It keeps its network, and what it had started stays where it is.
   */
  public void takeIn(ProcessHandle process) throws IOException {
    for (Path directory : group.directories()) {
      Files.writeString(directory.resolve("cgroup.procs"), Long.toString(process.pid()));
    }
  }

  /** Holds it to the throttles, those before forgotten. */
  public void throttle(Throttles throttles) throws IOException, InterruptedException {
    group.limitCores(throttles.cores());
    group.limitReads(disk, throttles.disk());
    Network.throttle(name, number, throttles.network());
  }

  /** Processor time that its processes have used since the machine was made, in seconds. */
  public double cpuSeconds() throws IOException {
    return group.cpuSeconds();
  }

  /** Bytes that have come over its link since the machine was made. */
  public long networkBytesReceived() throws IOException, InterruptedException {
    return Network.bytesReceived(name);
  }

  /** Bytes that its processes have read from the real disk since the machine was made. */
  public long diskBytesRead() throws IOException {
    return group.bytesRead(disk);
  }
}
