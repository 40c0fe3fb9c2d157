#!/usr/bin/env bash
# Makes a data directory with database POSTGRES_DB, owned by superuser POSTGRES_USER, where there is
# none, and runs the command as user postgres.
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ "${1:-}" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 --auth-local=trust
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  pg_ctl --wait start --options="-c listen_addresses=''"
  if [ "$POSTGRES_DB" != postgres ]; then
    createdb --username="$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  fi
  for script in /docker-entrypoint-initdb.d/*; do
    [ -e "$script" ] || continue
    bash "$script"
  done
  pg_ctl --wait stop --mode=fast
fi
if [ "${1:-}" = postgres ]; then
  shift
  exec postgres -c listen_addresses='*' "$@"
fi
exec "$@"
