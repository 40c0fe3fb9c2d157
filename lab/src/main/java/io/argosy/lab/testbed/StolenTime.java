package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a virtual machine's host has kept from it: time in which a processor had something to do and
 * the host let it wait (proc_stat(5): steal). Both in the kernel's ticks, over all processors since
 * the machine was started.
 *
 * @param stolen the machine waited
 * @param busy it ran
 */
public record StolenTime(long stolen, long busy) {
  private static final Path STATISTICS = Path.of("/proc/stat");

  /** In the line, after its name: user, nice, system, idle, iowait, irq, softirq, steal. */
  private static final int IDLE = 4;

  private static final int WAITING = 5;
  private static final int STEAL = 8;

  /** Until now; nothing where the kernel does not tell. */
  public static StolenTime now() {
    try {
      return read(Files.readAllLines(STATISTICS).getFirst());
    } catch (IOException e) {
      return new StolenTime(0, 0);
    }
  }

  static StolenTime read(String line) {
    String[] fields = line.split(" +");
    long[] ticks =
        Arrays.stream(fields, 1, Math.min(fields.length, STEAL + 1))
            .mapToLong(Long::parseLong)
            .toArray();
    long all = Arrays.stream(ticks).sum();
    long stolen = ticks.length < STEAL ? 0 : ticks[STEAL - 1];
    return new StolenTime(stolen, all - stolen - ticks[IDLE - 1] - ticks[WAITING - 1]);
  }

  /** What has been added since then. */
  public StolenTime since(StolenTime before) {
    return new StolenTime(stolen - before.stolen, busy - before.busy);
  }

  /** The part of the time that the machine wanted and did not get, from 0 to 1. */
  public double share() {
    long wanted = stolen + busy;
    return wanted > 0 ? (double) stolen / wanted : 0;
  }
}
