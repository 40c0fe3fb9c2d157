#!/usr/bin/env bash
# When a server is made: from another machine it is reached by TLS only.
set -euo pipefail
install -m 0600 /etc/argosy/tls/server.key "$PGDATA/server.key"
install -m 0644 /etc/argosy/tls/server.crt "$PGDATA/server.crt"
echo "ssl = on" >>"$PGDATA/postgresql.conf"
sed -i 's/^host all all all /hostssl all all all /' "$PGDATA/pg_hba.conf"
grep -q '^hostssl all all all ' "$PGDATA/pg_hba.conf"
