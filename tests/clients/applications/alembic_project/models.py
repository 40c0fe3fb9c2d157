"""What the migrations lead to."""

import sqlalchemy as sa

metadata = sa.MetaData()

kinds = sa.Table(
    "kinds",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("label", sa.String(40), nullable=False, unique=True),
    sa.Column("mood", sa.Enum("good", "bad", name="mood"), server_default="good"),
)

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Integer, nullable=False),
    sa.Column("price", sa.Numeric(12, 3)),
    sa.Column("comment", sa.Text, comment="by the customer"),
    sa.CheckConstraint("price > 0", name="orders_price"),
    sa.Index("orders_kind", "kind"),
)
