"""Store what an action caused."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("journal", sa.Column("told", sa.JSON, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("journal", "told")
