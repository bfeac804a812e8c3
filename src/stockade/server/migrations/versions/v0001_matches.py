"""Create matches, seats and journals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("current_player", sa.Integer, nullable=False),
        sa.Column("ending", sa.JSON, nullable=True),
        sa.Column("result", sa.JSON, nullable=True),
        sa.Column("free_undo", sa.JSON, nullable=False),
        sa.Column("undo_asked_by", sa.Integer, nullable=True),
        sa.Column("undo_agreed", sa.JSON, nullable=False),
        sa.Column("draw_offered_by", sa.Integer, nullable=True),
        sa.Column("draw_agreed", sa.JSON, nullable=False),
        sa.Column("trouble", sa.Text, nullable=True),
        sa.Column("rematch", sa.String(16), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_index("ix_matches_status_updated", "matches", ["status", "updated"])
    op.create_index("ix_matches_updated", "matches", ["updated"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("level", sa.Integer, nullable=True),
        sa.Column("token_hash", sa.String(64), nullable=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_token_hash", "seats", ["token_hash"], unique=True)
    op.create_table(
        "journal",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("no", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.Column("action", sa.Integer, nullable=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "no", name="pk_journal"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_journal_match_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("journal")
    op.drop_table("seats")
    op.drop_table("matches")
