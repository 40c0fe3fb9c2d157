package io.argosy.tests.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Kills what tests have started and not ended when their own process ends. */
final class EndWithThisProcess {
  private static final Set<ProcessHandle> PROCESSES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform().unstarted(() -> PROCESSES.forEach(ProcessHandle::destroyForcibly)));
  }

  private EndWithThisProcess() {}

  static void add(ProcessHandle process) {
    PROCESSES.add(process);
    process.onExit().thenAccept(PROCESSES::remove);
  }
}
