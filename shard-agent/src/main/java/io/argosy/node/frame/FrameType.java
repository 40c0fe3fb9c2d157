package io.argosy.node.frame;

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
  static final byte OPEN_INBOX = 18;
  static final byte INBOX_OPENED = 19;
  static final byte FAIL_INBOX = 20;
  static final byte CLOSE_INBOX = 21;
  static final byte SEND = 22;
  static final byte LOAD = 23;
  static final byte MOVED = 24;
  static final byte FAILED = 25;
  static final byte DELIVER = 26;
  static final byte ROWS = 27;
  static final byte ROWS_END = 28;
  static final byte STORED = 29;
  static final byte MEASURE = 30;
  static final byte MEASURED = 31;
  static final byte ASK = 32;
  static final byte IDLE = 33;
  static final byte LEAVE_DATABASE = 34;
  static final byte DATABASE_LEFT = 35;
  static final byte SAMPLE = 36;
  static final byte SAMPLED = 37;

  private FrameType() {}
}
