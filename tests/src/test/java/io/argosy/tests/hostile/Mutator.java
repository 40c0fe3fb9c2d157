package io.argosy.tests.hostile;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Turns conversations that are right into ones that are wrong. The random source decides all. */
final class Mutator {
  /** Numbers at which lengths, counts and indexes go wrong. */
  private static final int[] NUMBERS = {
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    127,
    128,
    255,
    256,
    10_000,
    10_001,
    0x7fff,
    0x8000,
    0xffff,
    1 << 20,
    (1 << 20) + 1,
    1 << 24,
    0x3fff_ffff,
    0x4000_0000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private static final int LONGEST_GARBAGE = 300;

  /** In percent: how many messages are changed. */
  private static final int CHANGED = 60;

  /** In percent of the changed ones: after these a receiver cannot know where the next begins. */
  private static final int OUT_OF_STEP = 6;

  private final Random random;
  private final byte[] types;
  private final List<List<Message>> corpus;

  /**
   * @param types the types that the protocol has
   * @param corpus where messages are taken from to be put into other conversations
   */
  Mutator(Random random, byte[] types, List<List<Message>> corpus) {
    this.random = random;
    this.types = types;
    this.corpus = corpus;
  }

  /**
   * A mutated conversation.
   *
   * @param changed how many of its messages are not where they were, or not what they were
   */
  record Mutated(List<Message> messages, int changed) {}

  /** A conversation of the corpus, mutated. */
  Mutated next() {
    return mutate(any(corpus));
  }

  private Mutated mutate(List<Message> conversation) {
    List<Message> messages = new ArrayList<>();
    int changed = 0;
    for (Message message : conversation) {
      if (random.nextInt(100) >= CHANGED) {
        messages.add(message);
      } else {
        List<Message> instead = change(message);
        messages.addAll(instead);
        changed += Math.max(1, instead.size());
      }
    }
    if (random.nextInt(4) == 0 && messages.size() > 2) {
      Collections.swap(messages, random.nextInt(messages.size()), random.nextInt(messages.size()));
      changed++;
    }
    return new Mutated(messages, changed);
  }

  private List<Message> change(Message message) {
    if (random.nextInt(100) < OUT_OF_STEP) {
      return List.of(outOfStep(message));
    }
    return switch (random.nextInt(12)) {
      case 0 -> List.of();
      case 1 -> List.of(message, message);
      case 2 -> List.of(any(any(corpus)));
      case 3 -> List.of(message, any(any(corpus)));
      case 4 -> List.of(retyped(message));
      case 5, 6 -> List.of(withNumber(message));
      case 7 -> List.of(shortened(message));
      case 8 -> List.of(spliced(message, any(any(corpus))));
      case 9 -> List.of(message.containing(garbage()).measured());
      default -> List.of(flipped(message, message.layout().head()).measured());
    };
  }

  private Message outOfStep(Message message) {
    return switch (random.nextInt(4)) {
      case 0 -> message.announcing(number());
      case 1 -> new Message(message.layout(), garbage());
      case 2 ->
          new Message(
              message.layout(),
              Arrays.copyOf(message.bytes(), random.nextInt(message.bytes().length)));
      default -> flipped(message, 0);
    };
  }

  private Message retyped(Message message) {
    byte type =
        random.nextInt(8) == 0 ? (byte) random.nextInt() : types[random.nextInt(types.length)];
    return message.ofType(type);
  }

  /** A number somewhere in the content, where perhaps one was. */
  private Message withNumber(Message message) {
    byte[] content = message.content();
    boolean small = random.nextBoolean();
    int width = small ? Short.BYTES : Integer.BYTES;
    if (content.length < width) {
      return message.containing(garbage()).measured();
    }
    ByteBuffer buffer = ByteBuffer.wrap(content);
    int at = random.nextInt(content.length - width + 1);
    if (small) {
      buffer.putShort(at, (short) number());
    } else {
      buffer.putInt(at, number());
    }
    return message.containing(content).measured();
  }

  private Message shortened(Message message) {
    byte[] content = message.content();
    return message
        .containing(
            Arrays.copyOf(content, content.length == 0 ? 0 : random.nextInt(content.length)))
        .measured();
  }

  private Message spliced(Message message, Message other) {
    byte[] first = message.content();
    byte[] second = other.content();
    int from = second.length == 0 ? 0 : random.nextInt(second.length);
    int kept = first.length == 0 ? 0 : random.nextInt(first.length);
    byte[] content = Arrays.copyOf(first, kept + second.length - from);
    System.arraycopy(second, from, content, kept, second.length - from);
    return message.containing(content).measured();
  }

  private Message flipped(Message message, int from) {
    byte[] bytes = message.bytes().clone();
    if (bytes.length > from) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        bytes[from + random.nextInt(bytes.length - from)] ^= (byte) (1 << random.nextInt(8));
      }
    }
    return new Message(message.layout(), bytes);
  }

  private byte[] garbage() {
    byte[] bytes = new byte[1 + random.nextInt(LONGEST_GARBAGE)];
    random.nextBytes(bytes);
    return bytes;
  }

  private int number() {
    return random.nextInt(4) == 0 ? random.nextInt() : NUMBERS[random.nextInt(NUMBERS.length)];
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
