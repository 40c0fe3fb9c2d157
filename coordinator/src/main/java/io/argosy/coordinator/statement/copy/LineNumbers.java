package io.argosy.coordinator.statement.copy;

import io.argosy.protocol.message.PostgresError;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which line of the client's data each line was that a node got, so that an error names the
 * client's line. Only the last lines are known: as many as can be on their way to a node. Used by
 * one thread.
 */
final class LineNumbers {
  private static final int MOST = 1 << 20;
  private static final Pattern LINE = Pattern.compile("(COPY .*, line )(\\d+)");

  /** The low bits of the client's line, by the node's line; a ring once it has its full size. */
  private int[] lines = new int[1024];

  private long count;
  private long last;

  /** The node's next line is this line of the client's. */
  void add(long clientLine) {
    if (count == lines.length && count < MOST) {
      lines = Arrays.copyOf(lines, lines.length * 2);
    }
    lines[(int) (count & (lines.length - 1))] = (int) clientLine;
    count++;
    last = clientLine;
  }

  /** The client's line for a node's line, from 1; empty when it is not known any more. */
  OptionalLong of(long nodeLine) {
    if (nodeLine < 1 || nodeLine > count || nodeLine <= count - lines.length) {
      return OptionalLong.empty();
    }
    int low = lines[(int) ((nodeLine - 1) & (lines.length - 1))];
    return OptionalLong.of(last - Integer.toUnsignedLong((int) last - low));
  }

  /** The line that an error's context names; after all lines if it names none. */
  static long lineOf(PostgresError error) {
    String context = error.fields().get('W');
    Matcher matcher = LINE.matcher(context == null ? "" : context);
    return matcher.find() ? Long.parseLong(matcher.group(2)) : Long.MAX_VALUE;
  }

  /** The error with the client's line number in its context. */
  PostgresError translate(PostgresError error) {
    String context = error.fields().get('W');
    if (context == null) {
      return error;
    }
    Matcher matcher = LINE.matcher(context);
    if (!matcher.find()) {
      return error;
    }
    OptionalLong line = of(Long.parseLong(matcher.group(2)));
    if (line.isEmpty()) {
      return error;
    }
    return error.with(
        'W',
        context.substring(0, matcher.start(2))
            + line.getAsLong()
            + context.substring(matcher.end(2)));
  }
}
