package io.argosy.lab.testbed;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A program of the operating system, and the Debian package that has it. */
public enum Program {
  IP("ip", "iproute2"),
  TC("tc", "iproute2"),
  NSENTER("nsenter", "util-linux"),
  UNSHARE("unshare", "util-linux"),
  SETSID("setsid", "util-linux"),
  MOUNT("mount", "mount"),
  UMOUNT("umount", "mount"),
  LOSETUP("losetup", "mount"),
  MAKE_EXT4("mkfs.ext4", "e2fsprogs"),
  MAKE_BTRFS("mkfs.btrfs", "btrfs-progs"),
  NBDKIT("nbdkit", "nbdkit"),
  NBDFUSE("nbdfuse", "libnbd-bin"),
  FUSERMOUNT("fusermount3", "fuse3"),
  GLUSTER_SERVER("glusterfsd", "glusterfs-server"),
  GLUSTER_CLIENT("glusterfs", "glusterfs-client");

  private static final String[] DIRECTORIES = {
    "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"
  };

  private final String command;
  private final String debianPackage;

  Program(String command, String debianPackage) {
    this.command = command;
    this.debianPackage = debianPackage;
  }

  /** Its name on the command line. */
  public String command() {
    return command;
  }

  /** What to do if it is not there; nothing if it is. */
  public Optional<String> missing() {
    boolean found =
        Stream.of(DIRECTORIES)
            .map(directory -> Path.of(directory, command))
            .anyMatch(Files::isExecutable);
    return found
        ? Optional.empty()
        : Optional.of("the command %s: apt-get install %s".formatted(command, debianPackage));
  }
}
