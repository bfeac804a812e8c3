"""Administrators and what they did; limits; and the work of bots, which processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("people", sa.Column("admin", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_owner", "matches", ["owner"])
    op.create_table(
        "sanctions",
        sa.Column("no", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("address", sa.String(64)),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("no", name="pk_sanctions"),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person"])
    op.create_index("ix_sanctions_until", "sanctions", ["until"])
    op.create_table(
        "audit",
        sa.Column("no", sa.Integer, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.String(16)),
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("about", sa.String(64), nullable=False),
        sa.Column("until", MOMENT),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("no", name="pk_audit"),
    )
    op.create_index("ix_audit_at", "audit", ["at"])
    op.create_table(
        "makers",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("address", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_makers"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_makers_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_makers_address", "makers", ["address"])
    op.create_table(
        "usage",
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("day", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("holder", "day", name="pk_usage"),
    )
    op.create_index("ix_usage_day", "usage", ["day"])
    op.create_table(
        "claims",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("worker", sa.String(16), nullable=False),
        sa.Column("until", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_claims"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_claims_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_claims_worker", "claims", ["worker"])
    op.create_table(
        "questions",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("asker", sa.String(16), nullable=True),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("worker", sa.String(16), nullable=True),
        sa.Column("until", MOMENT, nullable=True),
        sa.Column("answer", sa.JSON, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_questions"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_questions_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_questions_match_id", "questions", ["match_id"])


def downgrade() -> None:
    op.drop_table("questions")
    op.drop_table("claims")
    for table in ("usage", "makers", "audit", "sanctions"):
        op.drop_table(table)
    op.drop_index("ix_matches_owner", "matches")
    op.drop_column("people", "admin")
