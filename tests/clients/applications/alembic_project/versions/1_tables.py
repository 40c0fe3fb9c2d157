"""make the tables"""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade():
    op.create_table(
        "kinds",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("label", sa.String(20), nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Integer, nullable=False),
        sa.Column("price", sa.Numeric(10, 2)),
        sa.Column("note", sa.Text),
    )


def downgrade():
    op.drop_table("orders")
    op.drop_table("kinds")
