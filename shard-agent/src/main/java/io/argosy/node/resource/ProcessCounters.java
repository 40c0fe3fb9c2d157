package io.argosy.node.resource;

import io.argosy.node.ResourceUse;
import java.util.Optional;

/**
 * What Linux has counted of a process since its start.
 *
 * @param parent the process id of its parent
 * @param processor nanoseconds for which a processor ran it
 * @param queue nanoseconds for which it could have run
 * @param userTicks of a clock that ticks a hundred times a second, outside of the kernel
 * @param systemTicks of the same, in the kernel
 * @param files bytes that it read and wrote; empty where this process may not know
 */
record ProcessCounters(
    int parent,
    long processor,
    long queue,
    long userTicks,
    long systemTicks,
    Optional<ResourceUse.Files> files) {
  /** The same, with so many nanoseconds more of a processor, and of waiting for one. */
  ProcessCounters plus(long moreProcessor, long moreQueue) {
    return new ProcessCounters(
        parent, processor + moreProcessor, queue + moreQueue, userTicks, systemTicks, files);
  }

  /** The same without what was counted in between. */
  ProcessCounters without(BackendMeter.Span span) {
    ProcessCounters from = span.from();
    ProcessCounters to = span.to();
    return new ProcessCounters(
        parent,
        processor - Math.max(0, to.processor - from.processor),
        queue - Math.max(0, to.queue - from.queue),
        userTicks - (to.userTicks - from.userTicks),
        systemTicks - (to.systemTicks - from.systemTicks),
        files.flatMap(all -> to.filesSince(from).map(all::minus)));
  }

  /** The same, where times are not less than those. */
  ProcessCounters notLessThan(ProcessCounters other) {
    return plus(Math.max(0, other.processor - processor), Math.max(0, other.queue - queue));
  }

  /** What it has read and written since an earlier look. */
  Optional<ResourceUse.Files> filesSince(ProcessCounters before) {
    return files.flatMap(now -> before.files.map(then -> between(then, now)));
  }

  /** What has been read and written between two looks. */
  static ResourceUse.Files between(ResourceUse.Files then, ResourceUse.Files now) {
    return new ResourceUse.Files(
        now.fromDisk() - then.fromDisk(),
        // What was read ahead was read from the disk before anybody read it.
        Math.max(0, now.fromCache() - then.fromCache()),
        now.written() - then.written());
  }

  /** The share of the kernel in the processor time since an earlier look, in nanoseconds. */
  long systemSince(ProcessCounters before) {
    long inKernel = systemTicks - before.systemTicks;
    long ticks = inKernel + userTicks - before.userTicks;
    return ticks <= 0 ? 0 : Math.round((double) (processor - before.processor) * inKernel / ticks);
  }
}
