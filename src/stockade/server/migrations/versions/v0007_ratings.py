"""Ratings of people and bots, and what each match changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "players", "holder", name="pk_ratings"),
    )
    op.create_index("ix_ratings_holder", "ratings", ["holder"])
    op.create_index("ix_ratings_game_players_value", "ratings", ["game", "players", "value"])
    op.create_table(
        "rating_changes",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("value", sa.Float, nullable=False),
        sa.Column("spread", sa.Float, nullable=False),
        sa.Column("stood_in", sa.Boolean, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_rating_changes"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rating_changes_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_rating_changes_holder_at", "rating_changes", ["holder", "at"])


def downgrade() -> None:
    op.drop_table("rating_changes")
    op.drop_table("ratings")
