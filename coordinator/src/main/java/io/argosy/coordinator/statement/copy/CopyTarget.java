package io.argosy.coordinator.statement.copy;

import io.argosy.coordinator.analysis.EffectFact;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;

/**
 * The table of a COPY statement, and how the home node reads data.
 *
 * @param clientEncoding PostgreSQL's name of the session's client_encoding
 * @param version the node's server_version_num
 * @param rowSecurity whether the table's policies apply to the session's role
 */
record CopyTarget(TableFact table, String clientEncoding, int version, boolean rowSecurity) {

  /**
   * Looks the table up under the session's own search_path.
   *
   * @throws PostgresException 42P01 when there is none of that name; 0A000 when a row that comes
   *     into it sets off what cannot be run
   */
  static CopyTarget read(NodeSession home, CopyStatement statement) {
    try {
      List<String> row =
          TextResult.run(
                  home,
                  "SELECT t.oid, pg_catalog.pg_client_encoding(),"
                      + " pg_catalog.current_setting('server_version_num'),"
                      + " argosy.effects(ARRAY[t.oid], ARRAY['i'::pg_catalog.\"char\"], NULL),"
                      + " pg_catalog.row_security_active(t.oid) FROM (SELECT "
                      + Identifiers.literal(statement.subjectText())
                      + "::pg_catalog.regclass::pg_catalog.oid) AS t (oid)")
              .rows()
              .getFirst();
      if (statement.from()) {
        EffectFact.require(row.get(3));
      }
      return new CopyTarget(
          TableFact.read(home, row.get(0)),
          row.get(1),
          Integer.parseInt(row.get(2)),
          row.get(4).equals("t"));
    } catch (PostgresException e) {
      // Its position is one in a text that the client has not written.
      throw new PostgresException(e.error().without('P'), e);
    }
  }
}
