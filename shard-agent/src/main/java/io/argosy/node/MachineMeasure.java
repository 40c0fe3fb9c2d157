package io.argosy.node;

import java.util.Locale;

/**
 * What is sampled of a node's machine. Their order is part of the agents' protocol, and their names
 * in lower case are columns of {@code argosy.node_resources}.
 */
public enum MachineMeasure {
  PROCESSORS(Kind.COUNT, "Processors that the system has."),
  USER_SHARE(Kind.SHARE, "Of the time of all processors, what programs took."),
  SYSTEM_SHARE(Kind.SHARE, "Of the time of all processors, what the kernel took."),
  IOWAIT_SHARE(
      Kind.SHARE,
      "Of the time of all processors, what they were idle in while some task waited for a disk."),
  STEAL_SHARE(Kind.SHARE, "Of the time of all processors, what a hypervisor gave to others."),
  IDLE_SHARE(Kind.SHARE, "Of the time of all processors, what they had nothing to do in."),
  DISK_READS(Kind.RATE, "Reads of the disk per second."),
  DISK_READ_BYTES(Kind.BYTES_RATE, "Bytes read from the disk per second."),
  DISK_WRITES(Kind.RATE, "Writes to the disk per second."),
  DISK_WRITE_BYTES(Kind.BYTES_RATE, "Bytes written to the disk per second."),
  DISK_REQUEST_BYTES(Kind.BYTES, "The mean size of a read or write of the disk, in bytes."),
  DISK_FLUSHES(Kind.RATE, "Flushes of the disk's cache per second."),
  DISK_BUSY_SHARE(
      Kind.SHARE, "Of the time, what the disk, or the busiest one, had something to do."),
  NETWORK_IN_BYTES(Kind.BYTES_RATE, "Bytes received from other machines per second."),
  NETWORK_OUT_BYTES(Kind.BYTES_RATE, "Bytes sent to other machines per second."),
  NETWORK_IN_PACKETS(Kind.RATE, "Packets received from other machines per second."),
  NETWORK_OUT_PACKETS(Kind.RATE, "Packets sent to other machines per second."),
  LOOPBACK_BYTES(Kind.BYTES_RATE, "Bytes sent within the machine by its loopback per second."),
  LOOPBACK_PACKETS(Kind.RATE, "Packets sent within the machine by its loopback per second."),
  MEMORY_TOTAL(Kind.BYTES, "The machine's memory, in bytes."),
  MEMORY_AVAILABLE(Kind.BYTES, "Memory that programs can have without swapping, in bytes."),
  MEMORY_CACHED(Kind.BYTES, "Memory that holds contents of files, in bytes."),
  MEMORY_DIRTY(Kind.BYTES, "Memory that waits to be written to files, in bytes."),
  PROCESSOR_PRESSURE(Kind.SHARE, "Of the time, what some task waited for a processor (PSI)."),
  MEMORY_PRESSURE(Kind.SHARE, "Of the time, what some task waited for memory (PSI)."),
  MEMORY_PRESSURE_FULL(
      Kind.SHARE, "Of the time, what all tasks that had work waited for memory (PSI)."),
  IO_PRESSURE(Kind.SHARE, "Of the time, what some task waited for a disk (PSI)."),
  IO_PRESSURE_FULL(
      Kind.SHARE, "Of the time, what all tasks that had work waited for a disk (PSI)."),
  PROCESSOR_LIMIT(Kind.COUNT, "Processors that the server's control group may use at a time."),
  THROTTLED_SHARE(
      Kind.SHARE,
      "Of the periods of the processor limit, those in which the group had to wait for the next."),
  THROTTLED_TIME(
      Kind.RATE,
      "Seconds, added up over all processors, that this limit made the group wait per second."),
  MEMORY_LIMIT(Kind.BYTES, "Memory that the server's control group may have, in bytes."),
  MEMORY_USED(Kind.BYTES, "Memory that the server's control group has, in bytes.");

  /** How a value is to be understood. */
  public enum Kind {
    /** A number at the end of the sample. */
    COUNT,
    /** Bytes at the end of the sample, or their mean. */
    BYTES,
    /** A part of the sample's time, from 0 to 1. */
    SHARE,
    /** So many per second of the sample. */
    RATE,
    /** So many bytes per second of the sample. */
    BYTES_RATE;

    /** Whether values times lengths of samples can be added up over time. */
    public boolean isOfTime() {
      return this == SHARE || this == RATE || this == BYTES_RATE;
    }

    /** Whether a part of one means nothing. */
    public boolean isWhole() {
      return this == BYTES || this == BYTES_RATE;
    }
  }

  private final Kind kind;
  private final String description;

  MachineMeasure(Kind kind, String description) {
    this.kind = kind;
    this.description = description;
  }

  public Kind kind() {
    return kind;
  }

  /** A sentence, with the unit where it is none of time. */
  public String description() {
    return description;
  }

  /** The name of its column. */
  public String column() {
    return name().toLowerCase(Locale.ROOT);
  }
}
