package io.argosy.server.trace;

import io.argosy.coordinator.activity.SessionActivity;
import io.argosy.coordinator.activity.StatementActivity;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.node.ResourceUse;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Names and attributes of spans: those of OpenTelemetry's <a
 * href="https://opentelemetry.io/docs/specs/semconv/database/database-spans/">conventions for
 * databases</a>, and Argosy's own. Times are in seconds.
 *
 * @param session whose statement it is
 */
record SpanText(SessionActivity session, StatementActivity statement) {
  /** The table of a stage. */
  static final AttributeKey<String> STAGE = AttributeKey.stringKey("argosy.stage");

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  private static final String POSTGRESQL = "postgresql";
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  /** First words of statements. Others are not in names, of which there are to be few. */
  private static final Set<String> OPERATIONS =
      Set.of(
          ("ABORT ALTER ANALYZE BEGIN CALL CHECKPOINT CLOSE CLUSTER COMMENT COMMIT COPY CREATE"
               + " DEALLOCATE DECLARE DELETE DISCARD DO DROP END EXECUTE EXPLAIN FETCH GRANT IMPORT"
               + " INSERT LISTEN LOAD LOCK MERGE MOVE NOTIFY PREPARE REASSIGN REFRESH REINDEX"
               + " RELEASE RESET REVOKE ROLLBACK SAVEPOINT SECURITY SELECT SET SHOW START TABLE"
               + " TRUNCATE UNLISTEN UPDATE VACUUM VALUES WITH")
              .split(" "));

  /** The statement's operation and its database. */
  String name() {
    return (operation() + " " + session.database()).strip();
  }

  private String operation() {
    String text = statement.text();
    int begin = 0;
    while (begin < text.length() && (text.charAt(begin) == '(' || text.charAt(begin) <= ' ')) {
      begin++;
    }
    int end = begin;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    String word = text.substring(begin, end).toUpperCase(Locale.ROOT);
    return OPERATIONS.contains(word) ? word : "";
  }

  void describe(Span span, Optional<String> sqlState) {
    span.setAttribute(SYSTEM, POSTGRESQL);
    span.setAttribute("db.namespace", session.database());
    span.setAttribute("db.query.text", statement.normalizedText());
    if (!operation().isEmpty()) {
      span.setAttribute("db.operation.name", operation());
    }
    span.setAttribute("user.name", session.role());
    int port = session.client().lastIndexOf(':');
    if (port > 0) {
      span.setAttribute("client.address", session.client().substring(0, port));
    }
    if (!statement.strategy().isEmpty()) {
      span.setAttribute("argosy.strategy", statement.strategy());
    }
    span.setAttribute("argosy.statement", statement.id());
    span.setAttribute("argosy.rows", statement.rows());
    span.setAttribute("argosy.bytes", statement.bytes());
    RequestLedger ledger = statement.ledger();
    span.setAttribute("argosy.requests", ledger.count());
    sqlState.ifPresent(
        state -> {
          span.setAttribute("db.response.status_code", state);
          span.setAttribute("error.type", state);
          span.setStatus(StatusCode.ERROR);
        });
  }

  static String name(NodeRequest request) {
    return request.kind().name().toLowerCase(Locale.ROOT) + " " + request.node();
  }

  static void describe(Span span, NodeRequest request) {
    span.setAttribute(SYSTEM, POSTGRESQL);
    span.setAttribute("argosy.node", request.node());
    span.setAttribute("argosy.bytes", request.rawBytes());
    span.setAttribute("argosy.compressed_bytes", request.wireBytes());
    request.use().ifPresent(use -> describe(span, use));
  }

  private static void describe(Span span, ResourceUse use) {
    seconds(span, "processor", use.processor());
    seconds(span, "kernel", use.system());
    seconds(span, "workers", use.workerProcessor());
    seconds(span, "queue", use.queue());
    seconds(span, "disk", use.disk());
    seconds(span, "peers", use.peers());
    use.files()
        .ifPresent(
            files -> {
              span.setAttribute("argosy.read_bytes", files.fromDisk());
              span.setAttribute("argosy.cached_bytes", files.fromCache());
              span.setAttribute("argosy.written_bytes", files.written());
            });
  }

  private static void seconds(Span span, String resource, long nanoseconds) {
    span.setAttribute("argosy." + resource + "_seconds", nanoseconds / NANOSECONDS_PER_SECOND);
  }
}
