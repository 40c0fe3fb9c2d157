package io.argosy.agent.frame;

/** The type bytes of frames. Numbers are never given a second meaning. */
final class FrameType {
  static final byte HELLO = 1;
  static final byte AUTHENTICATE = 2;
  static final byte AUTHENTICATED = 3;
  static final byte PING = 4;
  static final byte OPEN = 5;
  static final byte OPENED = 6;
  static final byte REFUSED = 7;
  static final byte REQUEST = 8;
  static final byte RESPONSE = 9;
  static final byte CREDIT = 10;
  static final byte CANCEL = 11;
  static final byte COPY_DATA = 12;
  static final byte COPY_DONE = 13;
  static final byte COPY_FAIL = 14;
  static final byte CLOSE = 15;
  static final byte CLOSED = 16;
  static final byte LOST = 17;

  private FrameType() {}
}
