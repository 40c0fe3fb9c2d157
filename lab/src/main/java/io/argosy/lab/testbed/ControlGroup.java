package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The processes of one machine, which share a processor quota and a disk. Not thread-safe. */
interface ControlGroup {
  /** The directories in which the kernel shows the group. */
  List<Path> directories();

  /**
   * Gives all its processes together so much processor time, or as much as there is. A limited
   * group gets its part before what else the real machine does, so that this hardly changes a
   * measurement.
   */
  void limitCores(OptionalDouble cores) throws IOException;

  /** Lets all its processes together read so fast from a disk, or as fast as it is. */
  void limitReads(BlockDevice disk, Optional<DataRate> rate) throws IOException;

  /** Processor time that its processes have used, in seconds. */
  double cpuSeconds() throws IOException;

  /** Bytes that its processes have read from a disk. */
  long bytesRead(BlockDevice disk) throws IOException;
}
