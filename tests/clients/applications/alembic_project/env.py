"""Runs the migrations on the database of the environment."""

import logging.config

import models
import sqlalchemy
from alembic import context

logging.config.fileConfig(context.config.config_file_name)

if context.is_offline_mode():
    context.configure(dialect_name="postgresql", target_metadata=models.metadata)
    with context.begin_transaction():
        context.run_migrations()
else:
    engine = sqlalchemy.create_engine("postgresql+psycopg://")
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=models.metadata,
            transaction_per_migration=True,
        )
        with context.begin_transaction():
            context.run_migrations()
