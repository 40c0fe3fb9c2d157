"""change columns"""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"

mood = sa.Enum("good", "bad", name="mood")


def upgrade():
    mood.create(op.get_bind())
    op.add_column("kinds", sa.Column("mood", mood, server_default="good"))
    op.alter_column("kinds", "label", type_=sa.String(40))
    op.create_unique_constraint("kinds_label_key", "kinds", ["label"])
    op.alter_column("orders", "price", type_=sa.Numeric(12, 3))
    op.alter_column("orders", "note", new_column_name="comment", comment="by the customer")
    op.create_check_constraint("orders_price", "orders", "price > 0")


def downgrade():
    op.drop_constraint("orders_price", "orders")
    op.alter_column("orders", "comment", new_column_name="note", comment=None)
    op.alter_column("orders", "price", type_=sa.Numeric(10, 2))
    op.drop_constraint("kinds_label_key", "kinds")
    op.alter_column("kinds", "label", type_=sa.String(20))
    op.drop_column("kinds", "mood")
    mood.drop(op.get_bind())
