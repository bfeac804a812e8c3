"""Keep an earlier analysis until the next one is done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("analyses", sa.Column("former", sa.JSON, nullable=True))


def downgrade() -> None:
    op.drop_column("analyses", "former")
