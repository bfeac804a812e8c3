"""What is said at a table: messages, reactions, mutes and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.add_column("matches", sa.Column("talk", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "messages",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("no", sa.Integer, nullable=False),
        sa.Column("changed", sa.Integer, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("author", sa.String(32)),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "no", name="pk_messages"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_messages_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_messages_match_id_room_changed", "messages", ["match_id", "room", "changed"])
    op.create_index("ix_messages_author_at", "messages", ["author", "at"])
    op.create_table(
        "reactions",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("no", sa.Integer, nullable=False),
        sa.Column("mark", sa.String(8), nullable=False),
        sa.Column("author", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "no", "mark", "author", name="pk_reactions"),
        sa.ForeignKeyConstraint(
            ["match_id", "no"],
            ["messages.match_id", "messages.no"],
            name="fk_reactions_match_id",
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_reactions_author", "reactions", ["author"])
    op.create_table(
        "mutes",
        sa.Column("author", sa.String(32), nullable=False),
        sa.Column("muted", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("author", "muted", name="pk_mutes"),
    )
    op.create_index("ix_mutes_muted", "mutes", ["muted"])
    op.create_table(
        "reports",
        sa.Column("match_id", sa.String(16), nullable=False),
        sa.Column("no", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("author", sa.String(32)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "no", "reporter", name="pk_reports"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_reports_match_id", ondelete="CASCADE"),
    )
    op.create_index("ix_reports_author", "reports", ["author"])
    op.create_index("ix_reports_at", "reports", ["at"])


def downgrade() -> None:
    for table in ("reports", "mutes", "reactions", "messages"):
        op.drop_table(table)
    op.drop_column("matches", "talk")
