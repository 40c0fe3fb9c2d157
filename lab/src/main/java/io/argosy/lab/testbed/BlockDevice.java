package io.argosy.lab.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A disk as the kernel numbers it.
 *
 * @param major the driver's number
 * @param minor the disk's number
 */
public record BlockDevice(int major, int minor) {
  private static final Path DEVICES = Path.of("/sys/dev/block");

  /**
   * The whole disk that a directory's file system is on.
   *
   * @throws TestbedException when it is on none, as in memory or on a file system over several
   */
  public static BlockDevice of(Path directory) throws IOException {
    long number = (long) Files.getAttribute(directory, "unix:dev");
    BlockDevice device = decode(number);
    Path entry = DEVICES.resolve(device.toString());
    if (!Files.exists(entry)) {
      throw new TestbedException(
          directory
              + " is not on a disk whose reads can be throttled; choose a directory on a disk with"
              + " --dir");
    }
    if (Files.exists(entry.resolve("partition"))) {
      // Throttles hold for disks, not for partitions.
      String[] disk =
          Files.readString(entry.toRealPath().getParent().resolve("dev")).strip().split(":");
      return new BlockDevice(Integer.parseInt(disk[0]), Integer.parseInt(disk[1]));
    }
    return device;
  }

  /** As glibc's gnu_dev_major and gnu_dev_minor do. */
  static BlockDevice decode(long number) {
    long major = (number >>> 8 & 0xfff) | (number >>> 32 & ~0xfffL);
    long minor = (number & 0xff) | (number >>> 12 & ~0xffL);
    return new BlockDevice((int) major, (int) minor);
  }

  /** As control groups want it. */
  @Override
  public String toString() {
    return major + ":" + minor;
  }
}
