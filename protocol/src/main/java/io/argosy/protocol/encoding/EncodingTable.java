package io.argosy.protocol.encoding;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * The characters of an encoding with their bytes, as numbers of which the first byte is the highest
 * one: those of Java's character set, but for what PostgreSQL has otherwise. Immutable.
 */
final class EncodingTable {
  /** No characters and no bytes have the number. */
  static final int NONE = -1;

  private static final int FIRST = 0x80;
  private static final int CHARACTERS = 0x10000;
  private static final int LONGEST = 8;
  private static final int THIRD_SET = 0x8F0000;

  private final int[] bytes = new int[CHARACTERS];
  private final int[] ofOneOrTwo = new int[CHARACTERS];
  private final Map<Integer, Integer> ofThree = new HashMap<>();

  /**
   * @param differences lines of the resource that are of this encoding
   */
  EncodingTable(Charset charset, Iterable<String> differences) {
    read(charset);
    differences.forEach(this::change);
  }

  private void read(Charset charset) {
    CharsetEncoder encoder =
        charset
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CharsetDecoder decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    for (int number = FIRST; number < CHARACTERS; number++) {
      bytes[number] = encoded(encoder, (char) number);
      ofOneOrTwo[number] =
          number < 0x100 || number >= FIRST << Byte.SIZE ? decoded(decoder, number) : NONE;
    }
    for (int number = THIRD_SET + 0xA1A1; number <= THIRD_SET + 0xFEFE; number++) {
      int character = decoded(decoder, number);
      if (character != NONE) {
        ofThree.put(number, character);
      }
    }
  }

  private static int encoded(CharsetEncoder encoder, char character) {
    ByteBuffer encoded = ByteBuffer.allocate(LONGEST);
    CoderResult result =
        encoder.reset().encode(CharBuffer.wrap(new char[] {character}), encoded, true);
    if (result.isError()) {
      return NONE;
    }
    encoded.flip();
    int number = 0;
    while (encoded.hasRemaining()) {
      number = number << Byte.SIZE | encoded.get() & 0xFF;
    }
    return number;
  }

  private static int decoded(CharsetDecoder decoder, int number) {
    int length = length(number);
    byte[] encoded = new byte[length];
    for (int i = 0; i < length; i++) {
      encoded[i] = (byte) (number >> Byte.SIZE * (length - 1 - i));
    }
    CharBuffer decoded = CharBuffer.allocate(LONGEST);
    ByteBuffer in = ByteBuffer.wrap(encoded);
    CoderResult result = decoder.reset().decode(in, decoded, true);
    return result.isError() || in.hasRemaining() || decoded.position() != 1 ? NONE : decoded.get(0);
  }

  /** How many bytes are in a number. */
  static int length(int number) {
    return number < 1 << Byte.SIZE ? 1 : number < 1 << 2 * Byte.SIZE ? 2 : 3;
  }

  private void change(String line) {
    String[] words = line.split(" ");
    String[] range = words[1].split("-");
    int value = words.length < 3 ? NONE : HexFormat.fromHexDigits(words[2]);
    int last = HexFormat.fromHexDigits(range[range.length - 1]);
    for (int number = HexFormat.fromHexDigits(range[0]); number <= last; number++) {
      if (words[0].equals(">")) {
        bytes[number] = value;
      } else if (length(number) == 3) {
        ofThree.put(number, value);
      } else {
        ofOneOrTwo[number] = value;
      }
    }
  }

  /** The bytes of a character that is not ASCII. */
  int bytes(int character) {
    return character < CHARACTERS ? bytes[character] : NONE;
  }

  /** The character of such bytes. */
  int character(int number) {
    return length(number) == 3 ? ofThree.getOrDefault(number, NONE) : ofOneOrTwo[number];
  }
}
