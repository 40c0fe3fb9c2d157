#!/usr/bin/env bash
# When the primary is made: its standby logs in with the administrator's password.
echo "hostssl replication all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
