package io.argosy.coordinator.execute.run;

import io.argosy.protocol.message.PostgresException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * The rest of an answer, read to its end and kept in a temporary file, so that its backends are
 * free for the next statement of the transaction while the client's portal stays open.
 */
public final class SpooledExecution implements Execution {
  private static final int HEADER = 2 * Integer.BYTES;

  private final FileChannel file;
  private final Execution ended;
  private long position;

  /** Reads the execution to its end. */
  public SpooledExecution(Execution execution) {
    this.ended = execution;
    try (execution) {
      file = open();
      spool(execution);
    } catch (IOException e) {
      throw spoolFailed(e);
    }
  }

  private static FileChannel open() throws IOException {
    return FileChannel.open(
        Files.createTempFile("argosy-portal", ".rows"),
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  private void spool(Execution execution) throws IOException {
    boolean whole = false;
    try {
      Batch batch;
      while ((batch = execution.next()) != null) {
        ByteBuffer rows = batch.messages().duplicate();
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        write(header.putInt(rows.remaining()).putInt(batch.count()).flip());
        write(rows);
      }
      whole = true;
    } finally {
      if (!whole) {
        file.close();
      }
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
  }

  @Override
  public Batch next() {
    try {
      if (position >= file.size()) {
        return null;
      }
      ByteBuffer header = read(HEADER);
      int bytes = header.getInt();
      int count = header.getInt();
      return new Batch(read(bytes), count);
    } catch (IOException e) {
      throw spoolFailed(e);
    }
  }

  private ByteBuffer read(int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      int read = file.read(buffer, position);
      if (read < 0) {
        throw new IOException("the file of a suspended portal is shorter than it was");
      }
      position += read;
    }
    return buffer.flip();
  }

  private static PostgresException spoolFailed(IOException e) {
    PostgresException failure =
        new PostgresException(
            "58030",
            "the rest of a suspended result could not be kept: " + e.getMessage(),
            "See that the coordinator's directory for temporary files (java.io.tmpdir) has room.");
    failure.initCause(e);
    return failure;
  }

  @Override
  public String tag(long rows) {
    return ended.tag(rows);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw spoolFailed(e);
    }
  }
}
