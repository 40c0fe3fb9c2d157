package io.argosy.coordinator.session.transaction;

import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.session.notification.SessionChannels;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * An open transaction as the session remembers it: what a node that joins late must be told, and
 * what comes back when it is rolled back.
 */
public final class TransactionBlock {
  /**
   * @param name the savepoint's name, as the client wrote it
   * @param settings the session's settings when it was set
   * @param localSettings those of the transaction
   * @param refusesWrites whether the transaction had become READ ONLY by then
   * @param scriptLength how much of the script came before it
   * @param channels how many changes of channels came before it
   */
  private record Savepoint(
      String name,
      Map<String, String> settings,
      Map<String, String> localSettings,
      boolean refusesWrites,
      int scriptLength,
      int channels) {}

  /** How it stands. */
  private enum State {
    IN_PROGRESS,

    /** Code that the coordinator runs may catch the failure, or has caught it. */
    FAILED,

    /** It has failed for good: its nodes have been told, or are told at once. */
    ABORTED
  }

  private boolean implicit;
  private final Map<String, String> settingsBefore;
  private final List<String> script = new ArrayList<>();
  private final List<Savepoint> savepoints = new ArrayList<>();
  private final List<SessionChannels.Change> channels = new ArrayList<>();
  private Map<String, String> localSettings = Map.of();
  private final long startedAt = System.nanoTime();
  private final Map<Integer, String> exportedSnapshots = new HashMap<>();
  private TransactionModes modes;
  private TransactionModes inherited;
  private State state = State.IN_PROGRESS;
  private boolean queried;
  private OptionalLong snapshotVersion = OptionalLong.empty();
  private Optional<SlotMap> slots = Optional.empty();
  private boolean used;
  private boolean catalogChanged;
  private boolean rolesChanged;
  private boolean keysSuspended;
  private boolean writes;
  private final Set<Integer> written = new TreeSet<>();
  private boolean tablesLocked;
  private boolean rowsLocked;
  private boolean refusesWrites;
  private boolean changesSettings;
  private int statements;

  /**
   * @param begin the statement that starts it on a node
   * @param implicit whether it ends by itself with the client's message
   * @param settingsBefore the session's settings, to return to
   */
  public TransactionBlock(String begin, boolean implicit, Map<String, String> settingsBefore) {
    this.implicit = implicit;
    this.settingsBefore = settingsBefore;
    script.add(begin);
  }

  public boolean implicit() {
    return implicit;
  }

  /** A BEGIN came after it had started. */
  public void makeExplicit() {
    implicit = false;
  }

  public boolean failed() {
    return state != State.IN_PROGRESS;
  }

  public void markFailed() {
    if (state == State.IN_PROGRESS) {
      state = State.FAILED;
    }
  }

  /** Whether it is known what nodes make of it, so that all make the same of it. */
  public boolean begun() {
    return modes != null;
  }

  /**
   * What the first node has made of it, or makes of it; the others are to make the same of it.
   *
   * @param beginning the statement by which they do
   */
  public void begun(TransactionModes made, String beginning) {
    modes = made;
    script.set(0, beginning);
  }

  /** After SET TRANSACTION, which is in the script by itself. */
  public void changed(TransactionModes newModes) {
    modes = newModes;
  }

  /**
   * The modes of one that is chained to it; empty for the defaults. A failure outside of all
   * savepoints makes PostgreSQL forget those that were asked for, but not those it was chained
   * with.
   */
  public Optional<TransactionModes> lentModes() {
    boolean kept = begun() && (!failed() || !savepoints.isEmpty());
    return kept
        ? Optional.of(
            new TransactionModes(
                modes.isolation(), modes.readOnly() || refusesWrites, modes.deferrable()))
        : Optional.ofNullable(inherited);
  }

  /** It is chained to a transaction with these modes. */
  public void inherit(TransactionModes lent) {
    inherited = lent;
  }

  public boolean is(TransactionModes.Isolation level) {
    return begun() && modes.isolation() == level;
  }

  /** Whether it writes nothing. */
  public boolean readOnly() {
    return begun() && modes.readOnly();
  }

  /**
   * Whether it can still become READ ONLY on its nodes, so that its queries run in other backends:
   * they would not see its writes, would wait for its locks, and get no snapshot of it behind a
   * savepoint.
   */
  public boolean canBecomeReadOnly() {
    return !writes && !tablesLocked && !catalogChanged && savepoints.isEmpty();
  }

  /** Whether it has become READ ONLY for its client, but not on its nodes. */
  public boolean refusesWrites() {
    return refusesWrites;
  }

  public void refuseWrites() {
    refusesWrites = true;
  }

  /**
   * It has become READ WRITE again.
   *
   * @throws PostgresException 25001 as PostgreSQL says it after the first query
   */
  public void allowWrites() {
    if (refusesWrites && queried) {
      throw new PostgresException(
          "25001", "transaction read-write mode must be set before any query");
    }
    refusesWrites = false;
  }

  /**
   * The statement has failed, and the transaction with it.
   *
   * @return whether its nodes are to be told so, which they are once
   */
  public boolean abort() {
    boolean first = state != State.ABORTED;
    state = State.ABORTED;
    // Those of code that the failure has left.
    savepoints.removeIf(savepoint -> isReserved(savepoint.name()));
    return first;
  }

  /** The name of the last one. */
  public Optional<String> lastSavepoint() {
    return savepoints.isEmpty() ? Optional.empty() : Optional.of(savepoints.getLast().name());
  }

  /** Whether a name may be that of a savepoint which the coordinator sets itself. */
  public static boolean isReserved(String name) {
    return name.startsWith("argosy_");
  }

  public boolean hasSavepoints() {
    return !savepoints.isEmpty();
  }

  /** Whether a statement has come that takes a snapshot. */
  public boolean queried() {
    return queried;
  }

  public void markQueried() {
    queried = true;
  }

  /** The version of the home node's catalog that it sees, if its snapshot has told it. */
  public OptionalLong snapshotVersion() {
    return snapshotVersion;
  }

  /** Its snapshot has been taken. */
  public void sees(long version) {
    snapshotVersion = OptionalLong.of(version);
  }

  /** Where the rows are that its snapshot shows, if that is known. */
  public Optional<SlotMap> slots() {
    return slots;
  }

  /** From now on rows are looked for by these. */
  public void useSlots(Optional<SlotMap> used) {
    slots = used;
  }

  /** A statement starts in it that is not in its script. */
  public void countStatement() {
    statements++;
  }

  /** The last one is undone, and is to start again. */
  public void discountStatement() {
    statements--;
  }

  /** Whether one at most has started. */
  public boolean countsOneStatement() {
    return statements <= 1;
  }

  /** Whether its nodes can begin it again, since nothing but its script counts in it. */
  public boolean canBeginAgain() {
    return statements <= 0 && begun() && !failed();
  }

  /** Its nodes have rolled it back, and begin it again. */
  public void beginAgain() {
    statements = 0;
    queried = false;
    snapshotVersion = OptionalLong.empty();
    slots = Optional.empty();
    writes = false;
    tablesLocked = false;
    rowsLocked = false;
    catalogChanged = false;
    rolesChanged = false;
    keysSuspended = false;
    written.clear();
    exportedSnapshots.clear();
  }

  /** A statement runs in it that may lock something. */
  public void markUsed() {
    used = true;
  }

  /** Whether it may hold locks that others wait for. */
  public boolean mayHoldLocks() {
    return used || writes || tablesLocked || catalogChanged;
  }

  /** Whether backends of its own see what others do not, or hold what would block others. */
  public boolean hasOwnState() {
    return writes || tablesLocked || catalogChanged || !localSettings.isEmpty();
  }

  /** Whether a lock of its own on a table may keep other backends waiting, even for a parse. */
  public boolean tablesLocked() {
    return tablesLocked;
  }

  public void markTablesLocked() {
    tablesLocked = true;
  }

  /** Whether it may have locked rows that it has not changed. */
  public boolean rowsLocked() {
    return rowsLocked;
  }

  public void markRowsLocked() {
    rowsLocked = true;
  }

  /** The names under which its nodes have made its snapshot known to other transactions. */
  public Map<Integer, String> exportedSnapshots() {
    return exportedSnapshots;
  }

  /** Whether it has a statement that is there to write, however many rows it has found. */
  boolean writes() {
    return writes;
  }

  public void markWriting() {
    writes = true;
  }

  /** The nodes on which statements have run that are there to write. */
  public Set<Integer> written() {
    return Set.copyOf(written);
  }

  public void markWritten(int node) {
    written.add(node);
  }

  /** Whether it has changed the catalog, so that only its own backends know what is there. */
  public boolean catalogChanged() {
    return catalogChanged;
  }

  public void markCatalogChanged() {
    catalogChanged = true;
  }

  /** Whether what it has changed holds in other databases, too. */
  public boolean rolesChanged() {
    return rolesChanged;
  }

  public void markRolesChanged() {
    rolesChanged = true;
  }

  /** Whether foreign keys may be out of the way in it, until their tables are placed. */
  public boolean keysSuspended() {
    return keysSuspended;
  }

  public void markKeysSuspended() {
    keysSuspended = true;
  }

  /** LISTEN and UNLISTEN in it, which hold when it has committed. */
  public List<SessionChannels.Change> channels() {
    return List.copyOf(channels);
  }

  public void changeChannels(SessionChannels.Change change) {
    channels.add(change);
  }

  public Map<String, String> settingsBefore() {
    return settingsBefore;
  }

  /** The statements that bring a node into the state of this transaction, in order. */
  List<String> script() {
    return List.copyOf(script);
  }

  /** Whether a node that joins has nothing to do but to begin. */
  public boolean isBeginOnly() {
    return script.size() == 1;
  }

  /** The same as one text. */
  public String joining() {
    return String.join("; ", script);
  }

  /** A statement that later nodes must run too (SET TRANSACTION, SET CONSTRAINTS ..). */
  public void remember(String statement) {
    script.add(statement);
  }

  /** The same for one that changes settings, perhaps of the session. */
  public void rememberSetting(String statement) {
    script.add(statement);
    changesSettings = true;
  }

  /** Whether its nodes change settings as they join it, or have changed some. */
  public boolean changesSettings() {
    return changesSettings;
  }

  /** A SET LOCAL: its setting counts as the client's own until the transaction ends. */
  public void setLocally(String name, String value) {
    Map<String, String> changed = new HashMap<>(localSettings);
    changed.put(name, value);
    localSettings = Map.copyOf(changed);
  }

  /** A SET or RESET of the session, which holds in the rest of the transaction, too. */
  public void setInSession(String name) {
    Map<String, String> changed = new HashMap<>(localSettings);
    changed.remove(name);
    localSettings = Map.copyOf(changed);
  }

  /** The settings of the transaction by name, with the values that PostgreSQL shows. */
  public Map<String, String> localSettings() {
    return localSettings;
  }

  /**
   * Those of them that backends which are no part of it can be given: not what is a transaction's
   * by its nature, nor the seed, which PostgreSQL does not show.
   */
  public Map<String, String> localSettingsOutside() {
    if (localSettings.isEmpty()) {
      return localSettings;
    }
    Map<String, String> outside = new HashMap<>(localSettings);
    outside.keySet().removeIf(name -> name.startsWith("transaction_") || name.equals("seed"));
    return outside;
  }

  /** The session's settings if it fails now: PostgreSQL takes back what has been set at once. */
  public Map<String, String> settingsAfterFailure() {
    return savepoints.isEmpty() ? settingsBefore : savepoints.getLast().settings();
  }

  /** Those of the transaction then. */
  public Map<String, String> localSettingsAfterFailure() {
    return savepoints.isEmpty() ? Map.of() : savepoints.getLast().localSettings();
  }

  /** How long it has lasted. */
  public Duration age() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  public void savepoint(String name, String statement, Map<String, String> settings) {
    savepoints.add(
        new Savepoint(
            name, settings, localSettings, refusesWrites, script.size(), channels.size()));
    script.add(statement);
  }

  /** Returns to a savepoint, which stays; gives the settings of that moment. */
  public Map<String, String> rollbackTo(String name) {
    int index = indexOf(name);
    Savepoint savepoint = savepoints.get(index);
    savepoints.subList(index + 1, savepoints.size()).clear();
    script.subList(savepoint.scriptLength() + 1, script.size()).clear();
    channels.subList(savepoint.channels(), channels.size()).clear();
    state = State.IN_PROGRESS;
    localSettings = savepoint.localSettings();
    refusesWrites = savepoint.refusesWrites();
    return savepoint.settings();
  }

  /** Forgets a savepoint and those after it; what they guarded stays. */
  public void release(String name) {
    int index = indexOf(name);
    List<Savepoint> released = savepoints.subList(index, savepoints.size());
    // PostgreSQL lets that end with the savepoint, whichever way it ends.
    refusesWrites = released.getFirst().refusesWrites();
    for (int i = released.size() - 1; i >= 0; i--) {
      script.remove(released.get(i).scriptLength());
    }
    released.clear();
  }

  public boolean hasSavepoint(String name) {
    return savepoints.stream().anyMatch(savepoint -> savepoint.name().equals(name));
  }

  private int indexOf(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("no savepoint " + name);
  }
}
