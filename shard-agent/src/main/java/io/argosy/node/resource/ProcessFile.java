package io.argosy.node.resource;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file of a process in /proc, which is read again and again: opening it takes ten times longer
 * than reading it. Its class is one that an interrupt of the reading thread does not close. Not
 * thread-safe.
 */
final class ProcessFile implements Closeable {
  /** Longer than any of which there is one for each process. */
  private static final int USUAL_LENGTH = 1024;

  private final RandomAccessFile file;
  private byte[] bytes = new byte[USUAL_LENGTH];
  private int length;
  private int position;

  private ProcessFile(RandomAccessFile file) {
    this.file = file;
  }

  /** Empty where there is no such file, or it may not be read. */
  static Optional<ProcessFile> open(Path path) {
    try {
      ProcessFile opened = new ProcessFile(new RandomAccessFile(path.toFile(), "r"));
      if (opened.read()) {
        return Optional.of(opened);
      }
      opened.close();
    } catch (IOException e) {
      // That is what empty says.
    }
    return Optional.empty();
  }

  /** Reads the file anew, from its start; false when it cannot be: its process may have ended. */
  boolean read() {
    position = 0;
    length = 0;
    try {
      file.seek(0);
      length = Math.max(0, file.read(bytes));
      return length > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** The same for a file of any length. */
  boolean readWhole() {
    boolean any = read();
    try {
      int more = length;
      while (more > 0) {
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
        more = file.read(bytes, length, bytes.length - length);
        length += Math.max(0, more);
      }
      return any;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether there is one more number. */
  boolean hasNumber() {
    skipToNumber();
    return position < length;
  }

  /** Goes to what stands behind the last such character, or to the end. */
  void skipPastLast(char mark) {
    int last = length - 1;
    while (last >= position && bytes[last] != mark) {
      last--;
    }
    position = last < position ? length : last + 1;
  }

  /** The next character that is no space; 0 at the end. */
  char nextCharacter() {
    while (position < length && bytes[position] == ' ') {
      position++;
    }
    return position < length ? (char) bytes[position++] : 0;
  }

  /** Passes over so many words. */
  void skipWords(int count) {
    for (int i = 0; i < count; i++) {
      while (position < length && bytes[position] <= ' ') {
        position++;
      }
      while (position < length && bytes[position] > ' ') {
        position++;
      }
    }
  }

  /** The next number without sign, whatever stands before it; 0 at the end. */
  long nextNumber() {
    skipToNumber();
    long number = 0;
    while (position < length && isDigit(bytes[position])) {
      number = 10 * number + (bytes[position++] - '0');
    }
    return number;
  }

  private void skipToNumber() {
    while (position < length && !isDigit(bytes[position])) {
      position++;
    }
  }

  private static boolean isDigit(byte character) {
    return character >= '0' && character <= '9';
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      // A file that was only read loses nothing.
    }
  }
}
