package io.argosy.lab.testbed;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * A client machine and N nodes, with what runs on them. There is at most one on a real machine:
 * whoever holds the lock of its state file owns everything whose name has the testbed's prefix, so
 * that the next one finds and removes what a killed one has left. Closing it removes everything but
 * the data, by the same code. May be closed by any thread at any time; otherwise used by one.
 */
public final class Testbed implements AutoCloseable {
  /** The most nodes that have addresses. */
  public static final int MOST_NODES = 64;

  private static final Path STATE = Path.of("/run/argosy-testbed.state");

  /** Whether this process has one; what the system locks, it locks against other processes. */
  private static final AtomicBoolean HERE = new AtomicBoolean();

  private static final Path MOUNTS = Path.of("/proc/self/mounts");
  private static final int CLIENT_NUMBER = 200;

  private final Path directory;
  private final FileChannel state;
  private final ControlGroups groups;
  private final List<Machine> machines = new ArrayList<>();
  private final Deque<AutoCloseable> services = new ArrayDeque<>();
  private boolean closed;

  private Testbed(Path directory, FileChannel state, ControlGroups groups) {
    this.directory = directory;
    this.state = state;
    this.groups = groups;
  }

  /**
   * What a testbed needs and this machine does not have, each with what to do about it.
   *
   * @param programs what is needed besides the testbed's own
   */
  public static List<String> missing(List<Program> programs) throws IOException {
    List<String> missing = new ArrayList<>();
    if (!System.getProperty("os.name").equals("Linux")) {
      return List.of("Linux: namespaces and control groups are its own");
    }
    if ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") != 0) {
      missing.add("root: run it with sudo, or as root");
    }
    List<Program> needed =
        new ArrayList<>(
            List.of(
                Program.IP,
                Program.TC,
                Program.NSENTER,
                Program.UNSHARE,
                Program.SETSID,
                Program.MOUNT,
                Program.UMOUNT,
                Program.LOSETUP));
    needed.addAll(programs);
    needed.stream().distinct().forEach(program -> program.missing().ifPresent(missing::add));
    ControlGroups.find(MOUNTS).missing().ifPresent(missing::add);
    return missing;
  }

  /**
   * Becomes the owner of the testbed, and removes what an earlier owner has left.
   *
   * @param directory where the machines keep their data; it stays
   * @param programs what is needed besides the testbed's own
   * @throws TestbedException when something is missing, or another testbed runs
   */
  public static Testbed claim(Path directory, List<Program> programs)
      throws IOException, InterruptedException {
    List<String> missing = missing(programs);
    if (!missing.isEmpty()) {
      throw new TestbedException(
          missing.stream()
              .map(what -> "  " + what)
              .collect(
                  Collectors.joining(
                      System.lineSeparator(),
                      "The testbed needs what is missing here:" + System.lineSeparator(),
                      "")));
    }
    if (!HERE.compareAndSet(false, true)) {
      throw anotherRuns(Long.toString(ProcessHandle.current().pid()));
    }
    try {
      return claim(directory);
    } catch (IOException | InterruptedException | RuntimeException e) {
      HERE.set(false);
      throw e;
    }
  }

  private static Testbed claim(Path directory) throws IOException, InterruptedException {
    FileChannel state =
        FileChannel.open(
            STATE, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      // Held until the channel is closed, or the process ends, however it ends. The system gives a
      // lock back when a process closes the file, whichever way it had opened it: so this channel
      // is the only one.
      if (state.tryLock() == null) {
        throw anotherRuns(read(state));
      }
      state.truncate(0);
      state.write(US_ASCII.encode(Long.toString(ProcessHandle.current().pid())));
      Path absolute = Files.createDirectories(directory).toRealPath();
      Testbed testbed = new Testbed(absolute, state, ControlGroups.find(MOUNTS));
      testbed.removeEverything();
      return testbed;
    } catch (IOException | InterruptedException | RuntimeException e) {
      state.close();
      throw e;
    }
  }

  private static TestbedException anotherRuns(String process) {
    return new TestbedException(
        "another testbed runs on this machine (its process: %s)".formatted(process));
  }

  private static String read(FileChannel state) throws IOException {
    ByteBuffer process = ByteBuffer.allocate(Long.toString(Long.MAX_VALUE).length());
    state.read(process, 0);
    return US_ASCII.decode(process.flip()).toString().strip();
  }

  /** Makes the machines, as fast as the real one. */
  public synchronized void build(int nodes) throws IOException, InterruptedException {
    requireOpen();
    BlockDevice disk = BlockDevice.of(directory);
    Network.createSwitch();
    machines.add(createMachine("client", CLIENT_NUMBER, disk));
    for (int i = 1; i <= nodes; i++) {
      machines.add(createMachine("node" + i, i, disk));
    }
  }

  private Machine createMachine(String name, int number, BlockDevice disk)
      throws IOException, InterruptedException {
    ControlGroup group = groups.create(Network.PREFIX + name);
    Network.plugIn(name, number);
    return new Machine(name, number, group, disk);
  }

  /** The machine that the client's own server runs on: a coordinator, or a single PostgreSQL. */
  public Machine client() {
    return machines.getFirst();
  }

  /** The machines that hold the data. */
  public List<Machine> nodes() {
    return List.copyOf(machines.subList(1, machines.size()));
  }

  /** Where the machines keep their data, an absolute path. */
  public Path directory() {
    return directory;
  }

  /** Holds all machines to the same throttles, those before forgotten. */
  public void throttle(Throttles throttles) throws IOException, InterruptedException {
    for (Machine machine : machines) {
      machine.throttle(throttles);
    }
  }

  /** Writes back what is dirty and empties the operating system's caches, of all machines. */
  public void dropCaches() throws IOException, InterruptedException {
    Command.of("sync").run();
    Files.writeString(Path.of("/proc/sys/vm/drop_caches"), "3");
  }

  /** Remembers what is stopped, in reverse order, before the machines are removed. */
  public synchronized void stopLater(AutoCloseable service) throws TestbedException {
    requireOpen();
    services.push(service);
  }

  /** Stops everything on the machines, and undoes their mounts; the machines stay. */
  public synchronized void stopServices() throws IOException, InterruptedException {
    while (!services.isEmpty()) {
      try {
        services.pop().close();
      } catch (IOException | InterruptedException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e.getMessage(), e);
      }
    }
    Mounts.removeAll();
  }

  private void requireOpen() throws TestbedException {
    if (closed) {
      throw new TestbedException("the testbed has been stopped");
    }
  }

  /** Whether {@link #close} was called, so that failures from now on are its consequences. */
  public synchronized boolean isClosed() {
    return closed;
  }

  /** Stops and removes everything but the data. Waits if another thread is at it. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (state) {
      try {
        // A server writes a checkpoint when it stops.
        throttle(Throttles.NONE);
        stopServices();
      } finally {
        removeEverything();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while removing the testbed", e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      HERE.set(false);
    }
  }

  private void removeEverything() throws IOException, InterruptedException {
    groups.removeAll(Network.PREFIX);
    Mounts.removeAll();
    Network.removeAll();
  }
}
