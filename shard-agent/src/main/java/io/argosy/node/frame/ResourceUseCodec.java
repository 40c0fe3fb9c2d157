package io.argosy.node.frame;

import io.argosy.node.ResourceUse;
import io.netty.buffer.ByteBuf;
import java.util.Optional;

/** What a request has used, in frames: its numbers in their order, those of files if known. */
final class ResourceUseCodec {
  /** Bytes that it takes at most. */
  static final int LONGEST = 11 * Long.BYTES + 1;

  private ResourceUseCodec() {}

  static void write(ByteBuf out, ResourceUse use) {
    out.writeLong(use.elapsed());
    out.writeLong(use.processor());
    out.writeLong(use.system());
    out.writeLong(use.queue());
    out.writeLong(use.workerProcessor());
    out.writeLong(use.workerQueue());
    out.writeLong(use.disk());
    out.writeLong(use.peers());
    out.writeBoolean(use.files().isPresent());
    if (use.files().isPresent()) {
      ResourceUse.Files files = use.files().get();
      out.writeLong(files.fromDisk());
      out.writeLong(files.fromCache());
      out.writeLong(files.written());
    }
  }

  static ResourceUse read(ByteBuf in) {
    return new ResourceUse(
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readBoolean() ? Optional.of(files(in)) : Optional.empty());
  }

  private static ResourceUse.Files files(ByteBuf in) {
    return new ResourceUse.Files(in.readLong(), in.readLong(), in.readLong());
  }
}
