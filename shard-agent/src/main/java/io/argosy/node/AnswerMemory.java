package io.argosy.node;

/** What answers of nodes may take in this process's memory. Thread-safe. */
public interface AnswerMemory {
  /** As much as there is. */
  AnswerMemory UNBOUNDED =
      new AnswerMemory() {
        @Override
        public void hold(long bytes) {}

        @Override
        public void holdAnyway(long bytes) {}

        @Override
        public void release(long bytes) {}
      };

  /**
   * So many bytes more are going to be held.
   *
   * @throws io.argosy.protocol.message.PostgresException 53200 when that is too much; they are not
   *     counted then
   */
  void hold(long bytes);

  /** So many bytes more are held, whether there is room for them or not. */
  void holdAnyway(long bytes);

  /** So many bytes are held no more. */
  void release(long bytes);
}
