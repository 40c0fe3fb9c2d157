package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.io.Closeable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The processes of one PostgreSQL server that work for requests and are not their backends. Not
 * thread-safe.
 */
final class ServerProcesses implements Closeable {
  /** A process that was looked at before, and so what it does is known. */
  private static final class Helper implements Closeable {
    private final LinuxProcess process;
    private final OptionalInt leader;
    private final boolean reads;
    private ResourceUse.Files before;

    Helper(LinuxProcess process, String title) {
      this.process = process;
      this.leader = ProcessTitle.leader(title);
      this.reads = ProcessTitle.isOfReader(title);
    }

    /** Whether it works for requests. */
    boolean works() {
      return leader.isPresent() || reads;
    }

    /** What it has read since the look before; nothing at the first. */
    Optional<ResourceUse.Files> filesSinceLast() {
      Optional<ResourceUse.Files> counted = process.files();
      Optional<ResourceUse.Files> since =
          counted.map(now -> ProcessCounters.between(before == null ? now : before, now));
      before = counted.orElse(null);
      return since;
    }

    @Override
    public void close() {
      process.close();
    }
  }

  /** What was read in a longer time than this may have been for requests that have ended. */
  private static final Duration LONGEST_TIME = Duration.ofMillis(500);

  private final Path proc;
  private final Optional<LinuxProcess> postmaster;

  /** By process id; empty for those that do not work for requests. */
  private final Map<Integer, Optional<Helper>> children = new HashMap<>();

  ServerProcesses(Path proc, int postmaster) {
    this.proc = proc;
    this.postmaster = LinuxProcess.open(proc, postmaster);
  }

  /** Whether the server runs no more. */
  boolean ended() {
    return postmaster.map(LinuxProcess::state).orElse(ProcessState.ENDED) == ProcessState.ENDED;
  }

  /**
   * Looks at all of them, and at the backends, and tells the requests what they have done.
   *
   * @param requests those of this server that are running
   * @param since nanoseconds since the look before
   */
  void look(List<RunningRequest> requests, long since) {
    Set<Integer> alive = postmaster.map(LinuxProcess::children).orElse(Set.of());
    forgetAllBut(alive);
    Map<Integer, RunningRequest> byBackend = new HashMap<>();
    requests.forEach(request -> byBackend.put(request.backend(), request));
    Optional<ResourceUse.Files> read = Optional.of(ResourceUse.Files.NOTHING);
    boolean waitsForDisk = false;
    for (int id : alive) {
      Optional<Helper> known = helper(id);
      if (known.isEmpty()) {
        continue;
      }
      Helper helper = known.get();
      if (helper.leader.isPresent()) {
        RunningRequest request = byBackend.get(helper.leader.getAsInt());
        if (request != null) {
          helper.process.counters().ifPresent(counters -> request.works(id, counters));
        }
        continue;
      }
      ProcessState state = helper.process.state();
      if (state != ProcessState.ENDED) {
        waitsForDisk |= state == ProcessState.WAITS_FOR_DISK;
        read = read.flatMap(sum -> helper.filesSinceLast().map(sum::plus));
      }
    }
    if (since <= LONGEST_TIME.toNanos()) {
      // Others wait for their client, or for a notification.
      List<RunningRequest> awaited = requests.stream().filter(RunningRequest::isAwaited).toList();
      share(awaited, read, waitsForDisk, since);
    }
  }

  private void forgetAllBut(Set<Integer> alive) {
    children
        .entrySet()
        .removeIf(
            child -> {
              boolean ended = !alive.contains(child.getKey());
              if (ended) {
                child.getValue().ifPresent(Helper::close);
              }
              return ended;
            });
  }

  /**
   * What was read for all is divided among those who may have waited for it, by how much of the
   * time they were there.
   */
  private static void share(
      List<RunningRequest> requests,
      Optional<ResourceUse.Files> read,
      boolean readersWait,
      long since) {
    long now = System.nanoTime();
    double all = requests.stream().mapToDouble(request -> Math.min(since, request.age(now))).sum();
    for (RunningRequest request : requests) {
      long present = Math.min(since, request.age(now));
      request.hasRead(read.map(files -> files.times(all <= 0 ? 0 : present / all)));
      ProcessState state = request.state();
      if (state == ProcessState.WAITS_FOR_DISK || readersWait && state == ProcessState.SLEEPS) {
        request.waitedForDisk(present);
      }
    }
  }

  /** Empty for a process that does not work for requests, or has ended. */
  private Optional<Helper> helper(int id) {
    Optional<Helper> known = children.get(id);
    if (known != null) {
      return known;
    }
    Optional<LinuxProcess> process = LinuxProcess.open(proc, id);
    String title = process.map(LinuxProcess::title).orElse("");
    if (!ProcessTitle.isKnown(title)) {
      // It has not said yet what it is.
      process.ifPresent(LinuxProcess::close);
      return Optional.empty();
    }
    Optional<Helper> helper =
        process.map(opened -> new Helper(opened, title)).filter(Helper::works);
    if (helper.isEmpty()) {
      process.ifPresent(LinuxProcess::close);
    }
    children.put(id, helper);
    return helper;
  }

  @Override
  public void close() {
    children.values().forEach(child -> child.ifPresent(Helper::close));
    postmaster.ifPresent(LinuxProcess::close);
  }
}
