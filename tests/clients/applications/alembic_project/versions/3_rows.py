"""write rows and make an index beside them"""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade():
    kinds = sa.table("kinds", sa.column("id", sa.Integer), sa.column("label", sa.String))
    op.bulk_insert(kinds, [{"id": 1, "label": "tools"}, {"id": 2, "label": "toys"}])
    op.execute("UPDATE orders SET comment = 'migrated' WHERE comment IS NULL")
    with op.get_context().autocommit_block():
        op.create_index("orders_kind", "orders", ["kind"], postgresql_concurrently=True)


def downgrade():
    with op.get_context().autocommit_block():
        op.drop_index("orders_kind", "orders", postgresql_concurrently=True)
    op.execute("UPDATE orders SET comment = NULL WHERE comment = 'migrated'")
    op.execute("DELETE FROM kinds")
