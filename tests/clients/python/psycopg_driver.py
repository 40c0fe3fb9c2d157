"""What both kinds of psycopg connections have in common."""

import re

import psycopg

NAME = f"psycopg {psycopg.__version__}"


def percent(sql, values, binary=False):
    """With psycopg's place holders, where there are values."""
    holder = "%b" if binary else "%s"
    return re.sub(r"\$\d+", holder, sql.replace("%", "%%")) if values else sql


def described(failure):
    """A failure as the program of a user sees it."""
    if not isinstance(failure, psycopg.Error):
        return repr(failure)
    d = failure.diag
    fields = [d.message_primary, d.message_detail, d.message_hint, d.statement_position]
    # Not the context, to which Argosy adds the node.
    fields += [d.schema_name, d.table_name, d.constraint_name]
    return f"{type(failure).__name__} {failure.sqlstate} {fields}"


def heard(notice):
    return f"{notice.severity} {notice.message_primary}"
