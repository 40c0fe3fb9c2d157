package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.node.Request;
import io.argosy.node.Request.Extended.Snapshot;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * The versions of the nodes' catalogs that the statement of a session is based on, at which its
 * parts look before they run. Changed by the session's thread, read by those of its fragments.
 */
final class CatalogGuard {
  private final AtomicInteger asked = new AtomicInteger();
  private volatile List<Long> versions;
  private volatile boolean inOpenTransaction;
  private volatile boolean fixedSnapshot;
  private volatile boolean needed = true;
  private volatile boolean commits;
  private final BooleanSupplier oneSnapshot;
  private volatile boolean mayWrite;
  private volatile boolean refusesWrites;
  private volatile OptionalLong moves = OptionalLong.empty();
  private boolean readsOnly;

  /**
   * @param oneSnapshot whether the transaction that is open keeps the snapshot that it has
   */
  CatalogGuard(List<Long> versions, BooleanSupplier oneSnapshot) {
    this.versions = versions;
    this.oneSnapshot = oneSnapshot;
  }

  /**
   * A statement starts.
   *
   * @param isBased whether it is based on the catalog at all: to ask takes a snapshot
   * @param based the versions that were known before anything else of it was
   * @param inTransaction whether it is a part of a transaction that has begun before
   * @param oneSnapshot whether that reads with one snapshot, which others read with, too
   */
  void starts(boolean isBased, List<Long> based, boolean inTransaction, boolean oneSnapshot) {
    needed = isBased;
    fixedSnapshot = oneSnapshot;
    versions = based;
    inOpenTransaction = inTransaction;
    readsOnly = false;
    mayWrite = false;
    refusesWrites = false;
    moves = OptionalLong.empty();
    commits = false;
    asked.set(0);
  }

  /** The transaction goes on with the nodes that it has, and there are more by now. */
  void refuseWrites() {
    refusesWrites = true;
  }

  /**
   * The statement may write rows, which must be where others will look for them.
   *
   * @throws PostgresException 40001 when it cannot know where that is
   */
  void mayWrite() {
    if (refusesWrites) {
      throw new PostgresException(
          "40001",
          "could not serialize access due to a node that has joined",
          "Try the transaction again.");
    }
    mayWrite = true;
  }

  /** The statement looks for rows by a map of slots that has moved so often. */
  void looksBy(long moved) {
    moves = OptionalLong.of(moved);
  }

  /** What is sent of the statement from now on is sent with its commit. */
  void commits() {
    commits = true;
  }

  /** The statement certainly changes nothing: what nodes have done of it need not be undone. */
  void readsOnly() {
    readsOnly = true;
  }

  /** Whether it is undone with those of its parts that have failed. */
  boolean isUndoneByFailedParts() {
    return readsOnly || asked.get() <= 1;
  }

  /** Whether anything of it may have run that was not undone. */
  boolean hasRun() {
    return !readsOnly && asked.get() > 0;
  }

  /** The versions that all nodes must have which do a part of the statement; empty if none must. */
  Optional<List<Long>> required() {
    return needed ? Optional.of(versions) : Optional.empty();
  }

  /** The versions that the statement is based on. */
  List<Long> versions() {
    return versions;
  }

  /** What has been sent of the statement counts no more. */
  void undone() {
    commits = false;
    asked.set(0);
  }

  /**
   * What a node is to be asked with a part of the statement.
   *
   * @param own whether the session's own backend runs it, that of its transaction if there is one
   */
  Request.Guard of(int node, Request.Extended request, boolean own) {
    if (!needed || !request.guard().wanted() || request.copies()) {
      return Request.Guard.NONE;
    }
    requireMap(node);
    if (own) {
      asked.incrementAndGet();
    }
    return guard(node, own, own && request.snapshot() != Snapshot.OWN_TRANSACTION);
  }

  /** The same for one in the simple protocol. */
  Request.Guard of(int node, Request.Simple request, boolean own) {
    if (!needed || !request.guard().wanted()) {
      return Request.Guard.NONE;
    }
    requireMap(node);
    if (own) {
      asked.incrementAndGet();
    }
    return guard(node, own, own);
  }

  private Request.Guard guard(int node, boolean own, boolean newSnapshot) {
    boolean open = own && inOpenTransaction;
    long version = versions.get(node);
    if (commits && own) {
      return new Request.Guard(
          true, Optional.of(CatalogVersions.requirementOfCommit(version)), false);
    }
    if (mayWrite && oneSnapshot.getAsBoolean()) {
      return new Request.Guard(
          true, Optional.of(CatalogVersions.requirementOfWrite(version)), open);
    }
    return new Request.Guard(
        true,
        Optional.of(
            open || fixedSnapshot || newSnapshot
                ? CatalogVersions.requirement(version)
                : CatalogVersions.requirementOfSnapshot(version)),
        open);
  }

  /** A move may be committed on some nodes already, or was before the map was read. */
  private void requireMap(int node) {
    OptionalLong moved = moves;
    if (moved.isPresent() && SlotMaps.moves(versions.get(node)) != moved.getAsLong()) {
      throw CatalogVersions.outdated();
    }
  }
}
